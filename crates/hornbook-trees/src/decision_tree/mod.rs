//! Decision trees: one question of one column at each node.
//!
//! # The model
//!
//! A tree cuts the space of the features into boxes and predicts one class, or one number, in each. It is grown
//! from the root down by the question that lowers impurity most:
//!
//! $$\text{gain} = I(S) - \sum_k \frac{W_k}{W} I(S_k)$$
//!
//! where $W$ is the weight of the node's rows $S$, the $S_k$ are the parts, and $I$ is Gini's impurity
//! $1-\sum_c p_c^2$, the entropy $-\sum_c p_c \log_2 p_c$, or the variance. The gain ratio divides by the entropy
//! of the $W_k/W$.
//!
//! # Questions
//!
//! - Numbers: is $x \le t$? Exact splits try every $t$ halfway between neighbouring values; histogram splits try
//!   the edges of at most 255 bins of about equal weight, and are the way for files larger than memory.
//! - Categories: is it one of these levels? For two classes, and for numbers, the best two sets are found; for
//!   more classes, the best cut of the levels in the order of the share of each class. Or one branch a level.
//! - Missing values, by default, go with the side where they lower impurity most, which may also be a side of
//!   their own; where training saw none, they follow the heavier child. Or they go down every branch in fractions.
//! - A level that a node did not see in training is treated as missing; in a split with one branch a level, the
//!   node itself answers.
//!
//! # Ties
//!
//! Between questions of equal merit about different columns, the wider margin wins: the share of the column's
//! distinct values (or bins) that lie between the two sides, which is 0 for categories. Then the earlier column; within
//! a column the lower threshold, and missing values on the second side. Merits are equal when they differ by less than
//! rounding (one part in 10¹³). Between equally common classes, the first in order wins. There is nothing random in a
//! tree.
//!
//! # Cost
//!
//! Exact: O(p·n·log n) for the sort, then O(p·n) a level; 16 bytes a value. Histogram: O(p·n) a level; one byte a
//! value. The threads share the columns of large nodes and take small subtrees side by side; the tree is the same
//! for any number of them. In batches, each pass over the file asks about as many nodes as fit in 16 MB of
//! histograms, so a depth limit saves passes.
//!
//! # When to use something else
//!
//! For the best predictions, a forest or boosting; for smooth relations, a linear model. A single tree changes much
//! when the rows change a little.
//!
//! # References
//!
//! Quinlan, *Induction of decision trees* (1986) and *C4.5* (1993); Breiman, Friedman, Olshen and Stone,
//! *Classification and regression trees* (1984).
//!
//! # Example
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_learner::{Fit, Model};
//! use hornbook_trees::DecisionTree;
//!
//! let table = Table::builder()
//!     .number("petal", vec![1.4, 1.3, 4.7, 4.5, 6.0])
//!     .category("species", &[Some("setosa"), Some("setosa"), Some("versicolor"), Some("versicolor"), Some("virginica")])
//!     .build()?;
//! let model = DecisionTree::default().max_depth(1).fit(&table.dataset().target("species")?)?;
//! assert!(model.explain().to_string().contains("petal <= 2.95: setosa"));
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod acquisition;
pub(crate) mod branches;
mod events;
mod explain;
mod file;
pub(crate) mod fit;
pub(crate) mod grow;
mod lines;
mod model;
mod params;
mod prepared;
pub(crate) mod tree;

#[cfg(test)]
pub(crate) mod tests;

pub use events::{Considered, TreeEvent};
pub use model::DecisionTreeModel;
pub use params::{
    CategorySplits, CostRule, Criterion, DecisionTree, Leaves, Missing, NumberSplits, Pruning, Splits,
};
