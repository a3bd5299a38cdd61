//! What boosting needs of a loss function beside its gradient and Hessian, which are those of [`hornbook_math::loss`].

use hornbook_math::quantiles::{EmpiricalDistribution, QuantileMethod};
mod classes;
mod numbers;
mod ranking;

pub(super) use classes::{softmax_bounds, softmax_init_score};
pub use hornbook_math::loss::{GradHess, PointLoss};
pub(super) use numbers::AdaptiveHuberLoss;
pub(super) use ranking::LambdaRank;

/// A loss that is a sum over rows of a function of the target and one score, with what boosting needs beside its gradient and
/// Hessian.
///
/// Implement this for a loss of your own and train with
/// [`fit_loss`](crate::boosting::GradientBoosting::fit_loss).
pub trait RowLoss: PointLoss + Send + Sync {
    /// The constant score to start from.
    fn init_score(&self, targets: &[f64], weights: &[f64]) -> f64;

    /// Bounds of the size of the gradient and of the Hessian, where they are known; else they are looked for in every
    /// iteration.
    fn bounds(&self) -> Option<GradHess> {
        None
    }

    /// Whether steps follow the gradient alone, as if every Hessian were 1. A loss whose own Hessian is not above zero
    /// everywhere must say so.
    fn steps_by_gradient(&self) -> bool {
        false
    }

    /// Looks at the residuals before an iteration, for losses whose shape depends on them.
    fn before_iteration(&mut self, _targets: &[f64], _scores: &[f64], _weights: &[f64]) {}

    /// The best constant to add to the scores of some rows, if a step along the gradient is not it. Gets pairs of residual
    /// and weight, and may reorder them.
    fn optimal_leaf_value(&self, _residuals: &mut [(f64, f64)]) -> Option<f64> {
        None
    }

    /// The gradients of neighboring rows, of which `first` is the first. A loss that computes all gradients at once does so
    /// when it looks.
    fn gradients(&self, _first: usize, targets: &[f64], scores: &[f64], out: &mut [GradHess]) {
        for ((grad_hess, &target), &score) in out.iter_mut().zip(targets).zip(scores) {
            let [gradient, hessian] = self.grad_hess(target, score);
            *grad_hess = [gradient, if self.steps_by_gradient() { 1.0 } else { hessian }];
        }
    }
}

/// The weight of a row, where an empty slice stands for all weights 1.
pub(super) fn weight_of(weights: &[f64], row: usize) -> f64 {
    weights.get(row).copied().unwrap_or(1.0)
}

/// The weighted mean.
fn mean(values: &[f64], weights: &[f64]) -> f64 {
    let (mut sum, mut total) = (0.0, 0.0);
    for (row, value) in values.iter().enumerate() {
        sum += weight_of(weights, row) * value;
        total += weight_of(weights, row);
    }
    sum / total
}

/// The lower weighted quantile.
fn lower_quantile(weighted: impl IntoIterator<Item = (f64, f64)>, level: f64) -> f64 {
    EmpiricalDistribution::of(weighted).quantile(level, QuantileMethod::InvertedCdf)
}

/// Values with their weights.
fn weighted(values: &[f64], weights: &[f64]) -> impl Iterator<Item = (f64, f64)> {
    values.iter().enumerate().map(|(row, &value)| (value, weight_of(weights, row)))
}

#[cfg(test)]
mod tests;
