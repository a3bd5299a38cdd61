//! An isolation forest in a model file. These structs are what a file holds, apart from those the program computes with:
//! they may gain fields at the end, and must not change.

use super::model::IsolationState;
use crate::tree_ensemble::{FileTreeEnsemble, from_file, to_file};
use hornbook_core::{Error, Result};
use hornbook_data::Schema;
use hornbook_learner::{outliers::answers, read_model_part, write_model_part};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct FileIsolation {
    ensemble: FileTreeEnsemble,
    samples: f64,
    threshold: f64,
}

pub(super) fn to_bytes(state: &IsolationState) -> Result<Vec<u8>> {
    let file = FileIsolation {
        ensemble: to_file(&state.ensemble),
        samples: state.samples,
        threshold: state.threshold,
    };
    write_model_part(&file)
}

pub(super) fn from_bytes(schema: &Schema, bytes: &[u8]) -> Result<IsolationState> {
    let FileIsolation { ensemble, samples, threshold } = read_model_part(bytes, "forest")?;
    let ensemble = from_file(ensemble, schema, 1)?;
    if ensemble.trees() == 0 {
        return Err(Error::damaged("its forest has no tree"));
    }
    let is_sound =
        samples >= 0.0 && samples.is_finite() && threshold.is_finite() && schema.target.classes == answers();
    if !is_sound {
        return Err(Error::damaged("what it says of outliers is not sound"));
    }
    Ok(IsolationState { ensemble, samples, threshold })
}
