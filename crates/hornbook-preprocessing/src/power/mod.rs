//! Power transforms.
//!
//! A monotonic transform that brings a skewed feature near a normal distribution: Box-Cox for positive numbers,
//! $y = (x^\lambda - 1) / \lambda$ and $\log x$ for $\lambda = 0$, and Yeo-Johnson for all, which is Box-Cox of $x + 1$ from
//! zero on, and of $1 - x$ with $2 - \lambda$ and the sign turned below. $\lambda$ maximizes the likelihood
//! $(\lambda - 1) \sum \operatorname{sign}(x_i) \log(1 + |x_i|) - \frac{n}{2} \log \operatorname{var}(y)$, whose negative is convex: its
//! derivative, which is known in closed form, is zero at one place, and bisection finds it to the last digits. A search for the
//! maximum itself, as scipy's, knows $\lambda$ to eight digits.
//!
//! The numbers of a column are kept, some sixty passes are made over each. Missing values stay missing, a column that does not vary
//! stays as it is. No random numbers are drawn.
//!
//! References: Box and Cox, *An analysis of transformations* (1964); Yeo and Johnson, *A new family of power transformations to
//! improve normality or symmetry* (2000); Marchand, Muzellec, Beguier, Ogier du Terrail and Andreux, *SecureFedYJ* (2022), for the
//! convexity.
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_learner::{Fit, Model};
//! use hornbook_preprocessing::Power;
//!
//! let table = Table::builder().number("x", vec![1.0, 2.0, 4.0, 8.0, 16.0]).build()?;
//! let model = Power::default().method(hornbook_preprocessing::power::PowerMethod::BoxCox).fit(&table.dataset())?;
//! assert!(model.fitted().columns()[0].as_ref().is_some_and(|column| column.lambda().abs() < 1e-12));
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod fitted;
mod likelihood;
#[cfg(test)]
mod tests;

pub use fitted::{Power, PowerColumn, PowerMethod};

use crate::column_wise::ColumnWise;
use hornbook_learner::TransformerModel;

/// Fitted power transforms.
pub type PowerModel = TransformerModel<ColumnWise<PowerColumn>>;
