//! Losses of one row: a function of its target and of a score, which is a linear predictor, the sum of trees or the output of a
//! network, with its gradient and Hessian by the score.
//!
//! | loss | targets | score |
//! |---|---|---|
//! | [`SquaredLoss`], [`AbsoluteLoss`], [`HuberLoss`] | numbers | the prediction |
//! | [`PinballLoss`] | numbers | a quantile |
//! | [`PoissonLoss`], [`GammaLoss`], [`TweedieLoss`] | zero or above; gamma: above zero | the logarithm of the mean |
//! | [`LogisticLoss`] | from 0 to 1 | the log odds |
//! | [`ExponentialLoss`] | 0 and 1 | half the log odds |
//! | [`SoftmaxLoss`] | one of several classes | one a class |
//!
//! [`VarianceFunction`] has the deviances that belong to any mean, whatever the link.
//!
//! ```
//! use hornbook_math::loss::{LogisticLoss, PointLoss};
//!
//! let [gradient, hessian] = LogisticLoss.grad_hess(1.0, 0.0);
//! assert_eq!((gradient, hessian), (-0.5, 0.25));
//! ```

mod classification;
mod count;
mod regression;
mod variance;

pub use classification::{ExponentialLoss, LogisticLoss, SoftmaxLoss, sigmoid};
pub use count::{GammaLoss, PoissonLoss, TweedieLoss};
pub use regression::{AbsoluteLoss, HuberLoss, PinballLoss, SquaredLoss};
pub use variance::VarianceFunction;

/// The gradient and the Hessian of a loss by the score.
pub type GradHess = [f64; 2];

/// A loss with its gradient and its Hessian at a score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LossDerivatives {
    /// The loss.
    pub loss: f64,
    /// Its derivative by the score.
    pub gradient: f64,
    /// Its second derivative, or what is expected of it.
    pub hessian: f64,
}

/// A loss of a target and one score. Where it has a corner, the gradient is one of those beside it.
pub trait PointLoss {
    /// The loss.
    fn loss(&self, target: f64, score: f64) -> f64;

    /// Its gradient and its Hessian by the score.
    fn grad_hess(&self, target: f64, score: f64) -> GradHess;

    /// All three, for losses that are cheaper together.
    #[inline]
    fn derivatives(&self, target: f64, score: f64) -> LossDerivatives {
        let [gradient, hessian] = self.grad_hess(target, score);
        LossDerivatives { loss: self.loss(target, score), gradient, hessian }
    }
}

#[cfg(test)]
mod tests;
