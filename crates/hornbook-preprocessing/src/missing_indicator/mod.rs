//! Missing indicators.
//!
//! That a value is missing may say as much as a value: an indicator column is 1 where the feature is missing and 0
//! elsewhere. The features themselves are left out; `columns(@all=missing-indicator, @number=fill-missing)` keeps both, as
//! `fill-missing` with its own indicators does.
//!
//! What is missing is counted in one pass, in memory or in batches. No random numbers are drawn.
//!
//! References: Josse, Prost, Scornet and Varoquaux, *On the consistency of supervised learning with missing values* (2019).
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_learner::{Fit, Model};
//! use hornbook_preprocessing::MissingIndicator;
//!
//! let table = Table::builder().number("a", vec![1.0, f64::NAN]).number("b", vec![1.0, 2.0]).build()?;
//! let model = MissingIndicator::default().fit(&table.dataset())?;
//! assert_eq!(model.transformer()?.outputs().len(), 1);
//! assert_eq!(model.transformer()?.outputs()[0].name, "a is missing");
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod fitted;
#[cfg(test)]
mod tests;

pub use fitted::{IndicatorColumn, IndicatorFeatures, MissingIndicator};

use crate::column_wise::ColumnWise;
use hornbook_learner::TransformerModel;

/// Fitted missing indicators.
pub type MissingIndicatorModel = TransformerModel<ColumnWise<IndicatorColumn>>;
