//! Conformal prediction: prediction intervals and sets from held-out residuals.

use crate::explanation::Section;
use hornbook_core::format::{percent_chosen, significant};
use hornbook_core::{Error, Result, Task};
use hornbook_math::estimates::effective_size;
use serde::{Deserialize, Serialize};

/// The most errors that are kept: half of them evenly spread, and half among the largest, which high levels ask for.
const MOST_KEPT: usize = 1024;

/// Conformal prediction intervals for regression, and prediction sets for classification, at any coverage level.
///
/// An error is how far a prediction was off for a row that its model had not seen: the distance of a number, or how much
/// probability the true class was denied. With $n$ such rows, the $\lceil \ell(n+1) \rceil$-th smallest error is not exceeded
/// by a new row's with probability $\ell$ (split conformal prediction; with errors from folds, close to it, since the models
/// of folds have fewer rows). Rows must be exchangeable; nothing else is assumed. A row of weight 2 is two errors.
///
/// References: Vovk, Gammerman and Shafer, *Algorithmic learning in a random world* (2005); Barber, Candès, Ramdas and
/// Tibshirani, *Predictive inference with the jackknife+* (2021).
///
/// ```
/// use hornbook_learner::PredictionIntervals;
/// let errors: Vec<f64> = (1..=99).map(f64::from).collect();
/// let intervals = PredictionIntervals::of_numbers(&errors, &[1.0; 99])?;
/// assert_eq!(intervals.error(0.9)?, 90.0);
/// assert!(intervals.error(0.995).is_err());
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PredictionIntervals {
    /// What is predicted.
    task: Task,
    /// For how many rows of weight 1 the errors stand.
    size: f64,
    /// Errors, ascending, each with the number of rows whose error is not larger.
    errors: Vec<(f64, f64)>,
}

impl PredictionIntervals {
    /// From the residuals of rows that the models behind them did not see, whatever their sign, and the rows' weights.
    pub fn of_numbers(residuals: &[f64], weights: &[f64]) -> Result<PredictionIntervals> {
        PredictionIntervals::of(Task::Regression, residuals.iter().map(|x| x.abs()), residuals.len(), weights)
    }

    /// From the probability that each row's true class was given by a model that did not see the row, and the rows' weights.
    pub fn of_classes(of_truth: &[f64], weights: &[f64]) -> Result<PredictionIntervals> {
        PredictionIntervals::of(
            Task::Classification,
            of_truth.iter().map(|p| 1.0 - p),
            of_truth.len(),
            weights,
        )
    }

    fn of(
        task: Task,
        errors: impl Iterator<Item = f64>,
        rows: usize,
        weights: &[f64],
    ) -> Result<PredictionIntervals> {
        if weights.len() != rows {
            return Err(Error::data(
                format!("there are {rows} errors and {} weights", weights.len()),
                "give a weight for each",
            ));
        }
        let mut errors: Vec<(f64, f64)> =
            errors.zip(weights.iter().copied()).filter(|(_, weight)| *weight > 0.0).collect();
        if errors.is_empty() || errors.iter().any(|(error, _)| !error.is_finite()) {
            return Err(Error::data(
                "prediction intervals need residuals: there are no rows, or residuals that are not finite",
                "give held-out rows, with finite predictions",
            ));
        }
        errors.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let total: f64 = errors.iter().map(|error| error.1).sum();
        // Weights that add up to less than their rows, such as fractions of 1, still stand for all of those rows.
        let size = total.max(effective_size(errors.iter().map(|error| error.1)));
        let mut sum = 0.0;
        for error in &mut errors {
            sum += error.1;
            error.1 = sum * (size / total);
        }
        // Of equal errors the last says how many there are.
        errors.reverse();
        errors.dedup_by_key(|error| error.0);
        errors.reverse();
        Ok(PredictionIntervals { task, size, errors: thinned(errors, size) })
    }

    /// What kind of predictions they are for.
    pub fn task(&self) -> Task {
        self.task
    }

    /// The highest coverage level that so many rows can support.
    pub fn highest_level(&self) -> f64 {
        self.size / (self.size + 1.0)
    }

    /// The error that a new row does not exceed with this probability: half of the width of an interval around a number; or,
    /// for classes, one minus the probability that a class must have to be in the set.
    pub fn error(&self, level: f64) -> Result<f64> {
        if !(level > 0.0 && level < 1.0) {
            return Err(Error::data(
                format!("the coverage level of an interval is {level}"),
                "give a number between 0 and 1, such as 0.9",
            ));
        }
        let place = level * (self.size + 1.0);
        let slack = 1e-9 * self.size;
        let at = self.errors.partition_point(|error| error.1 < place - slack);
        self.errors.get(at).map(|error| error.0).ok_or_else(|| {
            Error::data(
                format!(
                    "a prediction interval of coverage {level} needs more than {:.0} rows: the highest level is {:.4}",
                    self.size,
                    self.highest_level()
                ),
                "ask for a lower level, or train on more rows",
            )
        })
    }

