//! A density of neighbors in a model file. These structs are what a file holds, apart from those the program computes with:
//! they may gain fields at the end, and must not change.

use super::model::KnnDensityState;
use crate::file::FileTrainingIndex;
use hornbook_core::{Error, Result, Task};
use hornbook_data::Schema;
use hornbook_learner::{read_model_part, write_model_part};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct FileKnnDensity {
    training_index: FileTrainingIndex,
    k: f64,
}

pub(super) fn to_bytes(state: &KnnDensityState) -> Result<Vec<u8>> {
    write_model_part(&FileKnnDensity {
        training_index: FileTrainingIndex::of(&state.training_index)?,
        k: state.k,
    })
}

pub(super) fn from_bytes(schema: &Schema, bytes: &[u8]) -> Result<KnnDensityState> {
    let FileKnnDensity { training_index, k } = read_model_part(bytes, "rows")?;
    let training_index = training_index.training_index(schema)?;
    let is_sound = k > 0.0 && k <= training_index.total_weight() && schema.target.task == Task::Density;
    match is_sound {
        true => Ok(KnnDensityState { training_index, k }),
        false => Err(Error::damaged("what it says of neighbors is not sound")),
    }
}
