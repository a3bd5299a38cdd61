//! Losses of numbers that the score predicts.

use super::{GradHess, PointLoss};

/// Half the squared error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SquaredLoss;

impl PointLoss for SquaredLoss {
    #[inline]
    fn loss(&self, target: f64, score: f64) -> f64 {
        0.5 * (score - target) * (score - target)
    }

    #[inline]
    fn grad_hess(&self, target: f64, score: f64) -> GradHess {
        [score - target, 1.0]
    }
}

/// The absolute error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AbsoluteLoss;

impl PointLoss for AbsoluteLoss {
    #[inline]
    fn loss(&self, target: f64, score: f64) -> f64 {
        (score - target).abs()
    }

    #[inline]
    fn grad_hess(&self, target: f64, score: f64) -> GradHess {
        [(score - target).partial_cmp(&0.0).map_or(0.0, |sign| f64::from(sign as i8)), 0.0]
    }
}

/// The pinball loss: targets above the score cost the level each, those below it one less the level, so that the quantile of
/// that level is best.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PinballLoss {
    /// The level of the quantile, from 0 to 1.
    pub level: f64,
}

impl PointLoss for PinballLoss {
    #[inline]
    fn loss(&self, target: f64, score: f64) -> f64 {
        let residual = target - score;
        if residual > 0.0 { self.level * residual } else { (self.level - 1.0) * residual }
    }

    #[inline]
    fn grad_hess(&self, target: f64, score: f64) -> GradHess {
        [if target > score { -self.level } else { 1.0 - self.level }, 0.0]
    }
}

/// Half the squared error up to a corner, and the straight line that continues it beyond.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HuberLoss {
    /// The size of a residual at the corner.
    pub corner: f64,
}

impl PointLoss for HuberLoss {
    #[inline]
    fn loss(&self, target: f64, score: f64) -> f64 {
        let size = (score - target).abs();
        if size <= self.corner { 0.5 * size * size } else { self.corner * (size - 0.5 * self.corner) }
    }

    #[inline]
    fn grad_hess(&self, target: f64, score: f64) -> GradHess {
        let residual = score - target;
        [residual.clamp(-self.corner, self.corner), if residual.abs() <= self.corner { 1.0 } else { 0.0 }]
    }
}
