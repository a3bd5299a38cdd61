//! Reckoning with probabilities: tables of two variables, Bayes' rule, the laws of large numbers, expectations.
//!
//! | topic | items |
//! |---|---|
//! | two variables by their joint probabilities | [`JointTable`] |
//! | Bayes' rule and the evidence | [`posterior`] |
//! | bounds and limit laws | [`chebyshev`], [`large_numbers_bound`], [`large_numbers_size`], [`standardized_mean`], [`mean_and_variance_of_mean`] |
//! | probabilities and moments of a density by integration | [`integrate`], [`expectation`] |

mod bayes;
mod integral;
mod joint;
mod limits;

pub use bayes::{HypothesisPosterior, posterior};
pub use integral::{expectation, integrate};
pub use joint::JointTable;
pub use limits::{
    chebyshev, chebyshev_deviations, large_numbers_bound, large_numbers_size, mean_and_variance_of_mean,
    standardized_mean,
};
