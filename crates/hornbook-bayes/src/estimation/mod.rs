//! Parameter estimation with conjugate priors: MLE, MAP and the whole posterior.
//!
//! # MLE, MAP and full Bayes
//!
//! - *Maximum likelihood* takes the parameters that make the rows most likely: $\arg\max_\theta p(D \mid \theta)$.
//! - *Maximum a posteriori* takes the most probable ones: $\arg\max_\theta p(D \mid \theta)\, p(\theta)$. It is not the mean
//!   of the posterior.
//! - *Full Bayes* takes none: it keeps the posterior $p(\theta \mid D)$, predicts with
//!   $p(x \mid D) = \int p(x \mid \theta)\, p(\theta \mid D)\, \mathrm{d}\theta$, and compares models by their evidence
//!   $p(D) = \int p(D \mid \theta)\, p(\theta)\, \mathrm{d}\theta$.
//!
//! A [`ConjugateFamily`] is a likelihood with the prior for which all of these are formulas, see
//! [`conjugate_pairs`]. What the rows say is in their [`SufficientStatistics`], which merge: an
//! [`ConjugateEstimate`] reads a dataset on threads or in batches, and more rows later give the same as all
//! at once. Priors can be given as [`PriorStatement`]s, and [`curve`] and [`grid`] draw the prior and the
//! posterior.
//!
//! The inverse scale of the normal-Wishart distribution and the squared scale of the predictive t distributions are as in
//! `hornbook_math::distributions`.
//!
//! # Cost
//!
//! One pass: O(n) time for $n$ rows of one number, O(n d²) for normal rows of $d$ columns. Memory: the statistics.
//!
//! # References
//!
//! DeGroot, *Optimal statistical decisions* (1970); Gelman and others, *Bayesian data analysis* (2013); Murphy, *Conjugate
//! Bayesian analysis of the Gaussian distribution* (2007).

mod by_name;
mod estimate;
mod family;
mod multivariate;
mod normal;
mod normal_mean_precision;
mod normal_variance;
mod outcomes;
mod posterior_curve;
mod prior_statement;
mod rates;
mod registry;
mod statistics;
mod summary;
mod wording;

#[cfg(test)]
mod tests;

pub use by_name::{ColumnsEstimate, NextRow, PriorSpec, conjugate_pair, estimate_columns};
pub use estimate::ConjugateEstimate;
pub use family::{ConjugateFamily, ConjugatePair};
pub use multivariate::{MultivariateMean, MultivariateMeanPrecision};
pub use normal::NormalMean;
pub use normal_mean_precision::NormalMeanPrecision;
pub use normal_variance::{NormalPrecision, NormalVariance};
pub use outcomes::{BernoulliBeta, BinomialBeta, CategoricalDirichlet, MultinomialDirichlet};
pub use posterior_curve::{CurvePoint, PosteriorGrid, curve, grid};
pub use prior_statement::{PriorStatement, USUAL_SHARE};
pub use rates::{ExponentialGamma, PoissonGamma};
pub use registry::conjugate_pairs;
pub use statistics::{OutcomeSums, ScatterMoments, SufficientStatistics};
pub use summary::{EstimateSummary, ParameterSummary};
