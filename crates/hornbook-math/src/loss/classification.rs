//! Losses of classes.

use super::{GradHess, LossDerivatives, PointLoss};

/// $1 / (1 + e^{-x})$.
#[inline]
pub fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The log loss of two classes (half the binomial deviance): the target is the probability of the second class that is wanted,
/// mostly 0 or 1; the score is its log odds. Rows far on their side keep all digits of their small loss and gradient.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LogisticLoss;

impl PointLoss for LogisticLoss {
    #[inline]
    fn loss(&self, target: f64, score: f64) -> f64 {
        self.loss_of(target, score, (-score.abs()).exp())
    }

    #[inline]
    fn grad_hess(&self, target: f64, score: f64) -> GradHess {
        self.grad_hess_of(target, score, (-score.abs()).exp())
    }

    #[inline]
    fn derivatives(&self, target: f64, score: f64) -> LossDerivatives {
        let small = (-score.abs()).exp();
        let [gradient, hessian] = self.grad_hess_of(target, score, small);
        LossDerivatives { loss: self.loss_of(target, score, small), gradient, hessian }
    }
}

impl LogisticLoss {
    /// `small` is the exponential of the negative size of the score: that of the size might be too large.
    #[inline]
    fn loss_of(&self, target: f64, score: f64, small: f64) -> f64 {
        small.ln_1p() + target * (-score).max(0.0) + (1.0 - target) * score.max(0.0)
    }

    #[inline]
    fn grad_hess_of(&self, target: f64, score: f64, small: f64) -> GradHess {
        let larger = 1.0 / (1.0 + small);
        let smaller = small * larger;
        let [first, second] = if score > 0.0 { [smaller, larger] } else { [larger, smaller] };
        [(1.0 - target) * second - target * first, larger * smaller]
    }
}

/// The exponential loss of two classes; targets are 0 and 1, and the score is half the log odds of class 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExponentialLoss;

impl PointLoss for ExponentialLoss {
    #[inline]
    fn loss(&self, target: f64, score: f64) -> f64 {
        (-(2.0 * target - 1.0) * score).exp()
    }

    #[inline]
    fn grad_hess(&self, target: f64, score: f64) -> GradHess {
        let loss = self.loss(target, score);
        [-(2.0 * target - 1.0) * loss, loss]
    }
}

/// The log loss of several classes, with a score for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SoftmaxLoss {
    /// How many classes there are.
    pub classes: usize,
}

impl SoftmaxLoss {
    /// Turns the scores of a row into probabilities. Gives the logarithm of the sum of their exponentials: less the score of a
    /// class, it is the loss of a row of that class.
    #[inline]
    pub fn normalize(scores: &mut [f64]) -> f64 {
        let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut total = 0.0;
        for score in scores.iter_mut() {
            *score = (*score - most).exp();
            total += *score;
        }
        scores.iter_mut().for_each(|score| *score /= total);
        most + total.ln()
    }

    /// The gradient by the score of one class, from its probability. The Hessian is scaled as is usual, so that one
    /// step of all classes together is a Newton step of the whole.
    #[inline]
    pub fn grad_hess(&self, is_target: bool, probability: f64) -> GradHess {
        let factor = self.classes as f64 / (self.classes as f64 - 1.0);
        [probability - f64::from(u8::from(is_target)), factor * probability * (1.0 - probability)]
    }
}
