//! Spline features.
//!
//! A numeric feature becomes B-splines: bumps made of polynomials of a degree, between knots at equal distances or at quantiles, each
//! of which is zero but between a few neighboring knots. They add up to 1. A linear model on them fits a smooth curve, without the
//! wild ends of polynomials of high degree. Beyond the first and the last knot of training, the curve is held constant, goes on
//! straight or as its last polynomial, or repeats itself (`periodic`, for angles and times of day).
//!
//! Knots at equal distances take one pass, those at quantiles keep and sort the numbers of a column. Missing values stay
//! missing. A column that does not vary stays as it is. No random numbers are drawn.
//!
//! References: de Boor, *A practical guide to splines* (1978); Eilers and Marx, *Flexible smoothing with B-splines and penalties*
//! (1996).
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_learner::{Fit, Model};
//! use hornbook_preprocessing::SplineFeatures;
//!
//! let table = Table::builder().number("x", (0..20).map(f64::from).collect()).build()?;
//! let model = SplineFeatures::default().fit(&table.dataset())?;
//! assert_eq!(model.transformer()?.outputs().len(), 7);
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod fitted;
mod params;
#[cfg(test)]
mod tests;

pub use fitted::SplineColumn;
pub use params::{SplineExtrapolation, SplineFeatures, SplineKnots};

use crate::column_wise::ColumnWise;
use hornbook_learner::TransformerModel;

/// Fitted spline features.
pub type SplineFeaturesModel = TransformerModel<ColumnWise<SplineColumn>>;
