//! Target encoding.
//!
//! A level is replaced by the mean of the target over the rows of that level, drawn towards the mean of all rows, so that
//! levels of few rows do not fit noise: $\lambda_i \bar{y}_i + (1 - \lambda_i) \bar{y}$. With `smooth=auto` the weight
//! $\lambda_i = n_i \sigma^2 / (n_i \sigma^2 + s_i^2)$ is that of an empirical Bayes estimate, of the variance $\sigma^2$ of the target and
//! that within the level, $s_i^2$; with a number $m$ it is $n_i / (n_i + m)$. For classes, the target is 1 for rows of the class
//! and else 0; with more than two classes, a feature becomes a column for each.
//!
//! A training row must not be encoded by its own target: the learner behind would take what leaks for a strong feature. In a
//! pipeline the training rows are therefore cross-fitted: the rows of a fold are encoded by the means of the other folds
//! (`folds`), which suit the roles of the rows, and rows to predict by those of all training rows. The folds depend on the seed and on
//! the features, not on the target. A row of weight 2 is in one fold, where two equal rows may be in two. Levels that training did
//! not see get the mean of all rows. Costs one pass for each fold.
//!
//! References: Micci-Barreca, *A preprocessing scheme for high-cardinality categorical attributes* (2001); Pargent, Pfisterer,
//! Thomas and Bischl, *Regularized target encoding outperforms traditional methods* (2022).
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_learner::{Fit, Model};
//! use hornbook_preprocessing::TargetEncoding;
//!
//! let table = Table::builder()
//!     .category("city", &[Some("u"), Some("u"), Some("v"), Some("v")])
//!     .number("price", vec![1.0, 3.0, 10.0, 14.0])
//!     .build()?;
//! let model = TargetEncoding::default().fit(&table.dataset().target("price")?)?;
//! assert!(model.explain().to_string().contains("city: u = 2."));
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod cross_fit;
mod level_means;
mod params;
#[cfg(test)]
mod tests;

pub use level_means::LevelMeans;
pub use params::{TargetEncoding, TargetSmoothing};

use crate::column_wise::ColumnWise;
use hornbook_learner::TransformerModel;

/// Fitted target encoding.
pub type TargetEncodingModel = TransformerModel<ColumnWise<LevelMeans>>;
