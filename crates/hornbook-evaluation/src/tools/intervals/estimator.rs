//! Bias and variance of an estimator.

use crate::intervals::estimator_properties;
use hornbook_core::{Choice, Error, NamedNumbers, Result, Rng, Run, Tool, WorkedSolution};
use hornbook_math::distributions::{Univariate, UnivariateFamily};
use hornbook_math::quantiles::{QuantileMethod, quantile};

/// An estimator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum Estimator {
    /// Sample mean, of the mean.
    Mean,
    /// Sample median, of the median.
    Median,
    /// Variance with divisor n, of the variance.
    VarianceN,
    /// Variance with divisor n − 1, of the variance.
    Variance,
    /// Standard deviation with divisor n − 1, of the standard deviation.
    Deviation,
    /// Largest value, of the largest possible value.
    Maximum,
    /// Training error: the least error rate of several hypotheses on the sample by which the best is chosen, of its true error p (a
    /// Bernoulli distribution).
    TrainingError,
}

/// Bias and variance of an estimator, by simulation: E[Y] − truth, Var[Y], and the expected squared error.
///
/// Among unbiased estimators the one of least variance is best. The training error is optimistically biased, because the hypothesis
/// is not independent of the sample.
#[derive(Debug, Tool)]
#[tool(
    name = "estimator",
    chapter = "Confidence intervals",
    aliases("bias of an estimator", "variance of an estimator", "unbiased estimator", "estimation bias"),
    random
)]
pub struct EstimatorTool {
    /// Estimator Y.
    #[param(default = Estimator::Mean)]
    estimator: Estimator,
    /// Family of the distribution of the values.
    #[param(default = UnivariateFamily::Normal)]
    family: UnivariateFamily,
    /// Parameters of the family, by name or in order.
    #[param(default = NamedNumbers::default())]
    parameters: NamedNumbers,
    /// Values of each sample, n.
    #[param(default = 10, range = "1..=1000000")]
    n: usize,
    /// Number of samples.
    #[param(default = 10000, range = "2..=10000000")]
    draws: usize,
    /// Number of hypotheses among which the training error is the least.
    #[param(default = 10, range = "1..=100000")]
    hypotheses: usize,
}

impl EstimatorTool {
    fn estimate(&self, distribution: &dyn Univariate, rng: &mut Rng) -> f64 {
        let values: Vec<f64> = (0..self.n).map(|_| distribution.sample(rng)).collect();
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let squares = || values.iter().map(|x| (x - mean).powi(2)).sum::<f64>();
        match self.estimator {
            Estimator::Mean => mean,
            Estimator::Median => quantile(&values, None, 0.5, QuantileMethod::Linear),
            Estimator::VarianceN => squares() / n,
            Estimator::Variance => squares() / (n - 1.0),
            Estimator::Deviation => (squares() / (n - 1.0)).sqrt(),
            Estimator::Maximum => values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            Estimator::TrainingError => {
                let more = (1..self.hypotheses)
                    .map(|_| (0..self.n).map(|_| distribution.sample(rng)).sum::<f64>() / n);
                more.fold(mean, f64::min)
            }
        }
    }

    fn truth(&self, distribution: &dyn Univariate) -> f64 {
        match self.estimator {
            Estimator::Mean | Estimator::TrainingError => distribution.mean(),
            Estimator::Median => distribution.quantile(0.5),
            Estimator::VarianceN | Estimator::Variance => distribution.variance(),
            Estimator::Deviation => distribution.deviation(),
            Estimator::Maximum => distribution.support().1,
        }
    }
}

impl Tool for EstimatorTool {
    type Report = WorkedSolution;

    fn compute(&self, run: &Run) -> Result<WorkedSolution> {
        if self.estimator == Estimator::TrainingError && self.family != UnivariateFamily::Bernoulli {
            return Err(Error::data(
                "errors are 0 or 1",
                "give --family bernoulli --parameters with the true error",
            ));
        }
        let distribution = self.family.distribution(&self.parameters)?;
        let truth = self.truth(distribution.as_ref());
        if !truth.is_finite() {
            return Err(Error::data(
                format!("what the {} estimates is not finite", self.estimator.name()),
                "choose another distribution or estimator",
            ));
        }
        let estimate = |rng: &mut Rng| self.estimate(distribution.as_ref(), rng);
        let found = estimator_properties(truth, estimate, self.draws, run.root_seed(), run)?;
        let mut solution = WorkedSolution::by("bias = E[Y] − truth, E[(Y − truth)²] = bias² + Var[Y]");
        solution.result("truth", truth);
        solution.labeled("mean", "E[Y]", truth + found.bias);
        solution.result("bias", found.bias);
        solution.labeled("standard_error", "standard error of the bias", found.standard_error);
        solution.labeled("variance", "Var[Y]", found.variance);
        solution.labeled("squared_error", "E[(Y − truth)²]", found.squared_error);
        let is_unbiased = found.bias.abs() <= 3.0 * found.standard_error;
        solution.value("unbiased", is_unbiased.into());
        solution.say(match is_unbiased {
            true => "the bias is within three standard errors of 0: the estimator may well be unbiased",
            false if found.bias < 0.0 => "the estimator is biased: it is too low on average",
            false => "the estimator is biased: it is too high on average",
        });
        Ok(solution)
    }
}
