//! Quantile transform.
//!
//! A number becomes the fraction of the training rows below it, or the quantile of the normal distribution at that fraction: whatever
//! the distribution of a feature was, it is uniform or normal then, and outliers are as near as any other number. Between
//! quantiles the fraction is interpolated, and where many rows are equal it is the middle of theirs. Distances within a
//! feature are lost.
//!
//! The numbers of a column are kept and sorted. Missing values stay missing. All training rows are used, so that no
//! random numbers are drawn (scikit-learn draws 10,000 of them).
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_learner::{Fit, Model};
//! use hornbook_preprocessing::QuantileTransform;
//!
//! let table = Table::builder().number("x", vec![1.0, 10.0, 100.0, 1000.0, 10000.0]).build()?;
//! let model = QuantileTransform::default().fit(&table.dataset())?;
//! let made = model.transformer()?.transform(&table.dataset().row_features())?;
//! assert_eq!(made.features().column(0).len(), 5);
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod fitted;
#[cfg(test)]
mod tests;

pub use fitted::{OutputDistribution, QuantileColumn, QuantileTransform};

use crate::column_wise::ColumnWise;
use hornbook_learner::TransformerModel;

/// Fitted quantile transforms.
pub type QuantileTransformModel = TransformerModel<ColumnWise<QuantileColumn>>;
