//! Rolling windows.
//!
//! Statistics of a column over the rows before a row: the mean of the last seven days. The window is of `window` rows in the order
//! of a column (`order`), or as they stand, within groups (`group`); the row itself is outside (pandas' `closed="left"`), or the last
//! row of the window with `include_current=true`. Missing values in a window are left out; where fewer than `min_periods` are
//! left, the statistic is missing, as it is in the first rows. The count is always there. The standard deviation is that of a sample,
//! $\sqrt{\sum (x_i - \bar{x})^2 / (n - 1)}$, and missing for one value.
//!
//! The model keeps the last training rows of each group and continues from them, as [`lags`](crate::lags) do, with the same rules
//! for rows without order or group. Each window is added up by itself, so that no rounding travels from row to row: $n w$ steps
//! for a window of $w$ rows. A row of weight 2 is one row of its sequence. No random numbers are drawn.
//!
//! ```
//! use hornbook_data::{Feature, Table};
//! use hornbook_learner::{Fit, Model};
//! use hornbook_preprocessing::RollingWindows;
//!
//! let days = Table::builder().number("sold", vec![5.0, 7.0, 6.0]).build()?;
//! let model = RollingWindows::default().window(2).fit(&days.dataset())?;
//! let next = Table::builder().number("sold", vec![9.0]).build()?;
//! let made = model.transformer()?.transform(&next.dataset().row_features())?;
//! assert!(matches!(made.features().column(1), Feature::Number(mean) if *mean == [6.5]));
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod params;
mod statistic;
#[cfg(test)]
mod tests;

pub use params::RollingWindows;
pub use statistic::{RollingStatistic, WindowStatistic};

use crate::row_sequences::TrailingColumns;
use hornbook_learner::TransformerModel;

/// Fitted rolling windows.
pub type RollingWindowsModel = TransformerModel<TrailingColumns<RollingStatistic>>;
