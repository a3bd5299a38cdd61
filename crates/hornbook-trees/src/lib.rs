//! Trees: models that ask one question after another.
//!
//! One learner, one folder: [`decision_tree`] is the page to start from.

pub mod decision_tree;

pub use decision_tree::{DecisionTree, DecisionTreeModel};
