//! The model in a file.

use super::fills::{Fill, Fills};
use super::model::FillMissingModel;
use hornbook_core::{Error, Result};
use hornbook_learner::{ModelInfo, Stored, header_within, model_within};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct FileModel {
    /// One an input.
    fills: Vec<Fill>,
    /// As [`header_within`] has it.
    header: String,
    within: Vec<u8>,
}

pub(super) fn to_bytes(model: &FillMissingModel) -> Result<Vec<u8>> {
    let file = FileModel {
        fills: model.fills.fills().to_vec(),
        header: header_within(&*model.within, &model.info.schema)?,
        within: model.within.to_bytes()?,
    };
    postcard::to_stdvec(&file).map_err(|e| Error::model_file(e.to_string(), "report this as a fault"))
}

impl Stored for FillMissingModel {
    fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<FillMissingModel> {
        let damaged = |problem: String| Error::model_file(problem, "fetch or write the file again");
        let file: FileModel =
            postcard::from_bytes(bytes).map_err(|e| damaged(format!("its parts cannot be read ({e})")))?;
        if !Fills::is_sound(&info.schema.inputs, &file.fills) {
            return Err(damaged("what it fills gaps with does not fit its inputs".to_string()));
        }
        let fills = Fills::new(info.schema.inputs.clone(), file.fills);
        let within = model_within(&file.header, &file.within, &info.schema)?;
        let own = &within.info().schema;
        let fits = own.inputs == fills.inputs_within()
            && own.target == info.schema.target
            && own.more_targets == info.schema.more_targets;
        match fits {
            true => Ok(FillMissingModel { info, fills, within }),
            false => Err(damaged("the model within does not fit the filled rows".to_string())),
        }
    }
}
