//! Learning rates, and what becomes of a gradient before a step is made of it.

use hornbook_core::{Error, Result};
use std::{borrow::Cow, collections::VecDeque};

/// How long the steps of a descent are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum LearningRate {
    /// Always the same, $\eta$.
    Fixed(f64),
    /// $\eta_t = \eta_0 / (1 + d t)$ in step (or epoch) $t$ from 0.
    Decaying {
        /// $\eta_0$.
        initial: f64,
        /// $d$.
        decay: f64,
    },
    /// More by a constant while the value falls, less by a fraction when it does not: $\Delta\eta = a$ if
    /// $E^{t+\tau} < E^t$, else $-b\eta$. Both sides are means of the last values, so that one bad step
    /// does not count.
    Adaptive {
        /// The rate of the first step.
        initial: f64,
        /// $a$.
        increase: f64,
        /// $b$, between 0 and 1.
        decrease: f64,
        /// How many values the means are over; 1 compares each value with the one before.
        window: usize,
    },
    /// Whatever lowers the value enough, by halving from this rate on.
    Backtracking {
        /// The rate to try first.
        initial: f64,
    },
}

impl LearningRate {
    pub(super) fn check(&self) -> Result<()> {
        let (initial, others_fit) = match *self {
            LearningRate::Fixed(initial) | LearningRate::Backtracking { initial } => (initial, true),
            LearningRate::Decaying { initial, decay } => (initial, decay >= 0.0),
            LearningRate::Adaptive { initial, increase, decrease, window } => {
                (initial, increase >= 0.0 && (0.0..1.0).contains(&decrease) && window > 0)
            }
        };
        if initial > 0.0 && initial.is_finite() && others_fit {
            return Ok(());
        }
        Err(Error::data(
            format!("a descent cannot have the rate {self:?}"),
            "give a positive rate, decay and increase of at least 0, a decrease beneath 1 and a window of at least 1",
        ))
    }
}

/// A rate as it goes from step to step.
#[derive(Debug, Clone)]
pub(super) struct LearningRateState {
    rate: LearningRate,
    now: f64,
    steps: usize,
    values: VecDeque<f64>,
    last_mean: Option<f64>,
}

impl LearningRateState {
    pub fn new(rate: LearningRate) -> LearningRateState {
        let now = match rate {
            LearningRate::Fixed(initial)
            | LearningRate::Decaying { initial, .. }
            | LearningRate::Adaptive { initial, .. }
            | LearningRate::Backtracking { initial } => initial,
        };
        LearningRateState { rate, now, steps: 0, values: VecDeque::new(), last_mean: None }
    }

    pub fn now(&self) -> f64 {
        self.now
    }

    /// Sees the value after a step (or before the first one); the rate may change by it.
    pub fn saw(&mut self, value: f64) {
        match self.rate {
            LearningRate::Fixed(_) | LearningRate::Backtracking { .. } => {}
            LearningRate::Decaying { initial, decay } => {
                self.now = initial / (1.0 + decay * self.steps as f64)
            }
            LearningRate::Adaptive { increase, decrease, window, .. } => {
                self.values.push_back(value);
                if self.values.len() > window {
                    self.values.pop_front();
                }
                let mean = self.values.iter().sum::<f64>() / self.values.len() as f64;
                if let Some(last) = self.last_mean.replace(mean) {
                    self.now += if mean < last { increase } else { -decrease * self.now };
                }
            }
        }
        self.steps += 1;
    }
}

/// What past gradients do to a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum StepRule {
    /// Nothing: $\Delta x = -\eta g$.
    None,
    /// The last step goes on: $\Delta x_t = -\eta g_t + \alpha\,\Delta x_{t-1}$.
    Momentum(f64),
    /// Nesterov's momentum: the gradient is taken where momentum alone would lead.
    Nesterov(f64),
    /// Adam: means of gradients by the root of means of their squares, each forgetting exponentially.
    Adam {
        /// How much of the mean of gradients is kept.
        first: f64,
        /// How much of the mean of squares is kept.
        second: f64,
        /// Added to the root, so that it is never 0.
        epsilon: f64,
    },
}

impl StepRule {
    /// Adam with the numbers of its authors.
    pub const ADAM: StepRule = StepRule::Adam { first: 0.9, second: 0.999, epsilon: 1e-8 };

    pub(super) fn check(&self) -> Result<()> {
        let share = |x: f64| (0.0..1.0).contains(&x);
        let fits = match *self {
            StepRule::None => true,
            StepRule::Momentum(kept) | StepRule::Nesterov(kept) => share(kept),
            StepRule::Adam { first, second, epsilon } => share(first) && share(second) && epsilon > 0.0,
        };
        if fits {
            return Ok(());
        }
        Err(Error::data(
            format!("a descent cannot have {self:?}"),
            "give shares of at least 0 and less than 1, and an epsilon of more than 0",
        ))
    }
}

/// Makes steps of gradients.
#[derive(Debug, Clone)]
pub(super) struct StepUpdate {
    acceleration: StepRule,
    /// The last step, or Adam's mean of gradients.
    last: Vec<f64>,
    squares: Vec<f64>,
    steps: i32,
}

