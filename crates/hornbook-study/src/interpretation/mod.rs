//! Interpretation of the selected model, and error analysis.

mod importance;
mod learning_curve;
mod local_explanations;
mod partial_dependence;
mod slices;

pub(crate) use importance::{importances_by_folds, importances_on};
pub(crate) use learning_curve::learning_curve;
pub(crate) use local_explanations::{examples, worst};
pub(crate) use partial_dependence::partial_dependence_curves;
pub(crate) use slices::slices;
