//! Polynomial features.
//!
//! All products of powers of the numeric features up to a degree: $x, y, x^2, xy, y^2$ for degree 2. A linear model on them fits
//! polynomials with interactions. There are $\binom{p + d}{d}$ of them for $p$ features and degree $d$, so keep the degree low, or
//! take interactions only. Powers of large numbers are very large: scale before, and mind that a polynomial regression
//! (`polynomial-regression`) fits the same curve more accurately. Nothing but the names is fitted.
//!
//! Missing values stay missing in every product. No random numbers are drawn.
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_learner::{Fit, Model};
//! use hornbook_preprocessing::PolynomialFeatures;
//!
//! let table = Table::builder().number("x", vec![2.0]).number("y", vec![3.0]).build()?;
//! let model = PolynomialFeatures::default().include_bias(false).fit(&table.dataset())?;
//! let names: Vec<String> = model.transformer()?.outputs().into_iter().map(|output| output.name).collect();
//! assert_eq!(names, ["x", "y", "x^2", "x·y", "y^2"]);
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod fitted;
#[cfg(test)]
mod tests;

pub use fitted::{PolynomialFeatures, PolynomialProducts};

use hornbook_learner::TransformerModel;

/// Polynomial features as a model.
pub type PolynomialFeaturesModel = TransformerModel<PolynomialProducts>;
