//! Distributions: densities, tails, quantiles, moments, random numbers, fitting and conjugate updating.
//!
//! Of one number, each a [`Univariate`]:
//!
//! | values | distributions |
//! |---|---|
//! | two or listed values | [`Bernoulli`], [`Discrete`] |
//! | integers | [`Binomial`], [`Geometric`], [`Poisson`], [`NegativeBinomial`], [`Hypergeometric`], [`BetaBinomial`] |
//! | all numbers | [`Normal`], [`Student`], [`Cauchy`], [`Laplace`], [`Logistic`] |
//! | positive numbers | [`LogNormal`], [`Exponential`], [`Gamma`], [`InverseGamma`], [`ChiSquare`], [`Fisher`], [`Weibull`], [`Lomax`] |
//! | between two ends | [`Uniform`], [`Beta`] |
//!
//! Of several numbers, each a [`Multivariate`]: [`Multinomial`], [`Dirichlet`], [`DirichletMultinomial`],
//! [`MultivariateNormal`], [`MultivariateStudent`], [`Wishart`], [`NormalGamma`], [`NormalWishart`].
//!
//! Conjugate priors, each with `posterior` and `predictive`:
//!
//! | of | prior | next value |
//! |---|---|---|
//! | a probability | [`Beta`] | [`BetaBinomial`] |
//! | probabilities of several outcomes | [`Dirichlet`] | [`DirichletMultinomial`] |
//! | a Poisson rate | [`Gamma`] | [`NegativeBinomial`] |
//! | the rate of a waiting time | [`Gamma`] | [`Lomax`] |
//! | a normal mean | [`Normal`], [`MultivariateNormal`] | the same |
//! | a normal variance | [`InverseGamma`] | [`Student`] |
//! | a normal mean and precision | [`NormalGamma`], [`NormalWishart`] | [`Student`], [`MultivariateStudent`] |
//!
//! Beneath, and for intervals and tests, plain functions:
//!
//! | distribution | functions |
//! |---|---|
//! | normal | [`normal_cdf`], [`ln_normal_cdf`], [`normal_quantile`] |
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
//! NaN; parameters that a distribution cannot have are an error.

mod bernoulli;
mod beta;
mod beta_binomial;
mod binomial;
mod cauchy;
pub(crate) mod checks;
mod chi_square;
mod covariance_factor;
mod dirichlet;
mod dirichlet_multinomial;
mod discrete;
mod exponential;
mod family;
mod fisher;
mod fitting;
mod gamma;
mod geometric;
mod hypergeometric;
mod inverse_gamma;
mod laplace;
mod log_normal;
mod logistic;
mod lomax;
mod multinomial;
mod multivariate;
mod multivariate_normal;
mod multivariate_student;
mod negative_binomial;
mod normal;
mod normal_gamma;
mod normal_wishart;
pub(crate) mod numerics;
mod poisson;
mod sampling;
mod signed_rank;
mod student;
mod studentized_range;
mod uniform;
mod univariate;
mod weibull;
mod whole;
mod wishart;

pub use bernoulli::Bernoulli;
pub use beta::{Beta, beta_cdf, beta_inverse};
pub use beta_binomial::BetaBinomial;
pub use binomial::{Binomial, binomial_cdf, binomial_probability, binomial_upper};
pub use cauchy::Cauchy;
pub use chi_square::ChiSquare;
pub use dirichlet::Dirichlet;
pub use dirichlet_multinomial::DirichletMultinomial;
pub use discrete::Discrete;
pub use exponential::Exponential;
pub use family::UnivariateFamily;
pub(crate) use family::count;
pub use fisher::{Fisher, fisher_cdf, fisher_quantile, fisher_upper};
pub use gamma::{
    Gamma, chi_square_cdf, chi_square_quantile, chi_square_upper, gamma_tails, ln_chi_square_upper,
};
pub use geometric::Geometric;
pub use hypergeometric::Hypergeometric;
pub use inverse_gamma::InverseGamma;
pub use laplace::Laplace;
pub use log_normal::LogNormal;
pub use logistic::Logistic;
pub use lomax::Lomax;
pub use multinomial::Multinomial;
pub use multivariate::Multivariate;
pub use multivariate_normal::MultivariateNormal;
pub use multivariate_student::MultivariateStudent;
pub use negative_binomial::NegativeBinomial;
pub use normal::{Normal, ln_normal_cdf, normal_cdf, normal_quantile};
pub use normal_gamma::NormalGamma;
pub use normal_wishart::NormalWishart;
pub use poisson::Poisson;
pub use signed_rank::signed_rank_tails;
pub use student::{Student, student_cdf, student_quantile};
pub use studentized_range::{studentized_range_cdf, studentized_range_quantile, studentized_range_upper};
pub use uniform::Uniform;
pub use univariate::{Tail, Univariate};
pub use weibull::Weibull;
pub use wishart::Wishart;
