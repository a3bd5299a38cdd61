use hornbook_core::{Learner, ParameterKind, ParameterValue, Value};
use serde_json::json;

/// Target encoding (mean encoding): a level becomes the mean of the target over its training rows, shrunk towards the mean of
/// all rows.
///
/// A transformer for a pipeline, like scikit-learn's TargetEncoder. Training rows are cross-fitted: the learner behind sees them
/// encoded by the other folds, so that no row is encoded by its own target (no target leakage). A target of more than two
/// classes makes a column for each class. Numbers, dates and texts are passed through.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "target-encoding",
    aliases("target encoder", "mean encoding", "impact encoding", "TargetEncoder"),
    sklearn = "TargetEncoder",
    r = "embed::step_lencode",
    family = "preprocessing",
    tasks(transformation),
    supervised,
    removes(categories),
    applied = "target encoded",
    missing,
    categories,
    text,
    sample_weights,
    explicit_only
)]
pub struct TargetEncoding {
    /// How strongly means of few rows are drawn towards the mean of all: a number of rows, or `auto` (empirical Bayes).
    #[param(default = TargetSmoothing::Auto, range = "0..")]
    pub smooth: TargetSmoothing,
    /// Folds of the cross-fitting, if the roles of the rows do not say.
    #[param(default = 5, range = "2..=1000", aliases("cv"))]
    pub folds: u32,
}

/// How strongly means of few rows are drawn towards the mean of all.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TargetSmoothing {
    /// By an empirical Bayes estimate.
    Auto,
    /// As if so many rows more had the mean of all.
    Rows(f64),
}

impl ParameterValue for TargetSmoothing {
    const KIND: ParameterKind = ParameterKind::FloatOr(&[(
        "auto",
        "By an empirical Bayes estimate from the variances of the target.",
    )]);

    fn to_value(&self) -> Value {
        match self {
            TargetSmoothing::Auto => json!("auto"),
            TargetSmoothing::Rows(rows) => json!(rows),
        }
    }

    fn from_value(value: &Value) -> Option<Self> {
        match value.as_str() {
            Some("auto") => Some(TargetSmoothing::Auto),
            _ => value.as_f64().map(TargetSmoothing::Rows),
        }
    }

    fn as_number(&self) -> Option<f64> {
        match self {
            TargetSmoothing::Auto => None,
            TargetSmoothing::Rows(rows) => Some(*rows),
        }
    }
}
