//! Values of parameters as text.

use super::{Declaration, ParameterKind, ParameterSpec, ParameterValue as _};
use crate::column_parameters::{ColumnSets, PerColumn};
use crate::column_selector::ColumnSelector;
use crate::column_transformers::ColumnTransformers;
use crate::learner_spec::LearnerSpec;
use crate::{Result, Value};
use serde_json::json;

impl ParameterSpec {
    /// Reads a value from text, as the command line gives it.
    pub fn parse(&self, learner: &Declaration, text: &str) -> Result<Value> {
        self.parse_for(learner.name, text)
    }

    /// Reads a value of a learner or a tool of this name from text.
    pub fn parse_for(&self, owner: &str, text: &str) -> Result<Value> {
        let wrong = || self.refuse(owner, &format!("'{text}'"));
        if self.optional && text.eq_ignore_ascii_case("none") {
            return Ok(Value::Null);
        }
        match self.kind {
            kind if kind.options().iter().any(|(name, _)| *name == text) => Ok(json!(text)),
            ParameterKind::Integer => text.parse::<u64>().map(|n| json!(n)).map_err(|_| wrong()),
            ParameterKind::Float | ParameterKind::FloatOr(_) => {
                number_of(text).map(|x| json!(x)).ok_or_else(wrong)
            }
            ParameterKind::Boolean => text.parse::<bool>().map(|b| json!(b)).map_err(|_| wrong()),
            ParameterKind::Text => Ok(json!(text)),
            ParameterKind::Choice(_) => self.read_for(owner, &json!(text)),
            ParameterKind::PerColumn => PerColumn::parse(text).ok_or_else(wrong),
            ParameterKind::ColumnSets => ColumnSets::parse(text).ok_or_else(wrong),
            ParameterKind::CountOrFraction(_) => match text.parse::<u64>() {
                Ok(count) => Ok(json!(count)),
                Err(_) => text.parse::<f64>().map(|fraction| json!(fraction)).map_err(|_| wrong()),
            },
            ParameterKind::Numbers => {
                let inside = text.trim().trim_start_matches('[').trim_end_matches(']');
                numbers_of(inside).map(|list| json!(list)).ok_or_else(wrong)
            }
            ParameterKind::Learner => LearnerSpec::parse(text).map(|spec| spec.to_value()),
            ParameterKind::Learners => LearnerSpec::parse_list(text).map(|specs| specs.to_value()),
            ParameterKind::Columns => ColumnSelector::parse(text).map(|columns| columns.to_value()),
            ParameterKind::ColumnTransformers => {
                ColumnTransformers::parse(text).map(|transformers| transformers.to_value())
            }
            ParameterKind::Variant(variants) => {
                variants.parse(text).map_err(|error| self.within(owner, error))
            }
            ParameterKind::Variants(variants) => {
                variants.parse_list(text).map_err(|error| self.within(owner, error))
            }
            ParameterKind::Argument(kind) => kind.parse(text).ok_or_else(wrong),
        }
    }
}

/// A number as text: `0.5`, `1e-3`, or a fraction such as `2/3`.
pub(crate) fn number_of(text: &str) -> Option<f64> {
    let text = text.trim();
    match text.split_once('/') {
        Some((above, below)) => Some(above.trim().parse::<f64>().ok()? / below.trim().parse::<f64>().ok()?),
        None => text.parse().ok(),
    }
}

/// Numbers with commas between them.
pub(crate) fn numbers_of(text: &str) -> Option<Vec<f64>> {
    text.split(',').map(number_of).collect()
}
