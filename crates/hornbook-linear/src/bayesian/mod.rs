//! Bayesian linear regression.
//!
//! # The model
//!
//! $y = w_0 + w^\top x + \varepsilon$ with normal noise of precision $\alpha$ (one over its variance) and a normal prior
//! $w \sim N(0, \lambda^{-1} I)$. Given the rows, the weights are normal with
//!
//! $$\Sigma = (\lambda I + \alpha X^\top V X)^{-1}, \qquad \mu = \alpha \Sigma X^\top V y,$$
//!
//! where $V$ holds the weights of the rows. The mean is ridge regression with the penalty $\lambda /
//! \alpha$. The intercept has no prior: columns and target are measured from their means, and it counts as
//! known there.
//!
//! # The algorithm
//!
//! One pass gathers the sums of products of all columns, merged in order, so that threads and batches
//! change nothing. Along the axes of their eigenvectors all that follows are sums over columns. Precisions
//! that are not given have gamma priors (`alpha_1`, `alpha_2`, `lambda_1`, `lambda_2`), and make targets
//! and precisions most likely. With the number of weights that the rows determine, $\gamma = \sum_j \alpha
//! e_j / (\lambda + \alpha e_j)$, each iteration sets
//!
//! $$\lambda = \frac{\gamma + 2 \lambda_1}{\|\mu\|^2 + 2 \lambda_2}, \qquad
//!   \alpha = \frac{n - \gamma + 2 \alpha_1}{\|y - X \mu\|^2 + 2 \alpha_2}$$
//!
//! (MacKay's evidence maximization) until neither changes. Iterations cost next to nothing, so that the
//! tolerance is tighter than scikit-learn's, and the score of each, scikit-learn's `compute_score`, is
//! always in the trace.
//!
//! # What is said about it
//!
//! The posterior of the coefficients ([`Posterior`](crate::CoefficientPosterior)), the log evidence $\ln
//! p(y \mid \alpha, \lambda)$ by which models may be compared, and for rows the standard deviations and
//! intervals of their targets ([`predictive_intervals`](crate::LinearModel::predictive_intervals)): noise,
//! and what the coefficients are not sure of.
//!
//! # Cost
//!
//! O(n p² + p³) time for $n$ rows and $p$ columns, O(p²) memory beside the rows, and in the file.
//!
//! # When to use something else
//!
//! Where the noise is not normal or there are outliers, intervals are wrong: use a robust loss, or
//! quantiles. Where most columns say nothing: the lasso.
//!
//! # References
//!
//! MacKay, *Bayesian interpolation* (1992); Bishop, *Pattern recognition and machine learning* (2006), 3.3–3.5; Tipping,
//! *Sparse Bayesian learning and the relevance vector machine* (2001).
//!
//! # Example
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_learner::{Fit, Model};
//! use hornbook_linear::BayesianRidge;
//!
//! let table = Table::builder().number("x", vec![1.0, 2.0, 3.0]).number("y", vec![1.0, 2.0, 2.5]).build()?;
//! let known = BayesianRidge::default().fit_intercept(false).prior_precision(Some(1.0)).noise_precision(Some(2.0));
//! let model = known.fit(&table.dataset().target("y")?)?;
//! // The precision of the weight is 1 + 2 · 14.
//! assert!((model.weights().at(0, 0) - 25.0 / 29.0).abs() < 1e-12);
//! assert!((model.posterior().unwrap().covariance().at(0, 0) - 1.0 / 29.0).abs() < 1e-12);
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod events;
mod evidence;
mod fit;
mod params;

#[cfg(test)]
mod tests;

pub use events::BayesianEvent;
pub use params::BayesianRidge;
