//! Bayes-optimal point prediction under a loss.

use super::risk::check_joint;
use crate::checks::{check_distribution, check_length};
use hornbook_core::{Error, Result};
use hornbook_data::Matrix;
use hornbook_math::quantiles::{QuantileMethod, quantile};

/// What it costs to predict one number when another is true.
///
/// ```
/// use hornbook_evaluation::decisions::PredictionLoss;
/// let (values, probabilities) = ([1.0, 2.0, 9.0], [0.3, 0.4, 0.3]);
/// assert!((PredictionLoss::Squared.best(&values, &probabilities)? - 3.8).abs() < 1e-12);
/// assert_eq!(PredictionLoss::Absolute.best(&values, &probabilities)?, 2.0);
/// assert_eq!(PredictionLoss::Pinball(0.9).best(&values, &probabilities)?, 9.0);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PredictionLoss {
    /// $(y - \hat y)^2$; the mean is best.
    Squared,
    /// $|y - \hat y|$; the median is best.
    Absolute,
    /// $q (y - \hat y)$ above the prediction and $(1 - q)(\hat y - y)$ below it, for $0 < q < 1$; the quantile $q$
    /// is best.
    Pinball(f64),
}

impl PredictionLoss {
    /// The loss of predicting one number when another is true.
    pub fn at(self, truth: f64, predicted: f64) -> f64 {
        let error = truth - predicted;
        match self {
            PredictionLoss::Squared => error * error,
            PredictionLoss::Absolute => error.abs(),
            PredictionLoss::Pinball(q) => (q * error).max((q - 1.0) * error),
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
            PredictionLoss::Squared => values.iter().zip(probabilities).map(|(value, p)| value * p).sum(),
            PredictionLoss::Absolute => {
                quantile(values, Some(probabilities), 0.5, QuantileMethod::InvertedCdf)
            }
            PredictionLoss::Pinball(q) => {
                quantile(values, Some(probabilities), q, QuantileMethod::InvertedCdf)
            }
        })
    }

    /// The expected generalization loss of a function over a finite world: a row of `joint` for each case $x$ and a column
    /// for each of the values that the target takes, with $P(x, y)$; `predictions` has a number for each case.
    /// $\sum_{x,y} L(y, h(x)) P(x, y)$.
    pub fn generalization_loss(self, predictions: &[f64], values: &[f64], joint: &Matrix) -> Result<f64> {
        self.check_world(values, joint)?;
        check_length(predictions.len(), "prediction", joint.rows(), "cases")?;
        let loss = |case: usize| {
            let row = values.iter().zip(joint.row(case));
            row.map(|(&value, p)| p * self.at(value, predictions[case])).sum::<f64>()
        };
        Ok((0..joint.rows()).map(loss).sum())
    }

    /// The function of least expected generalization loss over a finite world, and that loss. A case without probability is
    /// predicted 0, which costs nothing.
    pub fn best_predictions(self, values: &[f64], joint: &Matrix) -> Result<(Vec<f64>, f64)> {
        self.check_world(values, joint)?;
        let best = |case: usize| {
            let total: f64 = joint.row(case).iter().sum();
            match total > 0.0 {
                true => self.best(values, &joint.row(case).iter().map(|p| p / total).collect::<Vec<_>>()),
                false => Ok(0.0),
            }
        };
        let predictions = (0..joint.rows()).map(best).collect::<Result<Vec<f64>>>()?;
        let loss = self.generalization_loss(&predictions, values, joint)?;
        Ok((predictions, loss))
    }

    fn check_world(self, values: &[f64], joint: &Matrix) -> Result<()> {
        check_joint(joint, values.len())?;
        self.check(values, &vec![1.0 / values.len() as f64; values.len()])
    }

    fn check(self, values: &[f64], probabilities: &[f64]) -> Result<()> {
        check_distribution(probabilities, probabilities.len(), None)?;
        check_length(values.len(), "value", probabilities.len(), "probabilities")?;
        if let Some(value) = values.iter().find(|value| !value.is_finite()) {
            return Err(Error::data(format!("there is a value of {value}"), "give finite numbers"));
        }
        match self {
            PredictionLoss::Pinball(q) if !(q > 0.0 && q < 1.0) => {
                Err(Error::data(format!("the quantile {q} is not between 0 and 1"), "give one that is"))
            }
            _ => Ok(()),
        }
    }
}
