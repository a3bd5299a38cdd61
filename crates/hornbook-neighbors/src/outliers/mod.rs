//! Rows that are far from their neighbors.
//!
//! # Distances ([`KNeighborsOutliers`])
//!
//! A row is unusual if its $k$ nearest neighbors are far. With $\bar d(x)$, the mean distance to them, and $m$, the median of
//! that over the training rows (each without itself), the score of a row is
//!
//! $$s(x) = \frac{\bar d(x)}{\bar d(x) + m}$$
//!
//! from 0 to 1: 0.5 for a typical row. Above 0.75, where the neighbors are three times as far as usual, a row is an outlier.
//!
//! # Local outlier factors ([`LocalOutlierFactor`])
//!
//! What is far in a dense crowd may be usual in a sparse one. The factor compares how densely rows lie around a row with how
//! densely they lie around its neighbors. With $d_k(o)$, the distance of $o$ to its $k$-th neighbor,
//!
//! $$\text{reach}(x, o) = \max(d_k(o), d(x, o)), \qquad
//!   \text{lrd}(x) = \frac{1}{\text{mean}_o\,\text{reach}(x, o) + 10^{-10}}, \qquad
//!   \text{LOF}(x) = \text{mean}_o \frac{\text{lrd}(o)}{\text{lrd}(x)}$$
//!
//! over the $k$ nearest neighbors $o$. The tiny number keeps copies of one row finite. A factor of 1 is usual; above 1.5 a row
//! is an outlier. The score is $\text{LOF} / (1 + \text{LOF})$, so that 0.5 is usual and 0.6 the threshold.
//!
//! # Both
//!
//! With a `contamination` the threshold is the score that such a fraction of the training rows is above, each measured without
//! itself. A row to predict that is the same as a training row is taken for it, and is not its own neighbor either; with
//! `novelty`, local outlier factors take every row to predict for a new one, whose nearest neighbor may be just where it is. A
//! row of weight 2 is the row twice, so that its copy is its neighbor. If there are not more than `k` rows, all others are
//! neighbors, with a warning.
//!
//! # Cost
//!
//! The $k$ nearest neighbors of every training row; see [`index`](crate::index).
//!
//! # When to use something else
//!
//! `isolation-forest` needs no distances, and so no scaling, and takes little time for many rows.
//!
//! # References
//!
//! Ramaswamy, Rastogi and Shim, *Efficient algorithms for mining outliers from large data sets* (2000); Breunig, Kriegel, Ng and
//! Sander, *LOF: identifying density-based local outliers* (2000).
//!
//! # Example
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_learner::{Fit, Model};
//! use hornbook_neighbors::LocalOutlierFactor;
//!
//! let mut x: Vec<f64> = (0..50).map(f64::from).collect();
//! x.push(90.0);
//! let table = Table::builder().number("x", x).build()?;
//! let model = LocalOutlierFactor::default().n_neighbors(5).fit(&table.dataset())?;
//! assert!(model.training_scores()[50] > 0.9);
//! let new = Table::builder().number("x", vec![25.5, 120.0]).build()?;
//! assert_eq!(model.predict(&new)?.values.label(0), "inlier");
//! assert_eq!(model.predict(&new)?.values.label(1), "outlier");
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod file;
mod fit;
mod model;
mod params;

#[cfg(test)]
mod tests;

pub use model::OutliersModel;
pub use params::{KNeighborsOutliers, LocalOutlierFactor};
