//! What a prediction costs in a row: by the mean of it candidates are compared and ensembles are put together.

use super::evaluated_rows::{EvaluatedRows, RowTargets};
use hornbook_core::Result;
use hornbook_evaluation::Measure;
use hornbook_evaluation::decisions::LossMatrix;
use hornbook_learner::first_largest;

/// Probabilities count as at least this, as they do in the metric.
const LEAST_PROBABILITY: f64 = f64::EPSILON;

/// The loss of a row.
#[derive(Debug, Clone)]
pub(crate) enum StudyLoss {
    /// −ln p of the true class: a proper scoring rule, and smooth, so that small samples rank models well.
    LogLoss,
    /// 1 for a wrong class.
    ZeroOne,
    /// What the decision of least expected loss costs.
    Decision(LossMatrix),
    Squared,
    Absolute,
}

impl StudyLoss {
    /// The loss that leads to a good value of a metric. What ranks rows or counts classes is no mean over rows: probabilities that are
    /// good by their log loss are good for it, too.
    pub fn of(measure: Measure, losses: Option<LossMatrix>, is_chosen_by_user: bool) -> StudyLoss {
        match (measure, losses) {
            (Measure::ExpectedLoss, Some(losses)) => StudyLoss::Decision(losses),
            (Measure::Accuracy | Measure::ErrorRate, _) if is_chosen_by_user => StudyLoss::ZeroOne,
            (Measure::Mae | Measure::MedianAbsoluteError | Measure::Mape, _) => StudyLoss::Absolute,
            (measure, _) if measure.task() == hornbook_core::Task::Regression => StudyLoss::Squared,
            _ => StudyLoss::LogLoss,
        }
    }

    /// The metric that candidates are compared by.
    pub fn measure(&self) -> Measure {
        match self {
            StudyLoss::LogLoss => Measure::LogLoss,
            StudyLoss::ZeroOne => Measure::Accuracy,
            StudyLoss::Decision(_) => Measure::ExpectedLoss,
            StudyLoss::Squared => Measure::Rmse,
            StudyLoss::Absolute => Measure::Mae,
        }
    }

    /// What the loss looks at: the probability of the true class alone for the log loss, else all that was predicted.
    pub fn relevant(&self, rows: &EvaluatedRows, predictions: &[f64]) -> Vec<f64> {
        match (self, &rows.targets) {
            (StudyLoss::LogLoss, RowTargets::Classes { codes, .. }) => {
                let width = rows.width();
                codes
                    .iter()
                    .enumerate()
                    .map(|(row, &code)| predictions[row * width + code as usize])
                    .collect()
            }
            _ => predictions.to_vec(),
        }
    }

    /// How many numbers of a row it looks at.
    pub fn relevant_width(&self, rows: &EvaluatedRows) -> usize {
        match self {
            StudyLoss::LogLoss => 1,
            _ => rows.width(),
        }
    }

    /// The loss of a row by what it looks at.
    pub fn at(&self, rows: &EvaluatedRows, row: usize, relevant: &[f64]) -> f64 {
        match (self, &rows.targets) {
            (StudyLoss::LogLoss, _) => -relevant[0].max(LEAST_PROBABILITY).ln(),
            (StudyLoss::Squared, RowTargets::Numbers(truth)) => (truth[row] - relevant[0]).powi(2),
            (_, RowTargets::Numbers(truth)) => (truth[row] - relevant[0]).abs(),
            (StudyLoss::Decision(losses), RowTargets::Classes { codes, .. }) => {
                let expected = |action: usize| -> f64 {
                    relevant.iter().enumerate().map(|(class, p)| p * losses.at(action, class)).sum()
                };
                let actions = 0..losses.actions().len();
                let action = actions.min_by(|&a, &b| expected(a).total_cmp(&expected(b))).unwrap_or_default();
                losses.at_cost(action, codes[row] as usize, rows.costs.get(row).copied())
            }
            (_, RowTargets::Classes { codes, .. }) => {
                f64::from(u8::from(first_largest(relevant) != codes[row] as usize))
            }
        }
    }

    /// The losses of all rows.
    pub fn all(&self, rows: &EvaluatedRows, predictions: &[f64]) -> Vec<f64> {
        let width = self.relevant_width(rows);
        let relevant = self.relevant(rows, predictions);
        relevant.chunks(width).enumerate().map(|(row, relevant)| self.at(rows, row, relevant)).collect()
    }
}

/// The mean of losses by the weights of the rows, and its standard error.
pub(crate) fn mean_and_error(losses: &[f64], weights: &[f64]) -> (f64, f64) {
    let total: f64 = weights.iter().sum();
    let mean = losses.iter().zip(weights).map(|(loss, weight)| loss * weight).sum::<f64>() / total;
    let squares: f64 =
        losses.iter().zip(weights).map(|(loss, weight)| (weight * (loss - mean)).powi(2)).sum::<f64>();
    (mean, squares.sqrt() / total)
}

/// How many standard errors one is worse than another by the losses of the same rows: a paired z statistic.
pub(crate) fn paired_z(losses: &[f64], better: &[f64], weights: &[f64]) -> f64 {
    let differences: Vec<f64> = losses.iter().zip(better).map(|(loss, better)| loss - better).collect();
    let (mean, error) = mean_and_error(&differences, weights);
    if mean == 0.0 { 0.0 } else { mean / error }
}

/// The losses of the decisions, checked against the classes.
pub(crate) fn losses_for(losses: Option<&LossMatrix>, rows: &EvaluatedRows) -> Result<Option<LossMatrix>> {
    match (&rows.targets, losses) {
        (RowTargets::Classes { levels, .. }, Some(losses)) => losses.for_classes(levels).map(Some),
        (RowTargets::Classes { levels, .. }, None) if !rows.costs.is_empty() => {
            LossMatrix::zero_one(&levels[..]).map(Some)
        }
        _ => Ok(None),
    }
}
