//! Losses of numbers.

use super::{GradHess, RowLoss, lower_quantile, mean, weighted};

/// Half the squared error.
pub(in crate::boosting) struct SquaredLoss;

impl RowLoss for SquaredLoss {
    fn grad_hess(&self, target: f64, score: f64) -> GradHess {
        [score - target, 1.0]
    }
    fn loss(&self, target: f64, score: f64) -> f64 {
        0.5 * (score - target) * (score - target)
    }
    fn init_score(&self, targets: &[f64], weights: &[f64]) -> f64 {
        mean(targets, weights)
    }
}

/// The absolute error.
pub(in crate::boosting) struct AbsoluteLoss;

impl RowLoss for AbsoluteLoss {
    fn grad_hess(&self, target: f64, score: f64) -> GradHess {
        [(score - target).partial_cmp(&0.0).map_or(0.0, |sign| f64::from(sign as i8)), 1.0]
    }
    fn loss(&self, target: f64, score: f64) -> f64 {
        (score - target).abs()
    }
    fn init_score(&self, targets: &[f64], weights: &[f64]) -> f64 {
        lower_quantile(weighted(targets, weights), 0.5)
    }
    fn bounds(&self) -> Option<GradHess> {
        Some([1.0, 1.0])
    }
    fn optimal_leaf_value(&self, residuals: &mut [(f64, f64)]) -> Option<f64> {
        Some(lower_quantile(residuals.iter().copied(), 0.5))
    }
}

/// The pinball loss of a quantile.
pub(in crate::boosting) struct QuantileLoss(pub f64);

impl RowLoss for QuantileLoss {
    fn grad_hess(&self, target: f64, score: f64) -> GradHess {
        [if target > score { -self.0 } else { 1.0 - self.0 }, 1.0]
    }
    fn loss(&self, target: f64, score: f64) -> f64 {
        let residual = target - score;
        if residual > 0.0 { self.0 * residual } else { (self.0 - 1.0) * residual }
    }
    fn init_score(&self, targets: &[f64], weights: &[f64]) -> f64 {
        lower_quantile(weighted(targets, weights), self.0)
    }
    fn bounds(&self) -> Option<GradHess> {
        Some([self.0.max(1.0 - self.0), 1.0])
    }
    fn optimal_leaf_value(&self, residuals: &mut [(f64, f64)]) -> Option<f64> {
        Some(lower_quantile(residuals.iter().copied(), self.0))
    }
}

/// Squared error up to `edge`, absolute error beyond it. The edge is a quantile of the present residuals.
pub(in crate::boosting) struct HuberLoss {
    pub quantile: f64,
    pub edge: f64,
}

impl RowLoss for HuberLoss {
    fn grad_hess(&self, target: f64, score: f64) -> GradHess {
        [(score - target).clamp(-self.edge, self.edge), 1.0]
    }
    fn loss(&self, target: f64, score: f64) -> f64 {
        let size = (score - target).abs();
        if size <= self.edge { 0.5 * size * size } else { self.edge * (size - 0.5 * self.edge) }
    }
    fn init_score(&self, targets: &[f64], weights: &[f64]) -> f64 {
        lower_quantile(weighted(targets, weights), 0.5)
    }
    fn before_iteration(&mut self, targets: &[f64], scores: &[f64], weights: &[f64]) {
        let sizes: Vec<f64> = targets.iter().zip(scores).map(|(t, s)| (t - s).abs()).collect();
        // An edge of zero would make every gradient zero.
        self.edge = lower_quantile(weighted(&sizes, weights), self.quantile).max(f64::MIN_POSITIVE);
    }
    /// The median, and from there a mean step of the residuals cut at the edge (Friedman 2001).
    fn optimal_leaf_value(&self, residuals: &mut [(f64, f64)]) -> Option<f64> {
        // The sum is taken in ascending order, whatever the order of the rows.
        residuals.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let middle = lower_quantile(residuals.iter().copied(), 0.5);
        let (mut sum, mut total) = (0.0, 0.0);
        for (residual, weight) in residuals.iter() {
            sum += weight * (residual - middle).clamp(-self.edge, self.edge);
            total += weight;
        }
        Some(middle + sum / total)
    }
}

/// Where the logarithm of a mean is taken, for deviances with a logarithmic link.
fn log_mean(targets: &[f64], weights: &[f64]) -> f64 {
    mean(targets, weights).max(1e-300).ln()
}

/// Half the Poisson deviance but for a constant; the score is the logarithm of the mean.
pub(in crate::boosting) struct PoissonLoss;

impl RowLoss for PoissonLoss {
    fn grad_hess(&self, target: f64, score: f64) -> GradHess {
        let mean = score.exp();
        [mean - target, mean]
    }
    fn loss(&self, target: f64, score: f64) -> f64 {
        score.exp() - target * score
    }
    fn init_score(&self, targets: &[f64], weights: &[f64]) -> f64 {
        log_mean(targets, weights)
    }
    fn inverse_link(&self, score: f64) -> f64 {
        score.exp()
    }
}

/// Half the gamma deviance but for a constant; the score is the logarithm of the mean.
pub(in crate::boosting) struct GammaLoss;

impl RowLoss for GammaLoss {
    fn grad_hess(&self, target: f64, score: f64) -> GradHess {
        let ratio = target * (-score).exp();
        [1.0 - ratio, ratio]
    }
    fn loss(&self, target: f64, score: f64) -> f64 {
        score + target * (-score).exp()
    }
    fn init_score(&self, targets: &[f64], weights: &[f64]) -> f64 {
        log_mean(targets, weights)
    }
    fn inverse_link(&self, score: f64) -> f64 {
        score.exp()
    }
}

/// Half the Tweedie deviance of a power between 1 and 2, but for a constant; the score is the logarithm of the mean.
pub(in crate::boosting) struct TweedieLoss(pub f64);

impl RowLoss for TweedieLoss {
    fn grad_hess(&self, target: f64, score: f64) -> GradHess {
        let (one, two) = (1.0 - self.0, 2.0 - self.0);
        let (small, large) = (target * (one * score).exp(), (two * score).exp());
        [large - small, two * large - one * small]
    }
    fn loss(&self, target: f64, score: f64) -> f64 {
        let (one, two) = (1.0 - self.0, 2.0 - self.0);
        (two * score).exp() / two - target * (one * score).exp() / one
    }
    fn init_score(&self, targets: &[f64], weights: &[f64]) -> f64 {
        log_mean(targets, weights)
    }
    fn inverse_link(&self, score: f64) -> f64 {
        score.exp()
    }
}
