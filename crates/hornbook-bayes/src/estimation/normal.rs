//! Normal variables of one column.

use super::family::{ConjugateFamily, ConjugatePair};
use super::prior_statement::{PriorStatement, normal, one_for_each, worth};
use super::registry;
use super::statistics::{ScatterMoments, at_least_one_row};
use hornbook_core::format::significant;
use hornbook_core::{Error, Result};
use hornbook_math::distributions::{Normal, Univariate as _};
use std::f64::consts::TAU;

/// A normal variable of known variance and unknown mean. Statements are about the mean.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NormalMean {
    variance: f64,
}

impl NormalMean {
    /// Of this variance, above 0.
    pub fn new(variance: f64) -> Result<NormalMean> {
        if variance > 0.0 && variance.is_finite() {
            return Ok(NormalMean { variance });
        }
        Err(Error::data(format!("the known variance is {variance}"), "give a finite number above 0"))
    }
}

/// The log-likelihood of rows by their sum of squares about the mean.
pub(super) fn ln_likelihood(weight: f64, squares: f64, precision: f64) -> f64 {
    0.5 * (weight * (precision / TAU).ln() - precision * squares)
}

/// The only parameter.
pub(super) fn first(parameters: &[f64]) -> f64 {
    parameters.first().copied().unwrap_or(f64::NAN)
}

impl ConjugateFamily for NormalMean {
    type Statistics = ScatterMoments;
    type ParameterDistribution = Normal;
    type Predictive = Normal;

    fn pair(&self) -> &'static ConjugatePair {
        &registry::NORMAL_MEAN
    }

    fn parameters(&self) -> Vec<String> {
        vec!["mean".to_string()]
    }

    fn empty(&self) -> ScatterMoments {
        ScatterMoments::empty(1)
    }

    fn add(&self, statistics: &mut ScatterMoments, row: &[f64], weight: f64) -> Result<()> {
        statistics.add(row, weight)
    }

    fn most_likely(&self, statistics: &ScatterMoments) -> Result<Vec<f64>> {
        at_least_one_row(statistics)?;
        Ok(statistics.mean.clone())
    }

    fn ln_likelihood(&self, parameters: &[f64], statistics: &ScatterMoments) -> f64 {
        ln_likelihood(statistics.weight, statistics.squares_about(first(parameters)), self.variance.recip())
    }

    fn posterior(&self, prior: &Normal, statistics: &ScatterMoments) -> Result<Normal> {
        let (before, seen) = (prior.variance().recip(), statistics.weight / self.variance);
        // As a step from the prior's mean, which stays exactly where it is without rows.
        let mean = prior.mean() + seen / (before + seen) * (statistics.mean[0] - prior.mean());
        Normal::new(if seen > 0.0 { mean } else { prior.mean() }, (before + seen).sqrt().recip())
    }

    fn most_probable(&self, belief: &Normal) -> Result<Vec<f64>> {
        Ok(vec![belief.mode()])
    }

    fn expected(&self, belief: &Normal) -> Vec<f64> {
        vec![belief.mean()]
    }

    fn predictive(&self, belief: &Normal) -> Result<Normal> {
        belief.predictive(self.variance)
    }

    fn ln_evidence(&self, prior: &Normal, statistics: &ScatterMoments) -> Result<f64> {
        let n = statistics.weight;
        if n == 0.0 {
            return Ok(0.0);
        }
        // The rows about their mean, and their mean about the prior's.
        let spread = self.variance + n * prior.variance();
        let within = ln_likelihood(n, statistics.scatter.at(0, 0), self.variance.recip());
        Ok(within + 0.5 * (self.variance / spread).ln()
            - 0.5 * n * (statistics.mean[0] - prior.mean()).powi(2) / spread)
    }

    fn worth_rows(&self, belief: &Normal) -> f64 {
        self.variance / belief.variance()
    }

    fn stated(&self, statements: &[PriorStatement]) -> Result<Normal> {
        one_for_each(statements, &self.parameters())?;
        match worth(&statements[0], f64::is_finite)? {
            Some((mean, rows)) => Normal::new(mean, (self.variance / rows).sqrt()),
            None => normal(&statements[0]),
        }
    }

    fn describe(&self, belief: &Normal) -> String {
        format!(
            "normal({}, standard deviation {})",
            significant(belief.mean()),
            significant(belief.deviation())
        )
    }
}
