//! Trees by the name they are taught under.
//!
//! | learner | splits | criterion | missing values | pruned |
//! |---|---|---|---|---|
//! | [`Id3`] | a branch a level | information gain | as in [`DecisionTree`](crate::DecisionTree) | not |
//! | [`C45`] | a branch a level | gain ratio, of splits that gain at least the average | in fractions | error bounds |
//! | [`Cart`] | in two | Gini's impurity, or variance | surrogates | cost complexity, by cross-validation |
//! | [`Hunt`] | a branch a level | any for classes | as in `DecisionTree` | not |
//! | [`BfsId3`] | a branch a level | the fewest nodes at the least depth | none | not |
//!
//! All but the last are one engine with other settings, which [`DecisionTree`](crate::DecisionTree) has too; each
//! learner shows the settings that its algorithm leaves open. They learn a
//! [`DecisionTreeModel`](crate::DecisionTreeModel).

mod bfs_id3;
mod c45;
mod cart;
mod hunt;
mod id3;

#[cfg(test)]
mod tests;

pub use bfs_id3::BfsId3;
pub use c45::C45;
pub use cart::Cart;
pub use hunt::Hunt;
pub use id3::Id3;

use crate::DecisionTreeModel;
use hornbook_core::Declared;

/// The model under the name and with the parameters of the learner that was asked.
fn as_preset<L: Declared>(learner: &L, mut model: DecisionTreeModel) -> DecisionTreeModel {
    model.info.learner = L::declaration().name.to_string();
    model.info.parameters = learner.parameters();
    model
}