impl StepUpdate {
    pub fn new(acceleration: StepRule, dimension: usize) -> StepUpdate {
        StepUpdate { acceleration, last: vec![0.0; dimension], squares: vec![0.0; dimension], steps: 0 }
    }

    /// Where the gradient is to be taken, if the search is at `x`.
    pub fn looks_at<'a>(&self, x: &'a [f64]) -> Cow<'a, [f64]> {
        match self.acceleration {
            StepRule::Nesterov(kept) => x.iter().zip(&self.last).map(|(x, last)| x + kept * last).collect(),
            _ => Cow::Borrowed(x),
        }
    }

    /// Moves a point by a gradient.
    pub fn apply(&mut self, x: &mut [f64], gradient: &[f64], rate: f64) {
        self.steps = self.steps.saturating_add(1);
        match self.acceleration {
            StepRule::None => x.iter_mut().zip(gradient).for_each(|(x, g)| *x -= rate * g),
            StepRule::Momentum(kept) | StepRule::Nesterov(kept) => {
                for ((x, last), g) in x.iter_mut().zip(&mut self.last).zip(gradient) {
                    *last = kept * *last - rate * g;
                    *x += *last;
                }
            }
            StepRule::Adam { first, second, epsilon } => {
                // Means that start at 0 are too small at first, by a known factor.
                let (grown, grown_squares) = (1.0 - first.powi(self.steps), 1.0 - second.powi(self.steps));
                let means = self.last.iter_mut().zip(&mut self.squares);
                for ((x, (mean, square)), g) in x.iter_mut().zip(means).zip(gradient) {
                    *mean = first * *mean + (1.0 - first) * g;
                    *square = second * *square + (1.0 - second) * g * g;
                    *x -= rate * (*mean / grown) / ((*square / grown_squares).sqrt() + epsilon);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // proves: 000a:I18, 000b:NN17
    #[test]
    fn momentum_of_the_notes() {
        let mut update = StepUpdate::new(StepRule::Momentum(0.9), 1);
        let mut x = [0.0];
        let steps = [1.0, 1.0, -1.0].map(|gradient| {
            let before = x[0];
            update.apply(&mut x, &[gradient], 0.1);
            x[0] - before
        });
        for (step, expected) in steps.iter().zip([-0.1, -0.19, -0.071]) {
            assert!((step - expected).abs() < 1e-15, "{steps:?}");
        }
    }

    // proves: 000b:NN18
    #[test]
    fn the_adaptive_rate_of_the_notes() {
        let adaptive = LearningRate::Adaptive { initial: 0.2, increase: 0.05, decrease: 0.1, window: 1 };
        let mut rate = LearningRateState::new(adaptive);
        rate.saw(10.0);
        let rates = [9.0, 9.5, 8.0].map(|value| {
            rate.saw(value);
            rate.now()
        });
        for (rate, expected) in rates.iter().zip([0.25, 0.225, 0.275]) {
            assert!((rate - expected).abs() < 1e-15, "{rates:?}");
        }
    }

    #[test]
    fn a_window_forgives_one_bad_value() {
        let mut rate = LearningRateState::new(LearningRate::Adaptive {
            initial: 0.2,
            increase: 0.05,
            decrease: 0.1,
            window: 3,
        });
        for value in [10.0, 9.0, 7.0, 8.0] {
            rate.saw(value);
        }
        assert!((rate.now() - 0.35).abs() < 1e-15, "the mean of three fell all the time");
    }

    #[test]
    fn decaying_rates() {
        let mut rate = LearningRateState::new(LearningRate::Decaying { initial: 1.0, decay: 0.5 });
        let rates = [(); 4].map(|()| {
            rate.saw(0.0);
            rate.now()
        });
        assert_eq!(rates, [1.0, 1.0 / 1.5, 0.5, 0.4]);
    }

    #[test]
    fn adam_starts_with_the_rate() {
        // Whatever the size of the gradient, the first step is the rate.
        for gradient in [1e-3, 1.0, 1e6] {
            let (mut update, mut x) = (StepUpdate::new(StepRule::ADAM, 1), [0.0]);
            update.apply(&mut x, &[gradient], 0.01);
            assert!((x[0] + 0.01).abs() < 1e-6);
        }
    }

    #[test]
    fn nonsense_is_refused() {
        assert!(LearningRate::Fixed(0.0).check().is_err() && LearningRate::Fixed(f64::NAN).check().is_err());
        assert!(LearningRate::Decaying { initial: 1.0, decay: -1.0 }.check().is_err());
        assert!(
            LearningRate::Adaptive { initial: 1.0, increase: 0.1, decrease: 1.0, window: 1 }.check().is_err()
        );
        assert!(StepRule::Momentum(1.0).check().is_err());
        assert!(StepRule::Adam { first: 0.9, second: 0.9, epsilon: 0.0 }.check().is_err());
        assert!(StepRule::ADAM.check().is_ok());
    }
}
