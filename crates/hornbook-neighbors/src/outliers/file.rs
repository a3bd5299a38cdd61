//! A model of outliers in a model file. These structs are what a file holds, apart from those the program computes with: they
//! may gain fields at the end, and must not change.

use super::model::{Learned, Measure};
use crate::file::{FilePlaces, damaged, read, write};
use hornbook_core::Result;
use hornbook_data::Schema;
use hornbook_learner::outliers::answers;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct FileOutliers {
    places: FilePlaces,
    k: f64,
    measure: FileMeasure,
    training: Vec<f64>,
    threshold: f64,
}

#[derive(Serialize, Deserialize)]
enum FileMeasure {
    Distance { usual: f64 },
    Factor { reaches: Vec<f64>, densities: Vec<f64> },
}

pub(super) fn to_bytes(learned: &Learned) -> Result<Vec<u8>> {
    write(&FileOutliers {
        places: FilePlaces::of(&learned.places)?,
        k: learned.k,
        measure: match &learned.measure {
            Measure::Distance { usual } => FileMeasure::Distance { usual: *usual },
            Measure::Factor { reaches, densities } => {
                FileMeasure::Factor { reaches: reaches.clone(), densities: densities.clone() }
            }
        },
        training: learned.training.clone(),
        threshold: learned.threshold,
    })
}

pub(super) fn from_bytes(schema: &Schema, bytes: &[u8]) -> Result<Learned> {
    let FileOutliers { places, k, measure, training, threshold } = read(bytes)?;
    let places = places.places(schema)?;
    let rows = places.index.rows();
    let fits = |numbers: &[f64]| numbers.len() == rows && numbers.iter().all(|x| *x >= 0.0);
    let measure = match measure {
        FileMeasure::Distance { usual } if usual >= 0.0 => Measure::Distance { usual },
        FileMeasure::Factor { reaches, densities } if fits(&reaches) && fits(&densities) => {
            Measure::Factor { reaches, densities }
        }
        _ => return Err(damaged("what it says of its rows is not sound")),
    };
    let is_sound = k > 0.0
        && k <= places.total_weight()
        && fits(&training)
        && threshold.is_finite()
        && schema.target.classes == answers();
    if !is_sound {
        return Err(damaged("what it says of outliers is not sound"));
    }
    Ok(Learned { places, k, measure, training, threshold })
}
