//! The distributions behind intervals and tests.
//!
//! | distribution | functions |
//! |---|---|
//! | normal | [`normal_cdf`], [`normal_quantile`] |
//! | Student's t | [`student_cdf`], [`student_quantile`] |
//! | beta | [`beta_cdf`], [`beta_inverse`] |
//! | gamma and chi-square | [`gamma_tails`], [`chi_square_cdf`], [`chi_square_upper`], [`ln_chi_square_upper`], [`chi_square_quantile`] |
//! | Fisher's F | [`fisher_cdf`], [`fisher_upper`], [`fisher_quantile`] |
//! | binomial | [`binomial_probability`], [`binomial_cdf`], [`binomial_upper`] |
//! | studentized range | [`studentized_range_cdf`], [`studentized_range_upper`], [`studentized_range_quantile`] |
//! | Wilcoxon's signed rank | [`signed_rank_tails`] |
//!
//! Written by hand over libm's `erfc` and `lgamma`: statrs brings far more than is used here, and its `erfc` is
//! good to ten digits only. Everything here is good to about thirteen. A tail is computed as itself, never as
//! one minus the other, so small probabilities keep their digits. Arguments outside a function's domain give
//! NaN.

mod beta;
mod binomial;
mod fisher;
mod gamma;
mod normal;
mod numerics;
mod signed_rank;
mod student;
mod studentized_range;

pub use beta::{beta_cdf, beta_inverse};
pub use binomial::{binomial_cdf, binomial_probability, binomial_upper};
pub use fisher::{fisher_cdf, fisher_quantile, fisher_upper};
pub use gamma::{chi_square_cdf, chi_square_quantile, chi_square_upper, gamma_tails, ln_chi_square_upper};
pub use normal::{normal_cdf, normal_quantile};
pub use signed_rank::signed_rank_tails;
pub use student::{student_cdf, student_quantile};
pub use studentized_range::{studentized_range_cdf, studentized_range_quantile, studentized_range_upper};
