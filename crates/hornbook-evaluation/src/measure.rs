//! What is measured. Every measure is a function of sums over the rows, a [`Tally`], so that rows, folds and
//! resampled groups are all judged by the same code.

use crate::text::{number, quantity};
use hornbook_core::Task;
use std::fmt;

/// A way to judge predictions. Row weights count as repeated rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// Share of rows whose class is predicted right.
    Accuracy,
    /// Mean over the classes of the share predicted right, so that a rare class counts as much as a common one.
    BalancedAccuracy,
    /// Mean over the classes of F₁, the harmonic mean of precision and recall.
    MacroF1,
    /// Mean of −ln p of the true class. Probabilities are taken as at least 10⁻¹⁵.
    LogLoss,
    /// Mean of half the squared distance between the class probabilities and the truth: 0 to 1. For two classes
    /// it is the usual (p − y)².
    Brier,
    /// Root of the mean squared error.
    Rmse,
    /// Mean absolute error.
    Mae,
    /// Share of the target's variance that is predicted; below 0 is worse than the mean.
    RSquared,
}

impl Measure {
    /// The measures of a task, the one to look at first in front.
    pub fn of(task: Task) -> &'static [Measure] {
        match task {
            Task::Classification => &[
                Measure::Accuracy,
                Measure::BalancedAccuracy,
                Measure::MacroF1,
                Measure::LogLoss,
                Measure::Brier,
            ],
            Task::Regression => &[Measure::Rmse, Measure::Mae, Measure::RSquared],
        }
    }

    /// Its name on every door.
    pub fn name(self) -> &'static str {
        match self {
            Measure::Accuracy => "accuracy",
            Measure::BalancedAccuracy => "balanced accuracy",
            Measure::MacroF1 => "macro F1",
            Measure::LogLoss => "log loss",
            Measure::Brier => "Brier score",
            Measure::Rmse => "RMSE",
            Measure::Mae => "MAE",
            Measure::RSquared => "R²",
        }
    }

    /// Whether more is better.
    pub fn higher_is_better(self) -> bool {
        matches!(self, Measure::Accuracy | Measure::BalancedAccuracy | Measure::MacroF1 | Measure::RSquared)
    }

    /// A value of the measure as people read it.
    pub(crate) fn show(self, value: f64) -> String {
        if matches!(self, Measure::Rmse | Measure::Mae) { quantity(value) } else { number(value) }
    }

    /// The measure of the rows in a tally; NaN where it is undefined.
    pub(crate) fn value(self, tally: &Tally) -> f64 {
        let mean = |sum: f64| sum / tally.weight;
        match self {
            Measure::Accuracy => mean(tally.classes.iter().map(|c| c.right).sum()),
            Measure::BalancedAccuracy => mean_over(tally, |c| (c.truth > 0.0).then(|| c.right / c.truth)),
            // A class neither true nor predicted says nothing about the predictions.
            Measure::MacroF1 => mean_over(tally, |c| {
                let both = c.truth + c.predicted;
                (both > 0.0).then(|| 2.0 * c.right / both)
            }),
            Measure::LogLoss => mean(tally.log_loss),
            Measure::Brier => mean(tally.brier),
            Measure::Rmse => mean(tally.squared).sqrt(),
            Measure::Mae => mean(tally.absolute),
            Measure::RSquared => {
                let spread = tally.target_squares - tally.target * tally.target / tally.weight;
                // What rounding leaves of no variance at all is not a variance.
                if spread <= 1e-12 * tally.target_squares { f64::NAN } else { 1.0 - tally.squared / spread }
            }
        }
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

fn mean_over(tally: &Tally, of: impl Fn(&ClassTally) -> Option<f64>) -> f64 {
    let values: Vec<f64> = tally.classes.iter().filter_map(of).collect();
    values.iter().sum::<f64>() / values.len() as f64
}

/// One row, judged.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Outcome {
    /// Its position in the table.
    pub row: u32,
    /// Its weight.
    pub weight: f64,
    /// What was predicted and what was true.
    pub judged: Judged,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Judged {
    Class {
        truth: u32,
        predicted: u32,
        log_loss: f64,
        brier: f64,
    },
    /// `truth` is measured from the mean of all rows, so that squares of large numbers do not drown R².
    Number {
        truth: f64,
        error: f64,
    },
}

impl Judged {
    pub(crate) fn class(truth: u32, predicted: u32, probabilities: &[f64]) -> Judged {
        let of = |class: usize| if class == truth as usize { 1.0 } else { 0.0 };
        let distance: f64 = probabilities.iter().enumerate().map(|(k, p)| (p - of(k)).powi(2)).sum();
        let likelihood = probabilities.get(truth as usize).copied().unwrap_or(0.0);
        Judged::Class { truth, predicted, log_loss: -likelihood.max(1e-15).ln(), brier: 0.5 * distance }
    }
}

/// Sums over rows from which every measure follows.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tally {
    pub weight: f64,
    pub classes: Vec<ClassTally>,
    log_loss: f64,
    brier: f64,
    absolute: f64,
    squared: f64,
    target: f64,
    target_squares: f64,
}

