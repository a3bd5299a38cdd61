//! Feature scaling.
//!
//! Distances and penalties on coefficients are scale-sensitive: in meters a length counts a thousand times less
//! than in millimeters, and its coefficient is penalized a thousand times more. Numeric features are therefore
//! centered and divided by their scale before the learner behind it in a pipeline sees them, $z_j = (x_j - c_j) / s_j$: by mean
//! and standard deviation (standardization), by the range (min-max), by the largest absolute value (max-abs), or by median and
//! interquartile range (robust scaling) where there are outliers. Categorical, boolean and text features and missing values are
//! passed through.
//!
//! Center and scale are fitted on the training data alone and reused in prediction, so that there is no data
//! leakage. A column that does not vary is only centered. Sparse rows are divided and not
//! centered: zeros stay zeros. All is fitted in one pass, in memory or in batches; quartiles keep the numbers of a column and cost
//! a sort. No random numbers are drawn.
//!
//! Trees, forests, boosting, naive Bayes, discriminants and plain least squares are scale-invariant. Use
//! this for neighbors, for penalized linear models and for gradient descent; `scale_sensitive` in a
//! learner's declaration says so.
//!
//! References: Hastie, Tibshirani and Friedman, *The elements of statistical learning* (2009), sections 3.4 and 13.3.
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_learner::{Fit, Model};
//! use hornbook_preprocessing::ScaleColumns;
//!
//! let table = Table::builder().number("length", vec![1.0, 2.0, 3.0, 6.0]).build()?;
//! let scaler = ScaleColumns::default().fit(&table.dataset())?;
//! assert_eq!(scaler.fitted().scales().next().flatten().map(|scale| scale.center), Some(3.0));
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod apply;
mod fit;
mod fitted_scaler;
mod params;
#[cfg(test)]
mod tests;

pub use fitted_scaler::{FittedScaler, ScaledColumn};
pub use params::{ScaleColumns, ScalingMethod};

use hornbook_learner::TransformerModel;

/// Fitted center and scale of the features.
pub type ScaleColumnsModel = TransformerModel<FittedScaler>;
