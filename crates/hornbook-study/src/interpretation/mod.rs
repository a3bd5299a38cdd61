//! Interpretation of the model that is kept, and error analysis.

mod importance;
mod interpreter;
mod learning_curve;
mod local_explanations;
mod partial_dependence;
mod slices;

pub(crate) use interpreter::Interpreter;
