//! Decision trees: recursive splits on single features.
//!
//! # The model
//!
//! A tree cuts the space of the features into boxes and predicts one class, or one number, in each. It is grown
//! from the root down by the split of the highest merit, which in most cases is its gain:
//!
//! $$\text{gain} = I(S) - \sum_k \frac{W_k}{W} I(S_k)$$
//!
//! where $W$ is the weight of the node's rows $S$, the $S_k$ are the parts, and $I$ is the impurity of some rows:
//!
//! | [criterion](Criterion) | impurity |
//! |---|---|
//! | `gini` | $1-\sum_c p_c^2$ |
//! | `entropy` | $-\sum_c p_c \log_2 p_c$ |
//! | `gain_ratio` | entropy; the merit is the gain over the entropy of the $W_k/W$, or 0 if that is 0 |
//! | `chi_square` | Gini's; the merit is $-\log_2 p$ of the test that the classes of the parts differ only by chance, from the statistic $\sum_{k,c} (W_{kc}-W_k p_c)^2/(W_k p_c)$ |
//! | `mdl` | $\frac1W \log_2 \frac{(W+C-1)!}{(C-1)!\prod_c W_c!}$: the bits of the classes of a row, of $C$ classes whose shares have to be told too (Kononenko). The gain is less the bits of telling which threshold or set of levels was chosen, and must be above 0 |
//! | `variance` | the variance; a leaf predicts the mean |
//! | `absolute_error` | the mean distance from the median, which a leaf predicts. Only exact splits: a histogram does not tell medians |
//! | `poisson` | $\frac1W\sum w\, y \ln (y/\bar y)$, half the deviance; a leaf predicts the mean $\bar y$, which must be above 0 |
//!
//! Where columns have [costs](DecisionTree::costs), the merit is divided by the cost of the column, or its square is.
//!
//! # Splits
//!
//! - Numbers: is $x \le t$? Exact splits try every $t$ halfway between neighboring values; histogram splits try
//!   the edges of at most 255 bins of about equal weight, and are the way for files larger than memory. Or in which of
//!   several ranges is $x$? The best division into up to `max_ranges` is found among at most 128 groups of neighboring
//!   values. By gain, more ranges are never worse; gain ratio, chi-square and description length weigh their number.
//! - Categories: is it one of these levels? For two classes, and for numbers, the best two sets are found; for
//!   more classes, the best cut of the levels in the order of the fraction of each class. Or one branch a level.
//! - A level that a node did not see in training is treated as missing; in a split with one branch a level, the
//!   node itself answers.
//!
//! # Missing values
//!
//! - `direction`: with the side where they lower impurity most, which may also be a side of their own; where training
//!   saw none, with the heavier child.
//! - `fractional`: down every branch, with the branches' fractions of the known rows as weights.
//! - `node_mode`: as the most common level of the node's rows, or the median of their numbers; `class_mode`: of the
//!   node's rows of the same class, in training, when that is known.
//! - `surrogate`: only rows with a known value choose the split, and its gain counts for their fraction. Then the other
//!   columns' splits that send most of those rows the same way are kept, most alike first; a row follows the first
//!   that it can answer, or the heavier child.
//!
//! Histogram splits know the first rule only.
//!
//! # Limits and constraints
//!
//! Depth, weights of nodes and leaves, least gain and a chi-square test before every split keep a tree small as it
//! grows; with `max_leaf_nodes` the split with the largest impurity decrease of the whole tree is made first. [Pruning
//! ](crate::pruning) cuts it back afterwards. Along a column in `monotonic_cst` predictions only rise or only fall: a
//! split whose parts are not in order is not made, and everything below one part stays on its side of the middle
//! between the two. Such columns are split at one threshold, and are nobody's surrogates.
//!
//! With `leaves = linear` each node has a least-squares regression on the columns of numbers, which its leaves predict
//! with; a small ridge (10⁻⁶ of the variance) decides where columns depend on each other. It extrapolates: hold the
//! leaves large.
//!
//! # Shapley values
//!
//! [`shap_values`](hornbook_learner::Model::shap_values) divides a prediction (a number, or the probability of each
//! class) among the columns, exactly, whatever its splits. Without background rows, a column that is not known sends a
//! row down every branch in proportion to the training rows; with them, down the branch of each background row. A missing
//! value is an answer like any other. So where missing values go down every branch (`fractional`), a missing value is the
//! same as one that is not known, and without background rows its column gets 0. Where a surrogate speaks for a missing
//! value, what it says counts for the column of the primary split. In a leaf with a line, a column that is not known is at its
//! mean.
//!
//! # Ties
//!
//! Between splits of equal merit on different columns, the wider margin wins: the fraction of the column's
//! distinct values (or bins) that lie between the two sides, which is 0 for categories. Then the earlier column; within
//! a column the lower threshold, and missing values on the second side. Merits are equal when they differ by less than
//! rounding (one part in 10¹³). Between equally common classes, the first in order wins. There is nothing random in a
//! tree.
//!
//! # Cost
//!
//! Exact: O(p·n·log n) for the sort, then O(p·n) a level; 16 bytes a value. Histogram: O(p·n) a level; one byte a
//! value. The threads share the columns of large nodes and take small subtrees side by side; the tree is the same
//! for any number of them. In batches, each pass over the file handles as many nodes as fit in 16 MB of
//! histograms, so a depth limit saves passes. Absolute errors take O(p·n·log n) a level, and surrogates one more walk a
//! column.
//!
//! # When to use something else
//!
//! For the best predictions, a forest or boosting; for smooth relations, a linear model. A single tree changes much
//! when the rows change a little.
//!
//! # References
//!
//! Quinlan, *Induction of decision trees* (1986) and *C4.5* (1993); Breiman, Friedman, Olshen and Stone,
//! *Classification and regression trees* (1984); Kononenko, *On biases in estimating multi-valued attributes* (1995);
//! Tan and Schlimmer, *Two case studies in cost-sensitive concept acquisition* (1990); Quinlan, *Learning with
//! continuous classes* (1992), for model trees.
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
mod diagram;
mod events;
mod explain;
mod file;
pub(crate) mod fit;
pub(crate) mod grow;
mod leaf_models;
mod model;
mod params;
mod prepared;
mod shapley;
pub(crate) mod tree;

#[cfg(test)]
pub(crate) mod tests;

pub use events::{ConsideredSplit, TreeEvent};
pub use model::DecisionTreeModel;
pub use params::{
    CategorySplits, CostRule, Criterion, DecisionTree, Leaves, Missing, NumberSplits, Pruning, Splits,
};
