//! What a likelihood and its conjugate prior can do together.

use super::prior_statement::PriorStatement;
use super::statistics::SufficientStatistics;
use hornbook_core::Result;
use std::fmt;

/// A likelihood with its conjugate prior: the belief after rows is of the same family as the belief before.
///
/// A belief is a distribution of `hornbook_math::distributions`. What the rows say about it is in their
/// [`SufficientStatistics`], which are added row by row or merged; so a belief that is updated with some rows and then with
/// others is the belief updated with all of them. Parameters are lists of numbers, in the order of
/// [`parameters`](ConjugateFamily::parameters).
///
/// ```
/// use hornbook_bayes::estimation::{BernoulliBeta, ConjugateFamily};
/// use hornbook_math::distributions::{Beta, Univariate};
/// // Heads, heads, tails, tails, tails, heads, heads.
/// let coin = BernoulliBeta;
/// let seen = coin.statistics(&[1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0])?;
/// assert_eq!(coin.most_likely(&seen)?, [4.0 / 7.0]);
/// let posterior = coin.posterior(&Beta::new(1.0, 1.0)?, &seen)?;
/// assert_eq!(posterior, Beta::new(5.0, 4.0)?);
/// assert!((coin.predictive(&posterior)?.mean() - 5.0 / 9.0).abs() < 1e-15);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub trait ConjugateFamily: fmt::Debug + Clone + Send + Sync {
    /// What rows say about the parameters.
    type Statistics: SufficientStatistics;
    /// A distribution of the parameters: prior and posterior.
    type ParameterDistribution: fmt::Debug + Clone + PartialEq + Send + Sync;
    /// The posterior predictive distribution.
    type Predictive: fmt::Debug;

    /// The entry of the [registry](super::conjugate_pairs).
    fn pair(&self) -> &'static ConjugatePair;

    /// What the parameters are called.
    fn parameters(&self) -> Vec<String>;

    /// How many numbers a row has.
    fn columns(&self) -> usize {
        1
    }

    /// The statistics of no rows.
    fn empty(&self) -> Self::Statistics;

    /// Adds a row of a weight above 0; an error if the likelihood cannot have given it.
    fn add(&self, statistics: &mut Self::Statistics, row: &[f64], weight: f64) -> Result<()>;

    /// The parameters that make the rows most likely.
    fn most_likely(&self, statistics: &Self::Statistics) -> Result<Vec<f64>>;

    /// The logarithm of the likelihood of the rows if these are the parameters.
    fn ln_likelihood(&self, parameters: &[f64], statistics: &Self::Statistics) -> f64;

    /// The belief after the rows.
    fn posterior(
        &self,
        prior: &Self::ParameterDistribution,
        statistics: &Self::Statistics,
    ) -> Result<Self::ParameterDistribution>;

    /// The most probable parameters: where the density of the belief is largest. After rows, the MAP estimate.
    fn most_probable(&self, belief: &Self::ParameterDistribution) -> Result<Vec<f64>>;

    /// The mean of the parameters.
    fn expected(&self, belief: &Self::ParameterDistribution) -> Vec<f64>;

    /// The distribution of the next row, averaged over the belief.
    fn predictive(&self, belief: &Self::ParameterDistribution) -> Result<Self::Predictive>;

    /// The logarithm of the probability (or density) of the rows in their order, averaged over the prior.
    fn ln_evidence(&self, prior: &Self::ParameterDistribution, statistics: &Self::Statistics) -> Result<f64>;

    /// The equivalent sample size: how many rows the belief is worth.
    fn worth_rows(&self, belief: &Self::ParameterDistribution) -> f64;

    /// The prior that says what these statements say; which parameters they are about is said by the family.
    fn stated(&self, statements: &[PriorStatement]) -> Result<Self::ParameterDistribution>;

    /// A belief in words: `Beta(5, 4)`.
    fn describe(&self, belief: &Self::ParameterDistribution) -> String;

    /// The statistics of rows of weight 1, one after the other in `values`.
    fn statistics(&self, values: &[f64]) -> Result<Self::Statistics> {
        let mut statistics = self.empty();
        for row in values.chunks(self.columns()) {
            self.add(&mut statistics, row, 1.0)?;
        }
        Ok(statistics)
    }
}

/// One line of the registry of conjugate pairs, for docs and interfaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConjugatePair {
    /// Its name: `bernoulli-beta`.
    pub name: &'static str,
    /// The distribution of a row.
    pub likelihood: &'static str,
    /// The distribution of its parameters before.
    pub prior: &'static str,
    /// The same after rows, with its parameters.
    pub posterior: &'static str,
    /// The posterior predictive distribution.
    pub predictive: &'static str,
    /// What a row is.
    pub row: &'static str,
    /// How the posterior follows from the rows (KaTeX).
    pub update: &'static str,
}

impl fmt::Display for ConjugatePair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: {} with prior {}, posterior {}, posterior predictive {}",
            self.name, self.likelihood, self.prior, self.posterior, self.predictive
        )
    }
}
