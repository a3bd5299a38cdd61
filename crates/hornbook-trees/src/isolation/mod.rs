//! Isolation forests: rows that are few and different are soon alone.
//!
//! # The model
//!
//! Split some rows at random until each stands by itself. A row in the middle of many like it takes many
//! splits; one far from the others takes few. An isolation tree is such splits; a forest has many of them, each
//! from a few rows drawn at random, and looks at the mean number of splits $h(x)$ that a row takes. A row that ends
//! among $m$ others that were not separated is given the splits that they would have taken on average,
//!
//! $$c(m) = 2 H(m - 1) - \frac{2 (m - 1)}{m}, \qquad H(i) = 1 + \tfrac12 + \dots + \tfrac1i$$
//!
//! which is also the mean over rows that are all alike in how they lie. With trees of $\psi$ rows, the score of a row is
//!
//! $$s(x) = 2^{-h(x) / c(\psi)}$$
//!
//! from 0 to 1: near 1 for rows that are alone at once, 0.5 for the average, and below for rows in a crowd. A row is an
//! outlier if its score is above a threshold: 0.5 (`contamination = "auto"`), or the score that a given fraction of the
//! training rows is above. Nothing is said of which rows are outliers: there is no target.
//!
//! # Splits
//!
//! - A node draws one of the tree's columns that vary among its rows.
//! - Numbers: is $x \le t$? The threshold is drawn evenly between the lowest and the highest number in the node.
//! - Categories: is it one of these levels? How many of the levels in the node are on the first side is drawn first, then
//!   which. A column of more than 16,384 levels is not split on, with a warning: rows that are all different in it say
//!   nothing.
//! - Missing values, and levels that the node did not see, go to one of the two sides, drawn once for the node with the
//!   chances of their weights. To be missing is not unusual by itself.
//! - A tree has at most $\lceil \log_2 \psi \rceil$ levels: who is still in a crowd there is no outlier.
//!
//! # What is drawn
//!
//! Tree $i$ takes its random numbers from `seed.derive(i)`: any number of threads grows the same forest, and one of fewer
//! trees is the beginning of one of more. Rows are drawn by their position in the cumulative weight, in an order that depends
//! on their content, columns in the order of their names: a row of weight 2 is the row twice, and neither order in the
//! table matters. Rows that weigh less than 1 share a position among those drawn.
//!
//! # Explaining a row
//!
//! In a node of weight $m$ a row may expect $c(m)$ more splits. After one split it is in a child of weight $m'$ and
//! may expect $c(m')$: the split has brought it $c(m) - 1 - c(m')$ nearer to its end. These gains, added up by column
//! and averaged over the trees, sum to $c(\psi) - h(x)$ exactly: they say which columns made the row unusual. Shapley
//! values divide the binary logarithm of the score.
//!
//! # Cost
//!
//! O(T · ψ · log ψ) for growing $T$ trees, whatever the number of rows, after a pass over them that puts them in order;
//! O(T · log ψ) a row for scoring. Memory: 36 bytes a node, of which a tree has at most $2ψ$.
//!
//! # When to use something else
//!
//! Splits are on one column each. Rows that are unusual only in how columns go together, such as inside a ring, are
//! found late. If some outliers are known, a classifier learns from them.
//!
//! # References
//!
//! Liu, Ting and Zhou, *Isolation forest* (2008) and *Isolation-based anomaly detection* (2012).
//!
//! # Example
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_learner::{Fit, Model};
//! use hornbook_trees::IsolationForest;
//!
//! let mut x: Vec<f64> = (0..200).map(|i| f64::from(i % 20)).collect();
//! x.push(100.0);
//! let table = Table::builder().number("x", x).build()?;
//! let model = IsolationForest::default().fit(&table.dataset())?;
//! let scores = model.scores(&table)?.unwrap_or_default();
//! assert!(scores[200] > 0.8 && scores[10] < 0.5);
//! assert_eq!(model.predict(&table)?.values.label(200), "outlier");
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod diagram;
mod events;
mod explain;
mod file;
mod fit;
mod grow;
mod model;
mod params;
mod path;

#[cfg(test)]
mod tests;

pub use events::IsolationEvent;
pub use hornbook_learner::outliers::Contamination;
pub use model::IsolationForestModel;
pub use params::{IsolationForest, MaxSamples};
pub use path::average_path_length;
