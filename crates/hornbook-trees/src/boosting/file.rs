//! Boosted trees in a model file.

use super::model::{BoostingResponse, GradientBoostingModel, outputs};
use crate::tree_ensemble::{FileTreeEnsemble, from_file, to_file};
use hornbook_core::{Error, Result};
use hornbook_learner::{ModelInfo, read_model_part, write_model_part};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct FileBoosting {
    start: Vec<f64>,
    response: BoostingResponse,
    ensemble: FileTreeEnsemble,
}

pub(super) fn to_bytes(model: &GradientBoostingModel) -> Result<Vec<u8>> {
    let file = FileBoosting {
        start: model.start.clone(),
        response: model.response,
        ensemble: to_file(&model.ensemble),
    };
    write_model_part(&file)
}

pub(super) fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<GradientBoostingModel> {
    let file: FileBoosting = read_model_part(bytes, "trees")?;
    let outputs = outputs(file.response, info.schema.target.classes.len())?;
    if file.start.len() != outputs || !file.start.iter().all(|score| score.is_finite()) {
        return Err(Error::damaged("its first scores do not fit its target"));
    }
    let ensemble = from_file(file.ensemble, &info.schema, outputs)?;
    if ensemble.leaf_width() != 1 {
        return Err(Error::damaged("its leaves hold more than one number"));
    }
    Ok(GradientBoostingModel { info, ensemble, start: file.start, response: file.response })
}
