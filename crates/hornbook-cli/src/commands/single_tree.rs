//! What only single trees know.

use crate::failure::Failure;
use hornbook::trees::DecisionTreeModel;
use hornbook::{Error, Model};
use std::any::Any;

/// The tree that a model is, or a sentence that says it is none.
pub fn of(model: &dyn Model) -> Result<&DecisionTreeModel, Failure> {
    let any: &dyn Any = model;
    any.downcast_ref().ok_or_else(|| {
        let problem = format!("a model of '{}' is not a single tree", model.info().learner);
        Error::mismatch(problem, "train one, such as decision-tree").into()
    })
}
