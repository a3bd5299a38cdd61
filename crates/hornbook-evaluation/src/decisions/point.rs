//! Bayes-optimal point prediction under a loss.

use crate::checks::{check_distribution, check_length};
use hornbook_core::{Error, Result};
use hornbook_math::quantiles::{QuantileMethod, quantile};

/// What it costs to predict one number when another is true.
///
/// ```
/// use hornbook_evaluation::decisions::PointLoss;
/// let (values, probabilities) = ([1.0, 2.0, 9.0], [0.3, 0.4, 0.3]);
/// assert!((PointLoss::Squared.best(&values, &probabilities)? - 3.8).abs() < 1e-12);
/// assert_eq!(PointLoss::Absolute.best(&values, &probabilities)?, 2.0);
/// assert_eq!(PointLoss::Pinball(0.9).best(&values, &probabilities)?, 9.0);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PointLoss {
    /// $(y - \hat y)^2$; the mean is best.
    Squared,
    /// $|y - \hat y|$; the median is best.
    Absolute,
    /// $q (y - \hat y)$ above the prediction and $(1 - q)(\hat y - y)$ below it, for $0 < q < 1$; the quantile $q$
    /// is best.
    Pinball(f64),
}

impl PointLoss {
    /// The loss of predicting one number when another is true.
    pub fn at(self, truth: f64, predicted: f64) -> f64 {
        let error = truth - predicted;
        match self {
            PointLoss::Squared => error * error,
            PointLoss::Absolute => error.abs(),
            PointLoss::Pinball(q) => (q * error).max((q - 1.0) * error),
        }
    }

    /// The conditional risk of a prediction when each value has a probability.
    pub fn risk(self, predicted: f64, values: &[f64], probabilities: &[f64]) -> Result<f64> {
        self.check(values, probabilities)?;
        Ok(values.iter().zip(probabilities).map(|(&value, p)| p * self.at(value, predicted)).sum())
    }

    /// The prediction of least risk. Where several medians or quantiles are as good, the least of them.
    pub fn best(self, values: &[f64], probabilities: &[f64]) -> Result<f64> {
        self.check(values, probabilities)?;
        Ok(match self {
            PointLoss::Squared => values.iter().zip(probabilities).map(|(value, p)| value * p).sum(),
            PointLoss::Absolute => quantile(values, Some(probabilities), 0.5, QuantileMethod::InvertedCdf),
            PointLoss::Pinball(q) => quantile(values, Some(probabilities), q, QuantileMethod::InvertedCdf),
        })
    }

    fn check(self, values: &[f64], probabilities: &[f64]) -> Result<()> {
        check_distribution(probabilities, probabilities.len(), None)?;
        check_length(values.len(), "value", probabilities.len(), "probabilities")?;
        if let Some(value) = values.iter().find(|value| !value.is_finite()) {
            return Err(Error::data(format!("there is a value of {value}"), "give finite numbers"));
        }
        match self {
            PointLoss::Pinball(q) if !(q > 0.0 && q < 1.0) => {
                Err(Error::data(format!("the quantile {q} is not between 0 and 1"), "give one that is"))
            }
            _ => Ok(()),
        }
    }
}
