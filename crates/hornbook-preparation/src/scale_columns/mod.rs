//! Any learner on columns in comparable units.
//!
//! A distance adds up differences over columns, and a penalty adds up weights: both depend on the units that columns are
//! measured in. In metres a length counts a thousand times less than in millimetres, and its weight is punished a thousand times
//! more. Columns of numbers are therefore centred and divided by their spread before the learner within sees them,
//! $z_j = (x_j - c_j) / s_j$: by mean and standard deviation, by the range, or by median and quartiles where a few rows are far
//! out. Categories, truth values and texts stay as they are, and so do gaps.
//!
//! Centre and spread are settled on the training rows alone, and predicting uses them again, so that nothing of a test row is
//! known in training. A column that does not vary is only centred. Of rows without their zeros, numbers are divided and not
//! centred: zeros stay zeros. Quartiles cost a sort of each column, all else two passes. No random numbers are drawn.
//!
//! Trees, forests, boosting, naive Bayes, discriminants and plain least squares do not mind in which units columns are. Use
//! this for neighbours, for penalised linear models and for whatever takes steps along a gradient; `minds_scale` in a
//! learner's declaration says so.
//!
//! References: Hastie, Tibshirani and Friedman, *The elements of statistical learning* (2009), sections 3.4 and 13.3.
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_learner::{Entry, Fit, Model, Registry};
//! use hornbook_linear::Ridge;
//! use hornbook_preparation::ScaleColumns;
//!
//! Registry::fill(|| vec![Entry::of::<Ridge>()]); // or hornbook::registry()
//! let with_unit = |unit: f64| -> hornbook_core::Result<String> {
//!     let table = Table::builder()
//!         .number("length", [1.0, 2.0, 3.0, 4.0].map(|metres| metres * unit).to_vec())
//!         .number("y", vec![1.0, 3.0, 2.0, 5.0])
//!         .build()?;
//!     let model = ScaleColumns::default().estimator(Ridge::default()).fit(&table.dataset().target("y")?)?;
//!     Ok(model.predict(&table)?.values.label(0))
//! };
//! assert_eq!(with_unit(1.0)?, with_unit(1024.0)?, "the unit does not matter");
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod apply;
mod fit;
mod params;
mod scales;
#[cfg(test)]
mod tests;

pub use params::{ScaleColumns, ScaleRule};
pub use scales::{Scale, Scales};

use crate::preparation::PreparedModel;

/// In which units columns are, and the model that learned from the scaled rows.
pub type ScaleColumnsModel = PreparedModel<Scales>;
