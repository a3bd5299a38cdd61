//! What is known of a fit by a robust loss, in a model file.

use super::file::damaged;
use super::{RobustFit, RobustLoss};
use hornbook_core::Result;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
enum FileLoss {
    /// The corner, the scale and the weight of the outliers.
    Huber([f64; 3]),
    /// The level, and the weight of the rows below and on the line.
    Quantile([f64; 3]),
    /// The same, and the degrees of freedom of its tests.
    TestedQuantile([f64; 4]),
}

#[derive(Serialize, Deserialize)]
pub(super) struct FileRobust {
    loss: FileLoss,
    weight: f64,
    intercept: bool,
    is_penalized: bool,
    objective: f64,
    steps: u64,
    errors: Option<Vec<f64>>,
    deviations: Vec<f64>,
}

impl FileRobust {
    pub fn of(fit: &RobustFit) -> FileRobust {
        FileRobust {
            loss: match fit.loss {
                RobustLoss::Huber { epsilon, scale, outliers } => FileLoss::Huber([epsilon, scale, outliers]),
                RobustLoss::Quantile { level, below, on, degrees: None } => {
                    FileLoss::Quantile([level, below, on])
                }
                RobustLoss::Quantile { level, below, on, degrees: Some(degrees) } => {
                    FileLoss::TestedQuantile([level, below, on, degrees])
                }
            },
            weight: fit.weight,
            intercept: fit.intercept,
            is_penalized: fit.is_penalized,
            objective: fit.objective,
            steps: fit.steps,
            errors: fit.errors.clone(),
            deviations: fit.deviations.clone(),
        }
    }

    pub fn fit(self, width: usize) -> Result<RobustFit> {
        let has_errors = self.errors.as_ref().is_none_or(|errors| errors.len() == width + 1);
        if self.deviations.len() != width || !has_errors {
            return Err(damaged("what it knows of its fit does not fit its columns"));
        }
        Ok(RobustFit {
            loss: match self.loss {
                FileLoss::Huber([epsilon, scale, outliers]) => RobustLoss::Huber { epsilon, scale, outliers },
                FileLoss::Quantile([level, below, on]) => {
                    RobustLoss::Quantile { level, below, on, degrees: None }
                }
                FileLoss::TestedQuantile([level, below, on, degrees]) => {
                    RobustLoss::Quantile { level, below, on, degrees: Some(degrees) }
                }
            },
            weight: self.weight,
            intercept: self.intercept,
            is_penalized: self.is_penalized,
            objective: self.objective,
            steps: self.steps,
            errors: self.errors,
            deviations: self.deviations,
        })
    }
}
