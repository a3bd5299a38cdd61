//! An isolation forest in a model file. These structs are what a file holds, apart from those the program computes with:
//! they may gain fields at the end, and must not change.

use super::model::Learned;
use crate::grove::{FileGrove, from_file, to_file};
use hornbook_core::{Error, Result};
use hornbook_data::Schema;
use hornbook_learner::outliers::answers;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct FileIsolation {
    grove: FileGrove,
    samples: f64,
    threshold: f64,
}

pub(super) fn to_bytes(learned: &Learned) -> Result<Vec<u8>> {
    let file = FileIsolation {
        grove: to_file(&learned.grove),
        samples: learned.samples,
        threshold: learned.threshold,
    };
    postcard::to_stdvec(&file).map_err(|e| Error::model_file(e.to_string(), "report this as a fault"))
}

pub(super) fn from_bytes(schema: &Schema, bytes: &[u8]) -> Result<Learned> {
    let damaged = |problem: &str| Error::model_file(problem, "fetch or write the file again");
    let FileIsolation { grove, samples, threshold } =
        postcard::from_bytes(bytes).map_err(|e| damaged(&format!("its forest cannot be read ({e})")))?;
    let grove = from_file(grove, schema, 1)?;
    if grove.trees() == 0 {
        return Err(damaged("its forest has no tree"));
    }
    let is_sound =
        samples >= 0.0 && samples.is_finite() && threshold.is_finite() && schema.target.classes == answers();
    if !is_sound {
        return Err(damaged("what it says of outliers is not sound"));
    }
    Ok(Learned { grove, samples, threshold })
}
