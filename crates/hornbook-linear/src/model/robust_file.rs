//! A robust loss in a model file.

use super::RobustLoss;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub(super) enum FileLoss {
    /// The corner, the scale and the weight of the outliers.
    Huber([f64; 3]),
    /// The level, and the weight of the rows below and on the line.
    Quantile([f64; 3]),
    /// The same, and the degrees of freedom of its tests.
    TestedQuantile([f64; 4]),
}

impl From<RobustLoss> for FileLoss {
    fn from(loss: RobustLoss) -> FileLoss {
        match loss {
            RobustLoss::Huber { epsilon, scale, outliers } => FileLoss::Huber([epsilon, scale, outliers]),
            RobustLoss::Quantile { level, below, on, degrees: None } => {
                FileLoss::Quantile([level, below, on])
            }
            RobustLoss::Quantile { level, below, on, degrees: Some(degrees) } => {
                FileLoss::TestedQuantile([level, below, on, degrees])
            }
        }
    }
}

impl From<FileLoss> for RobustLoss {
    fn from(file: FileLoss) -> RobustLoss {
        match file {
            FileLoss::Huber([epsilon, scale, outliers]) => RobustLoss::Huber { epsilon, scale, outliers },
            FileLoss::Quantile([level, below, on]) => {
                RobustLoss::Quantile { level, below, on, degrees: None }
            }
            FileLoss::TestedQuantile([level, below, on, degrees]) => {
                RobustLoss::Quantile { level, below, on, degrees: Some(degrees) }
            }
        }
    }
}
