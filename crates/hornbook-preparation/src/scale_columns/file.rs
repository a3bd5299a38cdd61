//! The model in a file.

use super::model::ScaleColumnsModel;
use super::scales::{Scale, Scales};
use hornbook_core::{Error, Result};
use hornbook_learner::{ModelInfo, Stored, header_within, model_within};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct FileModel {
    /// One an input.
    scales: Vec<Option<Scale>>,
    /// As [`header_within`] has it.
    header: String,
    within: Vec<u8>,
}

pub(super) fn to_bytes(model: &ScaleColumnsModel) -> Result<Vec<u8>> {
    let file = FileModel {
        scales: model.scales.scales().to_vec(),
        header: header_within(&*model.within, &model.info.schema)?,
        within: model.within.to_bytes()?,
    };
    postcard::to_stdvec(&file).map_err(|e| Error::model_file(e.to_string(), "report this as a fault"))
}

impl Stored for ScaleColumnsModel {
    fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<ScaleColumnsModel> {
        let damaged = |problem: String| Error::model_file(problem, "fetch or write the file again");
        let file: FileModel =
            postcard::from_bytes(bytes).map_err(|e| damaged(format!("its parts cannot be read ({e})")))?;
        if !Scales::is_sound(&info.schema.inputs, &file.scales) {
            return Err(damaged("the units of its columns do not fit its inputs".to_string()));
        }
        let scales = Scales { inputs: info.schema.inputs.clone(), scales: file.scales };
        let within = model_within(&file.header, &file.within, &info.schema)?;
        let own = &within.info().schema;
        let fits = own.inputs == scales.inputs_within()
            && own.target == info.schema.target
            && own.more_targets == info.schema.more_targets;
        match fits {
            true => Ok(ScaleColumnsModel { info, scales, within }),
            false => Err(damaged("the model within does not fit the scaled rows".to_string())),
        }
    }
}
