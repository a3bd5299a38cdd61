//! One-hot encoding.
//!
//! Learners that compute with vectors need numbers for levels: a column for each level holds 1 in rows of that level and 0 in
//! all others. The columns of a feature add up to 1, which a linear model with an intercept cannot tell from the intercept:
//! `drop=first` leaves out the column of the first level, with which the others are then compared (dummy coding). Rare levels may
//! share one column, so that a feature of thousands of levels does not become thousands of columns.
//!
//! Levels are counted in one pass, in memory or in batches. Levels that no training row has get no column: in
//! cross-validation, the rows of the test fold do not change the columns. No random numbers are drawn.
//!
//! Trees, naive Bayes and k-nearest neighbors take categories as they are, and mostly do better so. For features of very many
//! levels use target encoding or feature hashing.
//!
//! References: Hastie, Tibshirani and Friedman, *The elements of statistical learning* (2009), section 2.2.
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_learner::{Fit, Model};
//! use hornbook_preprocessing::OneHot;
//!
//! let table = Table::builder().category("color", &[Some("red"), Some("blue"), Some("red")]).build()?;
//! let model = OneHot::default().fit(&table.dataset())?;
//! let names: Vec<String> = model.transformer()?.outputs().into_iter().map(|output| output.name).collect();
//! assert_eq!(names, ["color=blue", "color=red"]);
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod encode;
mod fit;
mod fitted;
mod params;
#[cfg(test)]
mod tests;

pub use fitted::{FittedOneHot, OneHotLevels};
pub use params::{DroppedLevel, OneHot, UnknownLevel};

use hornbook_learner::TransformerModel;

/// Fitted one-hot encoding.
pub type OneHotModel = TransformerModel<FittedOneHot>;
