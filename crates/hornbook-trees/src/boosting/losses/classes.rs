//! Losses of classes: targets are 0 and 1, or the codes of several classes.

use super::{RowLoss, mean};
use hornbook_math::loss::{ExponentialLoss, GradHess, LogisticLoss, SoftmaxLoss};

/// Log odds of a fraction, kept finite.
fn log_odds(share: f64) -> f64 {
    let share = share.clamp(1e-15, 1.0 - 1e-15);
    (share / (1.0 - share)).ln()
}

impl RowLoss for LogisticLoss {
    fn init_score(&self, targets: &[f64], weights: &[f64]) -> f64 {
        log_odds(mean(targets, weights))
    }

    fn bounds(&self) -> Option<GradHess> {
        Some([1.0, 0.25])
    }
}

impl RowLoss for ExponentialLoss {
    fn init_score(&self, targets: &[f64], weights: &[f64]) -> f64 {
        0.5 * log_odds(mean(targets, weights))
    }
}

/// Bounds of gradient and Hessian of the log loss of several classes.
pub(in crate::boosting) fn softmax_bounds(softmax: SoftmaxLoss) -> GradHess {
    [1.0, 0.25 * softmax.classes as f64 / (softmax.classes as f64 - 1.0)]
}

/// The scores to start from: logarithms of the classes' fractions, around zero.
pub(in crate::boosting) fn softmax_init_score(
    softmax: SoftmaxLoss,
    targets: &[f64],
    weights: &[f64],
) -> Vec<f64> {
    let mut totals = vec![0.0; softmax.classes];
    for (row, &target) in targets.iter().enumerate() {
        totals[target as usize] += super::weight_of(weights, row);
    }
    let all: f64 = totals.iter().sum();
    let logs: Vec<f64> = totals.iter().map(|t| (t / all).max(1e-15).ln()).collect();
    let mean = logs.iter().sum::<f64>() / softmax.classes as f64;
    logs.into_iter().map(|log| log - mean).collect()
}
