//! Trees: models that ask one question after another.
//!
//! One learner, one folder: [`decision_tree`] is the page to start from; [`presets`] has trees by the name they are
//! taught under, and [`pruning`] cuts them back.

mod bins;
mod bits;
pub mod decision_tree;
mod grove;
mod held_out;
pub mod presets;
pub mod pruning;
mod rows;

pub use decision_tree::{DecisionTree, DecisionTreeModel};
pub use presets::{BfsId3, C45, Cart, Hunt, Id3};
