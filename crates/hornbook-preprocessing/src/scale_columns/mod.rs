//! Feature scaling before any learner.
//!
//! Distances and penalties on coefficients are scale-sensitive: in meters a length counts a thousand times less
//! than in millimeters, and its coefficient is penalized a thousand times more. Numeric features are therefore
//! centered and divided by their scale before the learner within sees them, $z_j = (x_j - c_j) / s_j$: by mean
//! and standard deviation (standardization), by the range (min-max), or by median and interquartile range
//! (robust scaling) where there are outliers. Categorical, boolean and text features and missing values are
//! passed through.
//!
//! Center and scale are fitted on the training data alone and reused in prediction, so that there is no data
//! leakage. A column that does not vary is only centered. Sparse rows are divided and not
//! centered: zeros stay zeros. Quartiles cost a sort of each column, all else two passes. No random numbers are drawn.
//!
//! Trees, forests, boosting, naive Bayes, discriminants and plain least squares are scale-invariant. Use
//! this for neighbors, for penalized linear models and for gradient descent; `scale_sensitive` in a
//! learner's declaration says so.
//!
//! References: Hastie, Tibshirani and Friedman, *The elements of statistical learning* (2009), sections 3.4 and 13.3.
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_learner::{RegistryEntry, Fit, Model, Registry};
//! use hornbook_linear::Ridge;
//! use hornbook_preprocessing::ScaleColumns;
//!
//! Registry::fill(|| vec![RegistryEntry::of::<Ridge>()]); // or hornbook::registry()
//! let with_unit = |unit: f64| -> hornbook_core::Result<String> {
//!     let table = Table::builder()
//!         .number("length", [1.0, 2.0, 3.0, 4.0].map(|meters| meters * unit).to_vec())
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
mod fitted_scaler;
mod params;
#[cfg(test)]
mod tests;

pub use fitted_scaler::{ColumnScale, FittedScaler};
pub use params::{ScaleColumns, ScalingMethod};

use crate::pipeline::PipelineModel;

/// Fitted center and scale of the features, and the model fitted on the scaled data.
pub type ScaleColumnsModel = PipelineModel<FittedScaler>;
