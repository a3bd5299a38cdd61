//! The errors of units with their slopes.

use super::params::{DeltaRule, Reduction, Unit, UnitLoss};
use crate::training_rows::{TrainingRows, inner};
use hornbook_math::optimise::{Objective, SumObjective};

/// Units that learn the targets of some rows. The point is their weights: of each unit those of the columns, and the constant
/// behind them.
pub(super) struct Units<'a> {
    pub rows: &'a TrainingRows,
    /// The targets, unit by unit in each row.
    pub targets: &'a [f64],
    pub outputs: usize,
    pub unit: Unit,
    pub loss: UnitLoss,
    /// 1 if there is a constant, and else 0.
    pub constant: f64,
    /// What the sum of the errors is multiplied by in batches.
    pub share: f64,
    /// The rows as a stochastic descent meets them.
    pub presented: Vec<(u32, f64)>,
}

impl<'a> Units<'a> {
    pub fn new(learner: &DeltaRule, rows: &'a TrainingRows, targets: &'a [f64], outputs: usize) -> Units<'a> {
        Units {
            rows,
            targets,
            outputs,
            unit: learner.unit,
            loss: learner.loss,
            constant: f64::from(u8::from(learner.fit_intercept)),
            share: match learner.reduction {
                Reduction::Mean => 1.0 / rows.weight,
                Reduction::Sum => 1.0,
            },
            presented: rows.presentations(),
        }
    }

    fn stride(&self) -> usize {
        self.rows.width + 1
    }

    /// The loss of a row. The slope, times a factor, is added to `gradient`.
    fn add_row(&self, row: usize, point: &[f64], factor: f64, gradient: &mut [f64]) -> f64 {
        let (x, width) = (self.rows.row(row), self.rows.width);
        let mut loss = 0.0;
        for output in 0..self.outputs {
            let own = &point[output * self.stride()..(output + 1) * self.stride()];
            let sum = inner(&own[..width], x) + self.constant * own[width];
            let (one, slope) = self.of_sum(sum, self.targets[row * self.outputs + output]);
            loss += one;
            let to = &mut gradient[output * self.stride()..(output + 1) * self.stride()];
            to[..width].iter_mut().zip(x).for_each(|(to, x)| *to += factor * slope * x);
            to[width] += factor * slope * self.constant;
        }
        loss
    }

    /// The loss of one sum, and its slope.
    fn of_sum(&self, sum: f64, target: f64) -> (f64, f64) {
        if self.unit == Unit::Linear {
            let error = sum - target;
            return (0.5 * error * error, error);
        }
        // No exponential of a positive number, which might be too large.
        let small = (-sum.abs()).exp();
        let output = if sum > 0.0 { 1.0 / (1.0 + small) } else { small / (1.0 + small) };
        let error = output - target;
        match self.loss {
            UnitLoss::Squared => (0.5 * error * error, error * output * (1.0 - output)),
            UnitLoss::CrossEntropy => (small.ln_1p() + sum.max(0.0) - target * sum, error),
        }
    }
}

impl Objective for Units<'_> {
    fn dimension(&self) -> usize {
        self.outputs * self.stride()
    }

    fn value_and_gradient(&self, point: &[f64], gradient: &mut [f64]) -> f64 {
        let length = gradient.len();
        let mut sums = self.rows.sum(length + 1, |row, sums| {
            let weight = self.rows.weights[row];
            let loss = self.add_row(row, point, weight, &mut sums[..length]);
            sums[length] += weight * loss;
        });
        let loss = sums.pop().unwrap_or(0.0);
        gradient.iter_mut().zip(sums).for_each(|(to, sum)| *to = self.share * sum);
        self.share * loss
    }
}

impl SumObjective for Units<'_> {
    fn dimension(&self) -> usize {
        self.outputs * self.stride()
    }

    fn terms(&self) -> usize {
        self.presented.len()
    }

    fn add_term(&self, term: usize, point: &[f64], scale: f64, gradient: &mut [f64]) -> f64 {
        let (row, share) = self.presented[term];
        share * self.add_row(row as usize, point, scale * share, gradient)
    }
}
