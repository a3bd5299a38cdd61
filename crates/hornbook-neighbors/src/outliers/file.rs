//! A model of outliers in a model file. These structs are what a file holds, apart from those the program computes with: they
//! may gain fields at the end, and must not change.

use super::model::{OutlierMeasure, OutlierState};
use crate::file::FileTrainingIndex;
use hornbook_core::{Error, Result};
use hornbook_data::Schema;
use hornbook_learner::{outliers::answers, read_model_part, write_model_part};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct FileOutliers {
    training_index: FileTrainingIndex,
    k: f64,
    measure: FileOutlierMeasure,
    training: Vec<f64>,
    threshold: f64,
}

#[derive(Serialize, Deserialize)]
enum FileOutlierMeasure {
    Distance { usual: f64 },
    Factor { k_distances: Vec<f64>, densities: Vec<f64> },
}

pub(super) fn to_bytes(state: &OutlierState) -> Result<Vec<u8>> {
    write_model_part(&FileOutliers {
        training_index: FileTrainingIndex::of(&state.training_index)?,
        k: state.k,
        measure: match &state.measure {
            OutlierMeasure::Distance { usual } => FileOutlierMeasure::Distance { usual: *usual },
            OutlierMeasure::Factor { k_distances, densities } => {
                FileOutlierMeasure::Factor { k_distances: k_distances.clone(), densities: densities.clone() }
            }
        },
        training: state.training.clone(),
        threshold: state.threshold,
    })
}

pub(super) fn from_bytes(schema: &Schema, bytes: &[u8]) -> Result<OutlierState> {
    let FileOutliers { training_index, k, measure, training, threshold } = read_model_part(bytes, "rows")?;
    let training_index = training_index.training_index(schema)?;
    let rows = training_index.index.rows();
    let fits = |numbers: &[f64]| numbers.len() == rows && numbers.iter().all(|x| *x >= 0.0);
    let measure = match measure {
        FileOutlierMeasure::Distance { usual } if usual >= 0.0 => OutlierMeasure::Distance { usual },
        FileOutlierMeasure::Factor { k_distances, densities } if fits(&k_distances) && fits(&densities) => {
            OutlierMeasure::Factor { k_distances, densities }
        }
        _ => return Err(Error::damaged("what it says of its rows is not sound")),
    };
    let is_sound = k > 0.0
        && k <= training_index.total_weight()
        && fits(&training)
        && threshold.is_finite()
        && schema.target.classes == answers();
    if !is_sound {
        return Err(Error::damaged("what it says of outliers is not sound"));
    }
    Ok(OutlierState { training_index, k, measure, training, threshold })
}
