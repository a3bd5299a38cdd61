//! Ordinal encoding.
//!
//! Each categorical feature becomes one column of the numbers 0, 1, 2, … of its levels, in their order. Learners that read numbers
//! as codes or split them (trees of other programs) take such columns; a linear model would take the numbers for
//! amounts, which they are not, unless the levels have an order that means something.
//!
//! Levels are counted in one pass, in memory or in batches. No random numbers are drawn.
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_learner::{Fit, Model};
//! use hornbook_preprocessing::Ordinal;
//!
//! let table = Table::builder().category("size", &[Some("S"), Some("L"), None]).build()?;
//! let model = Ordinal::default().fit(&table.dataset())?;
//! assert!(model.explain().to_string().contains("size: L = 0, S = 1, missing stays missing"));
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod fitted;
mod params;
#[cfg(test)]
mod tests;

pub use fitted::LevelNumbers;
pub use params::{Ordinal, OrdinalUnknown};

use crate::column_wise::ColumnWise;
use hornbook_learner::TransformerModel;

/// Fitted ordinal encoding.
pub type OrdinalModel = TransformerModel<ColumnWise<LevelNumbers>>;
