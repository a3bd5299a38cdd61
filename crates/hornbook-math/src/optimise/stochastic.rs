//! Stochastic and mini-batch gradient descent.

use super::{
    Acceleration, Limits, Mean, Minimum, Objective, Rate, Step, SumObjective,
    progress::{Progress, check_start, largest},
    update::{RateState, Update},
};
use hornbook_core::{Error, Result, Seed};
use std::ops::ControlFlow;

/// Descent by the gradients of one term or a few terms at a time.
///
/// Every epoch goes once through all terms, in a random order of its own unless told otherwise. Progress is reported, and limits are judged, once
/// an epoch, by the mean of all terms; so `max_steps` counts epochs, and the rate changes from epoch to epoch.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StochasticDescent {
    /// How long the steps are. There is no line search here.
    pub rate: Rate,
    /// What past gradients do.
    pub acceleration: Acceleration,
    /// How many terms make a step: 1 is stochastic descent, all of them is batch descent.
    pub batch_size: usize,
    /// Whether the result is the mean of the points after all steps of the second half, which is steadier than the last.
    pub average: bool,
    /// Whether every epoch has a random order of its own; if not, terms come in the order they have.
    pub shuffle: bool,
    /// Where the orders of the terms come from.
    pub seed: Seed,
    /// When to end.
    pub limits: Limits,
}

impl Default for StochasticDescent {
    fn default() -> Self {
        StochasticDescent {
            rate: Rate::Decaying { initial: 0.1, decay: 0.1 },
            acceleration: Acceleration::None,
            batch_size: 1,
            average: false,
            shuffle: true,
            seed: Seed(0),
            limits: Limits { max_steps: 100, ..Limits::default() },
        }
    }
}

impl StochasticDescent {
    /// Searches from a start.
    pub fn minimise(
        &self,
        objective: &impl SumObjective,
        start: &[f64],
        observer: &mut dyn FnMut(&Step<'_>) -> ControlFlow<()>,
    ) -> Result<Minimum> {
        self.rate.check()?;
        self.acceleration.check()?;
        if matches!(self.rate, Rate::Backtracking { .. }) || self.batch_size == 0 {
            return Err(Error::data(
                "a stochastic descent cannot search along lines, and takes at least one term a step",
                "give another rate, and a batch size of at least 1",
            ));
        }
        check_start(objective.dimension(), start)?;
        check_terms(objective)?;
        let mut x = start.to_vec();
        let mut mean = MeanPoint::new(x.len());
        let mut gradient = vec![0.0; x.len()];
        let mut progress = Progress::new(self.limits, observer);
        let mut update = Update::new(self.acceleration, x.len());
        let mut rate = RateState::new(self.rate);
        let mut order: Vec<usize> = (0..objective.terms()).collect();
        let mut taken = 0.0;
        let mut epoch = 0;
        loop {
            let seen = if self.average && mean.count > 0 { mean.point() } else { x.clone() };
            let value = Mean(objective).value_and_gradient(&seen, &mut gradient);
            if let Some(why) = progress.report(&seen, value, largest(&gradient), taken) {
                return Ok(progress.minimum(seen, value, largest(&gradient), why));
            }
            rate.saw(value);
            taken = rate.now();
            if self.shuffle {
                order.sort_unstable();
                self.seed.derive(epoch).rng().shuffle(&mut order);
            }
            for batch in order.chunks(self.batch_size) {
                gradient.fill(0.0);
                let (at, share) = (update.looks_at(&x), 1.0 / batch.len() as f64);
                for &term in batch {
                    objective.add_term(term, &at, share, &mut gradient);
                }
                drop(at);
                update.apply(&mut x, &gradient, taken);
                if self.average && 2 * epoch >= self.limits.max_steps as u64 {
                    mean.add(&x);
                }
            }
            epoch += 1;
        }
    }
}

pub(super) fn check_terms(objective: &impl SumObjective) -> Result<()> {
    if objective.terms() > 0 {
        return Ok(());
    }
    Err(Error::data("a mean over no terms has no minimum", "give at least one term"))
}

struct MeanPoint {
    mean: Vec<f64>,
    count: u64,
}

impl MeanPoint {
    fn new(dimension: usize) -> MeanPoint {
        MeanPoint { mean: vec![0.0; dimension], count: 0 }
    }

    fn add(&mut self, x: &[f64]) {
        self.count += 1;
        let share = 1.0 / self.count as f64;
        self.mean.iter_mut().zip(x).for_each(|(mean, x)| *mean += share * (x - *mean));
    }

    fn point(&self) -> Vec<f64> {
        self.mean.clone()
    }
}
