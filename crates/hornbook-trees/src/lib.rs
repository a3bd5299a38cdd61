//! Trees: models that ask one question after another.
//!
//! One learner, one folder: [`decision_tree`] is the page to start from.

mod bins;
mod bits;
pub mod boosting;
pub mod decision_tree;
mod grove;
mod rows;

pub use boosting::{GradientBoosting, GradientBoostingModel};
pub use decision_tree::{DecisionTree, DecisionTreeModel};
