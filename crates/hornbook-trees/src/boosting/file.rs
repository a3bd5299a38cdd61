//! Boosted trees in a model file.

use super::model::{GradientBoostingModel, Response, outputs};
use crate::grove::{FileGrove, from_file, to_file};
use hornbook_core::{Error, Result};
use hornbook_learner::ModelInfo;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct FileBoosting {
    start: Vec<f64>,
    response: Response,
    grove: FileGrove,
}

pub(super) fn to_bytes(model: &GradientBoostingModel) -> Result<Vec<u8>> {
    let file =
        FileBoosting { start: model.start.clone(), response: model.response, grove: to_file(&model.grove) };
    postcard::to_stdvec(&file).map_err(|e| Error::model_file(e.to_string(), "report this as a fault"))
}

pub(super) fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<GradientBoostingModel> {
    let damaged = |problem: String| Error::model_file(problem, "fetch or write the file again");
    let file: FileBoosting =
        postcard::from_bytes(bytes).map_err(|e| damaged(format!("its trees cannot be read ({e})")))?;
    let outputs = outputs(file.response, info.schema.target.classes.len())?;
    if file.start.len() != outputs {
        return Err(damaged("its first scores do not fit its target".to_string()));
    }
    let grove = from_file(file.grove, &info.schema, outputs)?;
    if grove.leaf_width() != 1 {
        return Err(damaged("its leaves hold more than one number".to_string()));
    }
    Ok(GradientBoostingModel { info, grove, start: file.start, response: file.response })
}
