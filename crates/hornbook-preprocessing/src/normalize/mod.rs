//! Normalization of rows.
//!
//! Each row is divided by its norm over all numeric features, so that only the proportions of a row count: rows of counts become
//! frequencies (`l1`), and the inner product of two rows their cosine (`l2`). A row of zeros stays as it is, and so do
//! missing values, which count as nothing. Nothing is fitted.
//!
//! ```
//! use hornbook_data::{Feature, Table};
//! use hornbook_learner::{Fit, Model};
//! use hornbook_preprocessing::Normalize;
//!
//! let table = Table::builder().number("a", vec![3.0]).number("b", vec![4.0]).build()?;
//! let model = Normalize::default().fit(&table.dataset())?;
//! let made = model.transformer()?.transform(&table.dataset().row_features())?;
//! assert!(matches!(made.features().column(1), Feature::Number(b) if b[0] == 0.8));
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod fitted;
#[cfg(test)]
mod tests;

pub use fitted::{Normalize, RowNorm, RowNormalizer};

use hornbook_learner::TransformerModel;

/// Normalization of rows as a model.
pub type NormalizeModel = TransformerModel<RowNormalizer>;
