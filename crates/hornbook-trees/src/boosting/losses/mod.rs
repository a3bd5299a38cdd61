//! What boosting makes small: for a target and a score, the loss with its slope and curvature.

mod classes;
mod numbers;
mod ranking;

pub(super) use classes::{Exponential, Logistic, Softmax};
pub(super) use numbers::{Absolute, Gamma, Huber, Poisson, Quantile, Squared, Tweedie};
pub(super) use ranking::LambdaRank;

/// The slope and the curvature of the loss of one row by its score.
pub type Slope = [f64; 2];

/// A loss that is a sum over rows of a function of the target and one score.
///
/// Implement this for a loss of your own and train with
/// [`fit_loss`](crate::boosting::GradientBoosting::fit_loss).
pub trait RowLoss: Send + Sync {
    /// The slope and the curvature at a score. The curvature must be above zero.
    fn slope(&self, target: f64, score: f64) -> Slope;

    /// The loss at a score.
    fn loss(&self, target: f64, score: f64) -> f64;

    /// The constant score to start from.
    fn start(&self, targets: &[f64], weights: &[f64]) -> f64;

    /// The prediction for a score.
    fn respond(&self, score: f64) -> f64 {
        score
    }

    /// Bounds of the size of the slope and of the curvature, where they are known; else they are looked for in every
    /// round.
    fn bounds(&self) -> Option<Slope> {
        None
    }

    /// Looks at the residuals before a round, for losses whose shape depends on them.
    fn look(&mut self, _targets: &[f64], _scores: &[f64], _weights: &[f64]) {}

    /// The best constant to add to the scores of some rows, if a step along the slope is not it. Gets pairs of residual
    /// and weight, and may reorder them.
    fn best_step(&self, _residuals: &mut [(f64, f64)]) -> Option<f64> {
        None
    }

    /// The slopes of neighbouring rows, of which `first` is the first. A loss that computes all slopes at once does so
    /// when it looks.
    fn slopes(&self, _first: usize, targets: &[f64], scores: &[f64], out: &mut [Slope]) {
        for ((slope, &target), &score) in out.iter_mut().zip(targets).zip(scores) {
            *slope = self.slope(target, score);
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

/// The lower weighted quantile: the smallest value that has at least this share of the weight at or below it.
fn quantile(pairs: &mut [(f64, f64)], share: f64) -> f64 {
    pairs.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let total: f64 = pairs.iter().map(|p| p.1).sum();
    let mut below = 0.0;
    for (value, weight) in pairs.iter() {
        below += weight;
        if below >= share * total * (1.0 - 1e-12) {
            return *value;
        }
    }
    pairs.last().map_or(0.0, |p| p.0)
}

/// Values with their weights.
fn weighted(values: &[f64], weights: &[f64]) -> Vec<(f64, f64)> {
    values.iter().enumerate().map(|(row, &value)| (value, weight_of(weights, row))).collect()
}

#[cfg(test)]
mod tests;