#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ClassTally {
    pub truth: f64,
    pub predicted: f64,
    pub right: f64,
}

impl Tally {
    /// The tally of no rows.
    pub(crate) fn empty(classes: usize) -> Tally {
        Tally { classes: vec![ClassTally::default(); classes], ..Tally::default() }
    }

    /// The tally of some rows.
    pub(crate) fn of<'a>(classes: usize, outcomes: impl IntoIterator<Item = &'a Outcome>) -> Tally {
        let mut tally = Tally::empty(classes);
        outcomes.into_iter().for_each(|outcome| tally.add(outcome));
        tally
    }

    pub(crate) fn add(&mut self, outcome: &Outcome) {
        let w = outcome.weight;
        self.weight += w;
        match outcome.judged {
            Judged::Class { truth, predicted, log_loss, brier } => {
                self.log_loss += w * log_loss;
                self.brier += w * brier;
                self.classes[truth as usize].truth += w;
                self.classes[predicted as usize].predicted += w;
                if truth == predicted {
                    self.classes[truth as usize].right += w;
                }
            }
            Judged::Number { truth, error } => {
                self.absolute += w * error.abs();
                self.squared += w * error * error;
                self.target += w * truth;
                self.target_squares += w * truth * truth;
            }
        }
    }

    pub(crate) fn merge(&mut self, other: &Tally) {
        self.weight += other.weight;
        self.log_loss += other.log_loss;
        self.brier += other.brier;
        self.absolute += other.absolute;
        self.squared += other.squared;
        self.target += other.target;
        self.target_squares += other.target_squares;
        for (mine, theirs) in self.classes.iter_mut().zip(&other.classes) {
            mine.truth += theirs.truth;
            mine.predicted += theirs.predicted;
            mine.right += theirs.right;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn classes(rows: &[(u32, u32, &[f64], f64)]) -> Tally {
        let outcomes: Vec<Outcome> = rows
            .iter()
            .map(|&(truth, predicted, p, weight)| Outcome {
                row: 0,
                weight,
                judged: Judged::class(truth, predicted, p),
            })
            .collect();
        Tally::of(3, &outcomes)
    }

    #[test]
    fn classification_agrees_with_scikit_learn() {
        // y = [0,0,1,1,2], prediction [0,1,1,1,0], weights [1,2,1,1,3]; probabilities as below.
        let tally = classes(&[
            (0, 0, &[0.7, 0.2, 0.1], 1.0),
            (0, 1, &[0.3, 0.6, 0.1], 2.0),
            (1, 1, &[0.1, 0.8, 0.1], 1.0),
            (1, 1, &[0.2, 0.5, 0.3], 1.0),
            (2, 0, &[0.6, 0.0, 0.4], 3.0),
        ]);
        let close = |measure: Measure, expected: f64| {
            let value = measure.value(&tally);
            assert!((value - expected).abs() < 1e-12, "{measure}: {value} is not {expected}");
        };
        close(Measure::Accuracy, 0.375);
        close(Measure::BalancedAccuracy, 0.4444444444444444);
        close(Measure::MacroF1, 0.31746031746031744);
        close(Measure::LogLoss, 0.8037229350109031);
        // brier_score_loss(scale_by_half=True)
        close(Measure::Brier, 0.27875);
    }

    #[test]
    fn regression_with_weights_is_repetition() {
        let rows = [(1.0, 0.5, 1.0), (2.0, -1.0, 2.0), (4.0, 0.25, 1.0)];
        let weighted = rows.map(|(truth, error, weight)| Outcome {
            row: 0,
            weight,
            judged: Judged::Number { truth, error },
        });
        let twice = [0, 1, 1, 2].map(|i: usize| Outcome { weight: 1.0, ..weighted[i] });
        let (weighted, twice) = (Tally::of(0, &weighted), Tally::of(0, &twice));
        for &measure in Measure::of(Task::Regression) {
            assert!((measure.value(&weighted) - measure.value(&twice)).abs() < 1e-15);
        }
        assert!((Measure::Rmse.value(&weighted) - (2.3125f64 / 4.0).sqrt()).abs() < 1e-15);
        assert!((Measure::RSquared.value(&weighted) - (1.0 - 2.3125 / 4.75)).abs() < 1e-15);
        let same = [Outcome { row: 0, weight: 1.0, judged: Judged::Number { truth: 0.1, error: 1.0 } }; 3];
        assert!(Measure::RSquared.value(&Tally::of(0, &same)).is_nan());
    }
}