    /// The intervals at some coverage levels, in words.
    pub(crate) fn section(&self) -> Section {
        const LEVELS: [f64; 4] = [0.5, 0.8, 0.9, 0.95];
        let (mut lines, mut json) = (Vec::new(), serde_json::Map::new());
        for level in LEVELS {
            let Ok(error) = self.error(level) else { continue };
            let coverage = percent_chosen(level);
            lines.push(match self.task {
                Task::Classification => {
                    format!(
                        "{coverage}: prediction set of classes with probability {} or more",
                        significant(1.0 - error)
                    )
                }
                _ => format!("{coverage}: prediction ± {}", significant(error)),
            });
            json.insert(level.to_string(), error.into());
        }
        Section { heading: "prediction intervals", text: lines.join("\n"), json: json.into() }
    }

    /// Refuses what a damaged file may say.
    pub(crate) fn check(&self, task: Task) -> Result<()> {
        let ascends = self.errors.is_sorted_by(|a, b| a.0 < b.0 && a.1 <= b.1);
        let is_error = |error: &(f64, f64)| error.0 >= -1e-9 && error.0.is_finite() && error.1.is_finite();
        match task == self.task && self.size > 0.0 && ascends && self.errors.iter().all(is_error) {
            true => Ok(()),
            false => Err(Error::damaged("its prediction intervals are not sound")),
        }
    }
}

/// Not more errors than are worth keeping; one that is left out is replaced by the next larger one, which is safe.
fn thinned(errors: Vec<(f64, f64)>, size: f64) -> Vec<(f64, f64)> {
    if errors.len() <= MOST_KEPT {
        return errors;
    }
    let half = MOST_KEPT / 2;
    let part = |at: usize| at as f64 / half as f64;
    let evenly = (1..=half).map(part);
    let largest = (1..=half).map(|at| 1.0 - (1.0 - part(at)) / half as f64);
    let mut kept: Vec<usize> = evenly
        .chain(largest)
        .map(|share| errors.partition_point(|error| error.1 < share * size * (1.0 - 1e-12)))
        .map(|place| place.min(errors.len() - 1))
        .collect();
    kept.sort_unstable();
    kept.dedup();
    kept.into_iter().map(|place| errors[place]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weight_of_two_is_the_error_twice() {
        let weighed = PredictionIntervals::of_numbers(&[-3.0, 1.0, 2.0, 9.0], &[2.0, 1.0, 3.0, 0.0]).unwrap();
        let copies = PredictionIntervals::of_numbers(&[2.0, 2.0, -3.0, 1.0, 3.0, -2.0], &[1.0; 6]).unwrap();
        assert_eq!(weighed, copies);
        assert_eq!(weighed.error(0.5).unwrap(), 2.0);
        assert_eq!(weighed.error(6.0 / 7.0).unwrap(), 3.0);
        assert!(weighed.error(0.87).unwrap_err().to_string().contains("the highest level is 0.8571"));
        let shares = PredictionIntervals::of_numbers(&[1.0, 2.0, 3.0], &[1.0 / 3.0; 3]).unwrap();
        assert_eq!(shares.error(0.75).unwrap(), 3.0);
    }

    #[test]
    fn many_errors_are_thinned_safely() {
        let errors: Vec<f64> = (1..=100_000).map(f64::from).collect();
        let intervals = PredictionIntervals::of_numbers(&errors, &vec![1.0; errors.len()]).unwrap();
        assert!(intervals.errors.len() <= MOST_KEPT);
        for level in [0.01, 0.5, 0.8, 0.9, 0.95, 0.99, 0.999, 0.9999] {
            let (found, exact) = (intervals.error(level).unwrap(), (level * 100_001.0).ceil());
            assert!(found >= exact && found <= exact + 200.0, "{level}: {found}, {exact}");
        }
        assert!((intervals.error(0.9999).unwrap() - 99_991.0).abs() <= 1.0);
    }

    #[test]
    fn what_cannot_be_is_refused() {
        assert!(PredictionIntervals::of_numbers(&[], &[]).is_err());
        assert!(PredictionIntervals::of_numbers(&[f64::NAN], &[1.0]).is_err());
        assert!(PredictionIntervals::of_numbers(&[1.0], &[]).is_err());
        let good = PredictionIntervals::of_classes(&[0.25, 0.5], &[1.0; 2]).unwrap();
        assert_eq!(good.errors, [(0.5, 1.0), (0.75, 2.0)]);
        assert!(good.check(Task::Classification).is_ok() && good.check(Task::Regression).is_err());
        for level in [0.0, 1.0, f64::NAN] {
            assert!(good.error(level).is_err());
        }
        let bad = PredictionIntervals { errors: vec![(2.0, 1.0), (1.0, 2.0)], ..good };
        assert!(bad.check(Task::Classification).is_err());
    }
}
