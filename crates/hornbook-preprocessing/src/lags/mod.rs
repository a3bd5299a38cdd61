//! Lags.
//!
//! A lag of $k$ is the value of a column $k$ rows before: yesterday's sales beside today's. Rows are in the order of a column
//! (`order`), or stand in order; within groups (`group`) each group has its own past. The first rows have no past, and their lags
//! are missing. With lags, any learner becomes an autoregression.
//!
//! The model keeps the last training rows of each group, so that rows to predict that follow them have their lags. Without an
//! order all rows to predict follow the training rows; with one, those training rows are their past that come before the first of
//! them, so that training rows that are given again get the lags that they had. Rows whose group or place in the order is missing
//! have no past, nor have categories that were not in training; unseen texts are groups of their own.
//!
//! All rows are read at once, since a row depends on those before: there is no training in batches. A row of weight 2 is one row of
//! its sequence. No random numbers are drawn; sorting costs $n \log n$.
//!
//! Evaluate with the role `order`, so that no row is predicted from later ones.
//!
//! Reference: Hyndman and Athanasopoulos, *Forecasting: principles and practice* (2021).
//!
//! ```
//! use hornbook_data::{Feature, Table};
//! use hornbook_learner::{Fit, Model};
//! use hornbook_preprocessing::Lags;
//!
//! let days = Table::builder().number("sold", vec![5.0, 7.0, 6.0]).build()?;
//! let model = Lags::default().lags(vec![1.0, 2.0]).fit(&days.dataset())?;
//! let next = Table::builder().number("sold", vec![9.0]).build()?;
//! let made = model.transformer()?.transform(&next.dataset().row_features())?;
//! assert!(matches!(made.features().column(1), Feature::Number(lag) if *lag == [6.0]));
//! assert!(matches!(made.features().column(2), Feature::Number(lag) if *lag == [7.0]));
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod params;
#[cfg(test)]
mod tests;

pub use params::{Lag, Lags};

use crate::row_sequences::TrailingColumns;
use hornbook_learner::TransformerModel;

/// Fitted lags.
pub type LagsModel = TransformerModel<TrailingColumns<Lag>>;
