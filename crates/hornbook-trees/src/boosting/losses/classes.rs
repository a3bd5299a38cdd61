//! Losses of classes: targets are 0 and 1, or the codes of several classes.

use super::{GradHess, RowLoss, mean};

/// The log loss of two classes; the score is the log odds of class 1.
pub(in crate::boosting) struct LogisticLoss;

fn sigmoid(score: f64) -> f64 {
    1.0 / (1.0 + (-score).exp())
}

/// Log odds of a fraction, kept finite.
fn log_odds(share: f64) -> f64 {
    let share = share.clamp(1e-15, 1.0 - 1e-15);
    (share / (1.0 - share)).ln()
}

impl RowLoss for LogisticLoss {
    fn grad_hess(&self, target: f64, score: f64) -> GradHess {
        let p = sigmoid(score);
        [p - target, p * (1.0 - p)]
    }

    fn loss(&self, target: f64, score: f64) -> f64 {
        // ln(1 + e^s) - t·s, without overflow.
        score.max(0.0) + (-score.abs()).exp().ln_1p() - target * score
    }

    fn init_score(&self, targets: &[f64], weights: &[f64]) -> f64 {
        log_odds(mean(targets, weights))
    }

    fn inverse_link(&self, score: f64) -> f64 {
        sigmoid(score)
    }

    fn bounds(&self) -> Option<GradHess> {
        Some([1.0, 0.25])
    }
}

/// The exponential loss of two classes; the score is half the log odds of class 1.
pub(in crate::boosting) struct ExponentialLoss;

impl RowLoss for ExponentialLoss {
    fn grad_hess(&self, target: f64, score: f64) -> GradHess {
        let sign = 2.0 * target - 1.0;
        let loss = (-sign * score).exp();
        [-sign * loss, loss]
    }

    fn loss(&self, target: f64, score: f64) -> f64 {
        (-(2.0 * target - 1.0) * score).exp()
    }

    fn init_score(&self, targets: &[f64], weights: &[f64]) -> f64 {
        0.5 * log_odds(mean(targets, weights))
    }

    fn inverse_link(&self, score: f64) -> f64 {
        sigmoid(2.0 * score)
    }
}

/// The log loss of several classes, with a score for each.
pub(in crate::boosting) struct SoftmaxLoss {
    pub classes: usize,
}

impl SoftmaxLoss {
    /// Turns the scores of a row into probabilities.
    pub fn inverse_link(scores: &mut [f64]) {
        let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut total = 0.0;
        for score in scores.iter_mut() {
            *score = (*score - most).exp();
            total += *score;
        }
        scores.iter_mut().for_each(|score| *score /= total);
    }

    /// The log loss of a row.
    pub fn loss(target: usize, scores: &[f64]) -> f64 {
        let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        most + scores.iter().map(|s| (s - most).exp()).sum::<f64>().ln() - scores[target]
    }

    /// The gradient by the score of one class, from its probability. The Hessian is scaled as is usual, so that one
    /// step of all classes together is a Newton step of the whole.
    pub fn grad_hess(&self, is_target: bool, probability: f64) -> GradHess {
        let factor = self.classes as f64 / (self.classes as f64 - 1.0);
        [probability - f64::from(u8::from(is_target)), factor * probability * (1.0 - probability)]
    }

    /// Bounds of gradient and Hessian.
    pub fn bounds(&self) -> GradHess {
        [1.0, 0.25 * self.classes as f64 / (self.classes as f64 - 1.0)]
    }

    /// The scores to start from: logarithms of the classes' fractions, around zero.
    pub fn init_score(&self, targets: &[f64], weights: &[f64]) -> Vec<f64> {
        let mut totals = vec![0.0; self.classes];
        for (row, &target) in targets.iter().enumerate() {
            totals[target as usize] += super::weight_of(weights, row);
        }
        let all: f64 = totals.iter().sum();
        let logs: Vec<f64> = totals.iter().map(|t| (t / all).max(1e-15).ln()).collect();
        let mean = logs.iter().sum::<f64>() / self.classes as f64;
        logs.into_iter().map(|log| log - mean).collect()
    }
}
