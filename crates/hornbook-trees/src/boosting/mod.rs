//! Gradient boosting: trees grown one after the other, each on what those before it got wrong.
//!
//! # The model
//!
//! The score of a row is a constant plus a sum of trees, $F(x) = F_0 + \nu \sum_m f_m(x)$. For numbers the score is the
//! prediction, or its logarithm; for two classes it is the log odds of the second; for more classes there is a score, and a
//! tree an iteration, for each. Every iteration fits a tree to the gradients $g_i$ and Hessians $h_i$ of the loss at the
//! present scores: it takes the split that gains most,
//!
//! $$\text{gain} = \tfrac12\left(\frac{G_1^2}{H_1+\lambda} + \frac{G_2^2}{H_2+\lambda} - \frac{G^2}{H+\lambda}\right),$$
//!
//! where $G$ and $H$ are sums over the rows of a side, and always splits the leaf whose best split gains most. A leaf's
//! value is $-G/(H+\lambda)$; for absolute error, quantiles and Huber's loss it is the best constant for its residuals.
//!
//! # What it does with columns
//!
//! Numbers are put into at most 255 bins of about equal weight, once. The levels of a category are put in order of their
//! best values, smoothed, and cut in two sets; of a category of more than four levels, rare ones are not separated, and at
//! most 32 are on one side. Missing values go to the side where they gain more; where a node saw none in
//! training, they follow the heavier child, and so do levels that it never saw.
//!
//! # Exactness
//!
//! Gradients become integers of 31 bits before they are added up, so the model is the same, bit for bit, on any number
//! of threads, and sums do not depend on the order of the rows. Histograms use the leading bits (11 and a sign for a
//! million rows, more for fewer); leaves use all. The smallest weight of a leaf is kept exactly.
//!
//! # Cost
//!
//! A tree costs O(rows · columns) for the first split and less for each later one, since only the smaller of two children
//! is added up. Memory: two bytes a value, 40 bytes a row.
//!
//! # When to use something else
//!
//! A single tree if the model must be read, a linear model if the relation is smooth or the rows are few. A forest needs
//! less care with its parameters.
//!
//! # References
//!
//! Friedman, *Greedy function approximation* (2001); Chen and Guestrin, *XGBoost* (2016); Ke and others, *LightGBM*
//! (2017); Burges, *From RankNet to LambdaRank to LambdaMART* (2010).
//!
//! # Example
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_learner::{Fit, Model};
//! use hornbook_trees::GradientBoosting;
//!
//! let x: Vec<f64> = (0..200).map(f64::from).collect();
//! let y: Vec<f64> = x.iter().map(|x| (x / 30.0).sin()).collect();
//! let table = Table::builder().number("x", x).number("y", y).build()?;
//! let model = GradientBoosting::default().fit(&table.dataset().target("y")?)?;
//! let hornbook_learner::Predictions::Numbers(predicted) = model.predict(&table)?.values else { unreachable!() };
//! assert!((predicted[47] - (47.0f64 / 30.0).sin()).abs() < 0.05);
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod diagram;
mod divide;
mod events;
mod explain;
mod file;
mod fit;
mod gradients;
mod grow;
mod histogram;
mod losses;
mod matrix;
mod model;
mod objective;
mod params;
mod split;
mod training;

#[cfg(test)]
mod tests;

pub use events::BoostingEvent;
pub use losses::{GradHess, PointLoss, RowLoss};
pub use model::GradientBoostingModel;
pub use params::{BoostingLoss, GradientBoosting};
