//! Parts of dates.
//!
//! A learner sees a date as seconds since 1970, in which the months and the days of the week cannot be told. This replaces each
//! feature of dates by its year, month, day and so on. Parts that come round again (months, weekdays, hours) may be a sine and a
//! cosine each instead (`cyclic`), so that December is as near to January as to November. Nothing is fitted. Missing dates stay
//! missing. Days and times are those of the table, without time zones.
//!
//! ```
//! use hornbook_data::{Column, Feature, Table};
//! use hornbook_learner::{Fit, Model};
//! use hornbook_preprocessing::DateParts;
//!
//! let day = 86_400_000;
//! let table = Table::builder().column("when", Column::Date(vec![0, 59 * day].into())).build()?;
//! let model = DateParts::default().parts("month+weekday".to_string()).fit(&table.dataset())?;
//! let made = model.transformer()?.transform(&table.dataset().row_features())?;
//! assert!(matches!(made.features().column(0), Feature::Number(month) if *month == [1.0, 3.0]));
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod calendar;
mod fitted;
#[cfg(test)]
mod tests;

pub use calendar::DatePart;
pub use fitted::{DateColumn, DateParts};

use crate::column_wise::ColumnWise;
use hornbook_learner::TransformerModel;

/// Parts of dates as a model.
pub type DatePartsModel = TransformerModel<ColumnWise<DateColumn>>;
