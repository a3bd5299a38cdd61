//! Models within models, in a file.

use crate::calibrator::Calibrator;
use crate::model::{Model, ModelInfo, TrainingSummary};
use crate::registry::Registry;
use hornbook_core::{Error, LearnerSpec, Parameters, Result};
use hornbook_data::Schema;
use serde::{Deserialize, Serialize};

/// What a model within another knows about itself. Many have the schema of the outer one, which then is not repeated.
#[derive(Serialize, Deserialize)]
struct NestedHeader {
    learner: String,
    parameters: Parameters,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    schema: Option<Schema>,
    summary: TrainingSummary,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    calibration: Option<Calibrator>,
}

/// The header of a model within another, whose schema is given: JSON, since the values in it have no fixed types.
pub fn nested_header(model: &dyn Model, outer: &Schema) -> Result<String> {
    let info = model.info().clone();
    let header = NestedHeader {
        learner: info.learner,
        parameters: info.parameters,
        schema: (info.schema != *outer).then_some(info.schema),
        summary: info.summary,
        calibration: info.calibration,
    };
    serde_json::to_string(&header).map_err(Error::internal)
}

/// The model within another from its header and bytes; its learner is found by name in the
/// [filled](Registry::filled) registry.
pub fn load_nested_model(header: &str, bytes: &[u8], outer: &Schema) -> Result<Box<dyn Model>> {
    let header: NestedHeader = serde_json::from_str(header)
        .map_err(|e| Error::damaged(format!("the header of a model within it cannot be read ({e})")))?;
    let entry =
        Registry::filled()?.find(&header.learner).map_err(|error| Error::damaged(error.to_string()))?;
    let info = ModelInfo {
        learner: header.learner,
        parameters: header.parameters,
        schema: header.schema.unwrap_or_else(|| outer.clone()),
        summary: header.summary,
        calibration: header.calibration,
        // Only the outermost model meets rows to predict as a table.
        profile: None,
        intervals: None,
    };
    entry.model(info, bytes)
}

impl ModelInfo {
    /// The learner with the parameters that differ from its defaults.
    pub fn spec(&self) -> LearnerSpec {
        let mut spec = LearnerSpec::new(&self.learner);
        if let Ok(entry) = Registry::filled().and_then(|registry| registry.find(&self.learner)) {
            for parameter in entry.declaration.parameters {
                if let Some(value) = self.parameters.get(parameter.name)
                    && *value != (parameter.default)()
                {
                    spec = spec.with(parameter.name, value.clone());
                }
            }
        }
        spec
    }
}
