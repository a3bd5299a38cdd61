//! Losses of numbers.

use super::{RowLoss, lower_quantile, mean, weighted};
use hornbook_math::loss::{
    AbsoluteLoss, GammaLoss, GradHess, HuberLoss, PinballLoss, PointLoss, PoissonLoss, SquaredLoss,
    TweedieLoss,
};

impl RowLoss for SquaredLoss {
    fn init_score(&self, targets: &[f64], weights: &[f64]) -> f64 {
        mean(targets, weights)
    }
}

impl RowLoss for AbsoluteLoss {
    fn init_score(&self, targets: &[f64], weights: &[f64]) -> f64 {
        lower_quantile(weighted(targets, weights), 0.5)
    }
    fn steps_by_gradient(&self) -> bool {
        true
    }
    fn bounds(&self) -> Option<GradHess> {
        Some([1.0, 1.0])
    }
    fn optimal_leaf_value(&self, residuals: &mut [(f64, f64)]) -> Option<f64> {
        Some(lower_quantile(residuals.iter().copied(), 0.5))
    }
}

impl RowLoss for PinballLoss {
    fn init_score(&self, targets: &[f64], weights: &[f64]) -> f64 {
        lower_quantile(weighted(targets, weights), self.level)
    }
    fn steps_by_gradient(&self) -> bool {
        true
    }
    fn bounds(&self) -> Option<GradHess> {
        Some([self.level.max(1.0 - self.level), 1.0])
    }
    fn optimal_leaf_value(&self, residuals: &mut [(f64, f64)]) -> Option<f64> {
        Some(lower_quantile(residuals.iter().copied(), self.level))
    }
}

/// The Huber loss whose corner is a quantile of the present residuals.
pub(in crate::boosting) struct AdaptiveHuberLoss {
    pub quantile: f64,
    pub huber: HuberLoss,
}

impl PointLoss for AdaptiveHuberLoss {
    fn loss(&self, target: f64, score: f64) -> f64 {
        self.huber.loss(target, score)
    }
    fn grad_hess(&self, target: f64, score: f64) -> GradHess {
        self.huber.grad_hess(target, score)
    }
}

impl RowLoss for AdaptiveHuberLoss {
    fn init_score(&self, targets: &[f64], weights: &[f64]) -> f64 {
        lower_quantile(weighted(targets, weights), 0.5)
    }
    fn steps_by_gradient(&self) -> bool {
        true
    }
    fn before_iteration(&mut self, targets: &[f64], scores: &[f64], weights: &[f64]) {
        let sizes: Vec<f64> = targets.iter().zip(scores).map(|(t, s)| (t - s).abs()).collect();
        // A corner of zero would make every gradient zero.
        self.huber.corner = lower_quantile(weighted(&sizes, weights), self.quantile).max(f64::MIN_POSITIVE);
    }
    /// The median, and from there a mean step of the residuals cut at the corner (Friedman 2001).
    fn optimal_leaf_value(&self, residuals: &mut [(f64, f64)]) -> Option<f64> {
        // The sum is taken in ascending order, whatever the order of the rows.
        residuals.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let middle = lower_quantile(residuals.iter().copied(), 0.5);
        let (mut sum, mut total) = (0.0, 0.0);
        for (residual, weight) in residuals.iter() {
            sum += weight * (residual - middle).clamp(-self.huber.corner, self.huber.corner);
            total += weight;
        }
        Some(middle + sum / total)
    }
}

/// Where the logarithm of a mean is taken, for deviances with a logarithmic link.
fn log_mean(targets: &[f64], weights: &[f64]) -> f64 {
    mean(targets, weights).max(1e-300).ln()
}

/// Losses whose score is the logarithm of the mean.
macro_rules! log_link {
    ($($loss:ty),*) => {$(
        impl RowLoss for $loss {
            fn init_score(&self, targets: &[f64], weights: &[f64]) -> f64 {
                log_mean(targets, weights)
            }
        }
    )*};
}

log_link!(PoissonLoss, GammaLoss, TweedieLoss);
