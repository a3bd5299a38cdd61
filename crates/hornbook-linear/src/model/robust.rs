//! What is known of a fit by a loss that outliers do not rule.

use super::robust_file::FileLoss;
use serde::{Deserialize, Serialize};

/// What is known of a fit by a robust loss.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RobustFit {
    /// The loss, and what it says of the rows.
    pub loss: RobustLoss,
    /// The weight of the rows; their number, if none was given.
    pub weight: f64,
    /// Whether there is an intercept.
    pub intercept: bool,
    /// Whether the coefficients have a penalty.
    pub is_penalized: bool,
    /// What was made smallest: the mean loss of a row, with the penalty on the coefficients.
    pub objective: f64,
    /// How many steps the search took.
    pub steps: u64,
    /// The standard errors of the coefficients, and of the intercept behind them; NaN where there is none.
    pub(crate) errors: Option<Vec<f64>>,
    /// The standard deviations of the columns.
    pub(crate) deviations: Vec<f64>,
}

impl RobustFit {
    /// The degrees of freedom that weights are tested on, where that is not by the normal distribution.
    pub fn degrees(&self) -> Option<f64> {
        match self.loss {
            RobustLoss::Huber { .. } => None,
            RobustLoss::Quantile { degrees, .. } => degrees,
        }
    }
}

/// A loss that outliers do not rule.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(from = "FileLoss", into = "FileLoss")]
pub enum RobustLoss {
    /// Squares up to a corner, and straight lines beyond.
    Huber {
        /// Where the corner is, in units of the scale.
        epsilon: f64,
        /// The scale of the residuals, learned with the coefficients.
        scale: f64,
        /// The weight of the rows beyond the corner.
        outliers: f64,
    },
    /// Residuals above the line cost the level each, those below it one less the level.
    Quantile {
        /// The fraction of the rows that should lie below.
        level: f64,
        /// The weight of the rows that do.
        below: f64,
        /// The weight of the rows on the line.
        on: f64,
        /// Degrees of freedom that are left for tests, if there are any: the weight of the rows less the free numbers.
        degrees: Option<f64>,
    },
}
