//! Ensemble selection: which trials to average, and with which weights (Caruana and others, 2004).
//!
//! Greedy with replacement: the trial is added that lowers the loss of the mean most, again and again, and the prefix of least loss is
//! taken. Weights are counts, so that few trials have any.

use super::evaluated_rows::EvaluatedRows;
use super::study_loss::StudyLoss;
use super::trial::OutOfFold;

/// Additions.
const ROUNDS: usize = 25;
/// Additions without a lower loss after which no more are tried.
const PATIENCE: usize = 4;

/// Trials made ready for selection: what the loss looks at, trial by trial.
pub(crate) struct EnsembleSelection<'a> {
    rows: &'a EvaluatedRows,
    loss: &'a StudyLoss,
    width: usize,
    columns: Vec<Vec<f64>>,
}

impl<'a> EnsembleSelection<'a> {
    pub fn new(rows: &'a EvaluatedRows, loss: &'a StudyLoss, trials: &[&OutOfFold]) -> EnsembleSelection<'a> {
        let columns = trials.iter().map(|trial| loss.relevant(rows, &trial.predictions)).collect();
        EnsembleSelection { rows, loss, width: loss.relevant_width(rows), columns }
    }

    /// The losses of what was predicted for all rows.
    pub fn losses(&self, predictions: &[f64]) -> Vec<f64> {
        self.loss.all(self.rows, predictions)
    }

    /// The weight of each trial, by the losses of rows that count so much; they sum to 1.
    pub fn select(&self, row_weights: &[f64]) -> Vec<f64> {
        let counted: Vec<usize> = (0..row_weights.len()).filter(|&row| row_weights[row] > 0.0).collect();
        let mut sums = vec![0.0; self.rows.len() * self.width];
        let mut mean = vec![0.0; self.width];
        let mut order: Vec<usize> = Vec::new();
        let (mut best_loss, mut best_length) = (f64::INFINITY, 0);
        for round in 0..ROUNDS {
            let share = 1.0 / (round + 1) as f64;
            let mut loss_with = |trial: usize| -> f64 {
                let column = &self.columns[trial];
                let mut total = 0.0;
                for &row in &counted {
                    let places = row * self.width..(row + 1) * self.width;
                    let both = sums[places.clone()].iter().zip(&column[places]);
                    mean.iter_mut().zip(both).for_each(|(mean, (sum, value))| *mean = (sum + value) * share);
                    total += row_weights[row] * self.loss.at(self.rows, row, &mean);
                }
                total
            };
            let losses: Vec<f64> = (0..self.columns.len()).map(&mut loss_with).collect();
            // Of equally good ones the first that is in it already: a smaller ensemble is as good.
            let is_new = |trial: usize| !order.contains(&trial);
            let Some(next) = (0..losses.len())
                .min_by(|&a, &b| losses[a].total_cmp(&losses[b]).then(is_new(a).cmp(&is_new(b))))
            else {
                break;
            };
            order.push(next);
            if losses[next] < best_loss {
                (best_loss, best_length) = (losses[next], order.len());
            } else if order.len() >= best_length + PATIENCE {
                break;
            }
            sums.iter_mut().zip(&self.columns[next]).for_each(|(sum, value)| *sum += value);
        }
        order.truncate(best_length);
        let mut weights = vec![0.0; self.columns.len()];
        order.iter().for_each(|&trial| weights[trial] += 1.0 / best_length as f64);
        weights
    }
}

/// What an ensemble predicts: the mean of its trials.
pub(crate) fn mixed(trials: &[&OutOfFold], weights: &[f64]) -> Vec<f64> {
    let length = trials.first().map_or(0, |trial| trial.predictions.len());
    let mut mixture = vec![0.0; length];
    for (trial, &weight) in trials.iter().zip(weights).filter(|(_, weight)| **weight > 0.0) {
        mixture.iter_mut().zip(&trial.predictions).for_each(|(sum, value)| *sum += weight * value);
    }
    mixture
}

#[cfg(test)]
mod tests {
    use super::super::evaluated_rows::RowTargets;
    use super::*;

    fn rows(truth: Vec<f64>) -> EvaluatedRows {
        EvaluatedRows {
            rows: (0..truth.len() as u32).collect(),
            weights: vec![1.0; truth.len()],
            ends: vec![truth.len()],
            costs: Vec::new(),
            targets: RowTargets::Numbers(truth),
        }
    }

    #[test]
    fn errors_that_cancel_are_averaged_and_poor_trials_left_out() {
        let rows = rows(vec![1.0, 2.0, 3.0, 4.0]);
        let trial = |errors: [f64; 4]| {
            let predictions = (1..5).zip(errors).map(|(truth, error)| f64::from(truth) + error).collect();
            OutOfFold::new(predictions, &rows, &StudyLoss::Squared)
        };
        let (above, below) = (trial([0.5, 0.4, 0.5, 0.4]), trial([-0.5, -0.4, -0.5, -0.4]));
        let poor = trial([9.0, -9.0, 9.0, -9.0]);
        let all = [&poor, &above, &below];
        let weights = EnsembleSelection::new(&rows, &StudyLoss::Squared, &all).select(&rows.weights);
        assert_eq!(weights, [0.0, 0.5, 0.5]);
        assert!(
            mixed(&all, &weights).iter().zip(1..5).all(|(x, truth)| (x - f64::from(truth)).abs() < 1e-12)
        );
    }

    #[test]
    fn rows_that_do_not_count_do_not_choose() {
        let rows = rows(vec![0.0, 0.0]);
        let first = OutOfFold::new(vec![0.0, 5.0], &rows, &StudyLoss::Squared);
        let second = OutOfFold::new(vec![5.0, 0.0], &rows, &StudyLoss::Squared);
        let selection = EnsembleSelection::new(&rows, &StudyLoss::Squared, &[&first, &second]);
        assert_eq!(selection.select(&[3.0, 0.0]), [1.0, 0.0]);
        assert_eq!(selection.select(&[0.0, 3.0]), [0.0, 1.0]);
    }
}
