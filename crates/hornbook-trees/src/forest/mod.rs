//! Forests: the mean of many trees that differ.
//!
//! # The model
//!
//! A single tree fits its rows well and new rows badly: another draw of the rows makes another tree. Its mistakes are
//! mostly variance, which averaging removes. If the predictions of the trees have the variance $\sigma^2$ and the
//! correlation $\rho$, the mean of $T$ of them has
//!
//! $$\rho \sigma^2 + \frac{1 - \rho}{T} \sigma^2$$
//!
//! so many trees help until only the first part is left, and trees that differ make that small. A forest predicts the
//! mean of the numbers, or of the class fractions, in the leaves where a row ends.
//!
//! [`RandomForest`] gives each tree a bootstrap sample of the rows, and each node some columns drawn at random, of which
//! it takes the best split. [`ExtraTrees`] gives each tree all rows, and each node one random split on each of
//! some random columns, of which it takes the best.
//!
//! # Splits
//!
//! - Numbers: is $x \le t$? A random forest tries the edges of at most 255 bins of about equal size, made once from all
//!   rows; where bins between the two sides are empty in the node, the threshold lies in their middle. Extra trees draw
//!   $t$ evenly between the lowest and the highest value in the node, from the numbers themselves: no bins.
//! - Categories: is it one of these levels? A random forest takes the best cut of the levels in the order of the fraction of
//!   each class, or of the mean. Extra trees draw how many levels are on the first side, and which.
//! - Missing values go with the side where they save most, which may also be a side of their own; where a node saw none,
//!   they follow the heavier child. A level that a node did not see is treated as missing.
//! - A node draws columns until it has seen `max_features` of them that vary. One that is constant in a node is not split
//!   on beneath it.
//!
//! - Several targets at once: a leaf holds what it knows of each, and what a split saves is the mean over the targets,
//!   for numbers in units of each target's variance, so that units do not matter.
//!
//! # What is drawn
//!
//! Tree $i$ takes its random numbers from `seed.derive(i)`, so that the forest is the same on any number of threads, and
//! a forest of fewer trees is the beginning of one of more. Rows are drawn in the order of a hash of their content, after
//! equal rows were made one, and columns in the order of their names: the order of neither in the table matters.
//!
//! Whole weights are copies: a row of weight 2 has two units, as many units are drawn as there are, and a unit that was
//! not drawn is out of bag. With other weights (or more than 2²⁴ units beyond the number of rows) as many rows are drawn
//! as there are, in proportion to their weights. Without bootstrap, weights count as they are.
//!
//! # Out of bag
//!
//! A tree has not seen about 37 % of the rows. Predicting each row by the trees that have not seen it is an honest test
//! without a test set: `oob_score` keeps those predictions and gives the accuracy with Wilson's interval, or R² with a
//! normal one. `oob_importances` shuffles each column among the rows that a tree has not seen and measures what that
//! costs it; unlike the impurity that a column removed, this does not favor columns of many values.
//!
//! # What else a forest knows
//!
//! - [`ForestModel::predict_quantiles`]: the distribution of the target near a row, not only its mean (Meinshausen).
//! - [`ForestModel::proximities`]: rows that often end in the same leaf are alike; [`outlier_measure`] finds those that
//!   are like none of their class.
//! - Explaining a row: each split on its way down moves the prediction from the mean of all rows; the moves are added
//!   up by column and averaged over the trees.
//!
//! # Cost
//!
//! O(T · m · n · log n) for $T$ trees of $n$ rows with $m$ columns tried at each node. A tree is grown by one thread. It
//! looks at one byte a row and column; a node of few rows touches only the bins that it has rows in. Memory: one byte a
//! value (extra trees: eight), 36 bytes a node, 8 bytes a class a leaf, and two bits a level of the column for a split
//! about levels. Predicting many rows uses the trees with their
//! thresholds as bytes.
//!
//! # When to use something else
//!
//! Boosting is often more accurate with care, and its models are smaller. A single tree can be read. Trees do not go
//! beyond the numbers they have seen; a linear model does.
//!
//! # References
//!
//! Breiman, *Random forests* (2001); Geurts, Ernst and Wehenkel, *Extremely randomized trees* (2006); Meinshausen,
//! *Quantile regression forests* (2006); Breiman and Cutler, *Random forests* (manual, 2004).
//!
//! # Example
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_learner::{Fit, Model};
//! use hornbook_trees::RandomForest;
//!
//! let x: Vec<f64> = (0..200).map(f64::from).collect();
//! let y: Vec<f64> = x.iter().map(|x| x * 0.1 + (x * 7.0) % 3.0).collect();
//! let table = Table::builder().number("x", x).number("y", y).build()?;
//! let learner = RandomForest::default().n_estimators(50).min_samples_leaf(5.0).oob_score(true).quantiles(true);
//! let model = learner.fit(&table.dataset().target("y")?)?;
//! assert!(model.oob_score().is_some_and(|score| score.value > 0.9));
//! let (rows, _) = model.info().schema.features(&table)?;
//! let intervals = model.predict_intervals(&rows, 0.8)?;
//! assert!(intervals.at(100, 0) > 8.0 && intervals.at(100, 1) < 14.0);
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod attributes;
mod bootstrap;
mod combinations;
mod deduped;
mod diagram;
mod events;
mod explain;
mod file;
mod fit;
mod grow;
mod leaf_lookup;
mod leaf_members;
mod model;
mod out_of_bag;
mod params;
mod proximity;
mod targets;

#[cfg(test)]
mod tests;

pub use events::ForestEvent;
pub use model::{ForestModel, ImpurityImportance};
pub use out_of_bag::{OobImportance, OobScore};
pub use params::{ExtraTrees, ForestCriterion, MaxFeatures, RandomForest};
pub use proximity::outlier_measure;
