//! Model files of the time when a transformer held the learner behind it: they are read as pipelines.

use super::{FittedTransformer, TransformerModel, transformer_schema};
use crate::model::{Model, ModelInfo};
use crate::model_part::{read_model_part, take_model_part};
use crate::nested::load_nested_model;
use crate::pipeline::PipelineModel;
use crate::registry::Registry;
use hornbook_core::{Error, Parameters, Result};

/// The parameter that held the learner.
const WITHIN: &str = "estimator";

/// Whether what was fitted stands in the file as it is, or as bytes of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FittedPart {
    /// As it is.
    Inline,
    /// As bytes of its own.
    Bytes,
}

/// The pipeline of a transformer and the model that learned behind it, from a file that holds both as one model.
pub fn load_earlier_pipeline<T: FittedTransformer>(
    part: FittedPart,
    info: ModelInfo,
    bytes: &[u8],
) -> Result<Box<dyn Model>> {
    let (serialized, rest): (T::Serialized, &[u8]) = match part {
        FittedPart::Inline => take_model_part(bytes, "parts")?,
        FittedPart::Bytes => {
            let (own, rest): (Vec<u8>, &[u8]) = take_model_part(bytes, "parts")?;
            (read_model_part(&own, "parts")?, rest)
        }
    };
    let (header, within): (String, Vec<u8>) = read_model_part(rest, "parts")?;
    let fitted = T::from_serialized(&info.schema.inputs, serialized)
        .ok_or_else(|| Error::damaged("its preprocessing does not fit its inputs"))?;
    let within = load_nested_model(&header, &within, &info.schema)?;
    let mut own = info.clone();
    own.parameters.remove(WITHIN);
    own.parameters = renamed(&own)?;
    own.schema.target = transformer_schema();
    own.schema.additional_targets.clear();
    (own.calibration, own.profile, own.intervals) = (None, None, None);
    own.summary.warnings.clear();
    let transformer: Box<dyn Model> = Box::new(TransformerModel::with_info(own, fitted));
    Ok(Box::new(PipelineModel::of_parts(info, vec![transformer, within])?))
}

/// The parameters of a model by the names they have today.
fn renamed(info: &ModelInfo) -> Result<Parameters> {
    let declaration = Registry::filled()?.find(&info.learner)?.declaration;
    let mut parameters = Parameters::new();
    for (name, value) in &info.parameters {
        parameters.insert(declaration.parameter(name)?.name.to_string(), value.clone());
    }
    Ok(parameters)
}
