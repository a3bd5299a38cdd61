/// Stops a search or an iterative learner that no longer improves.
///
/// ```
/// use hornbook_evaluation::model_selection::EarlyStopping;
/// let mut stopping = EarlyStopping::new(2, 0.0, false);
/// let losses = [0.9, 0.7, 0.8, 0.75, 0.6];
/// let last = losses.iter().position(|&loss| stopping.is_over(loss));
/// assert_eq!((last, stopping.best_round()), (Some(3), Some(1)));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct EarlyStopping {
    patience: usize,
    tolerance: f64,
    higher_is_better: bool,
    rounds: usize,
    best: Option<(usize, f64)>,
}

impl EarlyStopping {
    /// Stops after `patience` rounds in a row without an improvement of more than `tolerance`.
    pub fn new(patience: usize, tolerance: f64, higher_is_better: bool) -> EarlyStopping {
        EarlyStopping { patience, tolerance, higher_is_better, rounds: 0, best: None }
    }

    /// Takes the value of the next round and says whether it should be the last. An undefined value is no improvement.
    pub fn is_over(&mut self, value: f64) -> bool {
        let gain = |best: f64| if self.higher_is_better { value - best } else { best - value };
        if !value.is_nan() && self.best.is_none_or(|(_, best)| gain(best) > self.tolerance) {
            self.best = Some((self.rounds, value));
        }
        self.rounds += 1;
        let since = self.rounds - self.best.map_or(0, |(round, _)| round + 1);
        since >= self.patience.max(1)
    }

    /// The round of the best value, from 0.
    pub fn best_round(&self) -> Option<usize> {
        self.best.map(|(round, _)| round)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_as_long_as_it_was_told() {
        let stops = |patience, tolerance, values: &[f64]| {
            let mut stopping = EarlyStopping::new(patience, tolerance, true);
            (values.iter().position(|&x| stopping.is_over(x)), stopping.best_round())
        };
        assert_eq!(stops(3, 0.0, &[0.1, 0.2, 0.3]), (None, Some(2)));
        assert_eq!(stops(2, 0.05, &[0.5, 0.52, 0.54, 0.9]), (Some(2), Some(0)));
        assert_eq!(stops(2, 0.0, &[f64::NAN, f64::NAN, 1.0]), (Some(1), None));
        assert_eq!(stops(1, 0.0, &[0.5, 0.6, 0.6]), (Some(2), Some(1)));
    }
}
