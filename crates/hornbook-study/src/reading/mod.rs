//! What the chosen model learned, and where it is wrong.

mod cases;
mod dependence;
mod importance;
mod learning;
mod slices;

pub(crate) use cases::{examples, worst};
pub(crate) use dependence::dependences;
pub(crate) use importance::{importances_by_folds, importances_on};
pub(crate) use learning::learning_curve;
pub(crate) use slices::slices;
