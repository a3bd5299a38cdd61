//! Stochastic and mini-batch gradient descent.

use super::{
    Iteration, LearningRate, MeanObjective, Objective, OptimizeResult, StepRule, StoppingCriteria,
    SumObjective,
    progress::{SearchProgress, check_start, largest},
    update::{LearningRateState, StepUpdate},
};
use hornbook_core::{Error, Result, Seed};
use std::ops::ControlFlow;

/// How many terms ahead a block is told what comes.
const AHEAD: usize = 8;

/// Descent by the gradients of one term or a few terms at a time.
///
/// Every epoch goes once through all terms, in a random order of its own unless told otherwise. Progress is
/// reported, and limits are evaluated, once an epoch, by the mean of all terms; so `max_steps` counts
/// epochs, and the rate changes from epoch to epoch.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StochasticDescent {
    /// How long the steps are. There is no line search here.
    pub rate: LearningRate,
    /// What past gradients do.
    pub acceleration: StepRule,
    /// How many terms make a step: 1 is stochastic descent, all of them is batch descent.
    pub batch_size: usize,
    /// Whether the result is the mean of the points after all steps of the second half, which is steadier than the last.
    pub average: bool,
    /// Whether every epoch has a random order of its own; if not, terms come in the order they have.
    pub shuffle: bool,
    /// Where the orders of the terms come from.
    pub seed: Seed,
    /// When to end.
    pub limits: StoppingCriteria,
}

impl Default for StochasticDescent {
    fn default() -> Self {
        StochasticDescent {
            rate: LearningRate::Decaying { initial: 0.1, decay: 0.1 },
            acceleration: StepRule::None,
            batch_size: 1,
            average: false,
            shuffle: true,
            seed: Seed(0),
            limits: StoppingCriteria { max_steps: 100, ..StoppingCriteria::default() },
        }
    }
}

impl StochasticDescent {
    /// Searches from a start.
    pub fn minimize(
        &self,
        objective: &impl SumObjective,
        start: &[f64],
        observer: &mut dyn FnMut(&Iteration<'_>) -> ControlFlow<()>,
    ) -> Result<OptimizeResult> {
        let mut search = self.search(start, observer)?;
        check_start(objective.dimension(), start)?;
        check_terms(objective)?;
        let mut gradient = vec![0.0; start.len()];
        loop {
            let value = MeanObjective(objective).value_and_gradient(&search.end_epoch(), &mut gradient);
            if let Some(minimum) = search.report(value, &gradient) {
                return Ok(minimum);
            }
            search.meet(objective);
        }
    }

    /// Begins a search that is told its terms a block at a time.
    pub fn search<'a>(
        &self,
        start: &[f64],
        observer: &'a mut dyn FnMut(&Iteration<'_>) -> ControlFlow<()>,
    ) -> Result<StochasticSearch<'a>> {
        self.rate.check()?;
        self.acceleration.check()?;
        if matches!(self.rate, LearningRate::Backtracking { .. }) || self.batch_size == 0 {
            return Err(Error::data(
                "a stochastic descent cannot search along lines, and takes at least one term a step",
                "give another rate, and a batch size of at least 1",
            ));
        }
        check_start(start.len(), start)?;
        Ok(StochasticSearch {
            method: *self,
            x: start.to_vec(),
            mean: MeanPoint::new(start.len()),
            gradient: vec![0.0; start.len()],
            gathered: 0,
            progress: SearchProgress::new(self.limits, observer),
            update: StepUpdate::new(self.acceleration, start.len()),
            rate: LearningRateState::new(self.rate),
            taken: 0.0,
            order: Vec::new(),
            epoch: 0,
            block: 0,
        })
    }
}

/// A stochastic descent on its way, for terms that are not all at hand, such as the rows of a file larger than memory.
///
/// Its epochs are the caller's loop: [`report`](StochasticSearch::report) what all terms say at
/// [`end_epoch`](StochasticSearch::end_epoch), then let it [`meet`](StochasticSearch::meet) the terms, block by block.
/// Momentum, the rate and steps of several terms go on from block to block: if terms come in the order they have, the
/// blocks leave no trace. With a random order, each block has one of its own.
pub struct StochasticSearch<'a> {
    method: StochasticDescent,
    x: Vec<f64>,
    mean: MeanPoint,
    /// The sum of the gradients of the terms that make the next step, and how many there are.
    gradient: Vec<f64>,
    gathered: usize,
    progress: SearchProgress<'a>,
    update: StepUpdate,
    rate: LearningRateState,
    taken: f64,
    order: Vec<usize>,
    epoch: u64,
    block: u64,
}

impl StochasticSearch<'_> {
    /// Ends an epoch: says where the search is. The last terms may have been fewer than a step takes; they make one now.
    pub fn end_epoch(&mut self) -> Vec<f64> {
        self.step();
        if self.method.average && self.mean.count > 0 { self.mean.point() } else { self.x.clone() }
    }

    /// Reports the mean of all terms and its gradient where an epoch ended, or at the start; says what was found, if the
    /// search ends.
    pub fn report(&mut self, value: f64, gradient: &[f64]) -> Option<OptimizeResult> {
        let seen = self.end_epoch();
        if let Some(stop_reason) = self.progress.report(&seen, value, largest(gradient), self.taken) {
            return Some(self.progress.minimum(seen, value, largest(gradient), stop_reason));
        }
        self.rate.saw(value);
        self.taken = self.rate.now();
        self.epoch += u64::from(self.block > 0);
        self.block = 0;
        None
    }

    /// Goes through the terms of the next block of an epoch.
    pub fn meet(&mut self, block: &impl SumObjective) {
        self.order.clear();
        self.order.extend(0..block.terms());
        if self.method.shuffle {
            // No two blocks of all epochs have the same number; that of a first block is its epoch.
            self.method.seed.derive(self.epoch + (self.block << 32)).rng().shuffle(&mut self.order);
        }
        self.block += 1;
        let order = std::mem::take(&mut self.order);
        let is_plain = self.method.acceleration == StepRule::None && self.method.batch_size == 1;
        for (place, &term) in order.iter().enumerate() {
            if let Some(&soon) = order.get(place + AHEAD) {
                block.expect(soon);
            }
            if is_plain {
                block.descend(term, self.taken, &mut self.x, &mut self.gradient);
                self.remember();
                continue;
            }
            block.add_term(term, &self.update.looks_at(&self.x), 1.0, &mut self.gradient);
            self.gathered += 1;
            if self.gathered == self.method.batch_size {
                self.step();
            }
        }
        self.order = order;
    }

    /// Moves by the mean of the gradients that were gathered, if there are any.
    fn step(&mut self) {
        if self.gathered == 0 {
            return;
        }
        let share = 1.0 / self.gathered as f64;
        self.gradient.iter_mut().for_each(|g| *g *= share);
        self.update.apply(&mut self.x, &self.gradient, self.taken);
        self.gradient.fill(0.0);
        self.gathered = 0;
        self.remember();
    }

    fn remember(&mut self) {
        if self.method.average && 2 * self.epoch >= self.method.limits.max_steps as u64 {
            self.mean.add(&self.x);
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
