//! Deviances of targets above zero whose mean is the exponential of the score (a logarithmic link), halved and but for what does
//! not depend on the score.

use super::{GradHess, PointLoss};

/// Half the Poisson deviance, but for a constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PoissonLoss;

impl PointLoss for PoissonLoss {
    #[inline]
    fn loss(&self, target: f64, score: f64) -> f64 {
        score.exp() - target * score
    }

    #[inline]
    fn grad_hess(&self, target: f64, score: f64) -> GradHess {
        let mean = score.exp();
        [mean - target, mean]
    }
}

/// Half the gamma deviance, but for a constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GammaLoss;

impl PointLoss for GammaLoss {
    #[inline]
    fn loss(&self, target: f64, score: f64) -> f64 {
        score + target * (-score).exp()
    }

    #[inline]
    fn grad_hess(&self, target: f64, score: f64) -> GradHess {
        let ratio = target * (-score).exp();
        [1.0 - ratio, ratio]
    }
}

/// Half the Tweedie deviance of a power between 1 and 2, but for a constant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TweedieLoss {
    /// The power of the mean that the variance is.
    pub power: f64,
}

impl PointLoss for TweedieLoss {
    #[inline]
    fn loss(&self, target: f64, score: f64) -> f64 {
        let one = 1.0 - self.power;
        let two = 2.0 - self.power;
        (two * score).exp() / two - target * (one * score).exp() / one
    }

    #[inline]
    fn grad_hess(&self, target: f64, score: f64) -> GradHess {
        let one = 1.0 - self.power;
        let two = 2.0 - self.power;
        let small = target * (one * score).exp();
        let large = (two * score).exp();
        [large - small, two * large - one * small]
    }
}
