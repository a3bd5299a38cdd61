//! The rounds of descent, and what is seen on the way.

use super::events::DeltaRuleEvent;
use super::objective::Units;
use super::params::{DeltaRule, RateRule};
use crate::linear_machine::LinearMachine;
use crate::perceptron::Mode;
use hornbook_core::{Result, Run, Verdict};
use hornbook_math::optimise::{
    Acceleration, GradientDescent, Limits, Minimum, Rate, Step, StochasticDescent, Why,
};
use std::ops::ControlFlow;

/// Rounds that tell whether the loss still falls.
const LAST_ROUNDS: usize = 10;

/// Where the rounds led.
pub(super) struct Descended {
    pub point: Vec<f64>,
    pub rounds: usize,
    /// The loss after each round.
    pub losses: Vec<f64>,
    /// The share of the weight that is on the wrong side after each round; empty for numbers.
    pub curve: Vec<f64>,
    pub end: End,
}

/// Why the rounds ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Settled,
    /// All rounds are done, and the loss still fell.
    Falling,
    /// All rounds are done, and the loss went up and down.
    Restless,
    Stopped,
    /// The loss grew, and the best weights on the way are kept.
    Diverged,
}

/// Goes down from a start, after so many rounds of an earlier call.
pub(super) fn descend(
    learner: &DeltaRule,
    units: &Units<'_>,
    start_point: &[f64],
    rounds_before: u64,
    run: &Run,
) -> Result<Descended> {
    let (mut losses, mut curve) = (Vec::new(), Vec::new());
    let (mut best, mut least, mut start) = (Vec::new(), f64::INFINITY, f64::INFINITY);
    let last = rounds_before + u64::from(learner.max_iter);
    let mut observer = |step: &Step<'_>| {
        if step.step == 0 {
            start = step.value;
        } else if step.value.is_finite() {
            losses.push(step.value);
            curve.extend((units.blocks.classes.len() > 1).then(|| units.wrong()));
        }
        if step.value < least && step.x.iter().all(|x| x.is_finite()) {
            least = step.value;
            best.clear();
            best.extend_from_slice(step.x);
        }
        let round = rounds_before + step.step as u64;
        run.trace(|| DeltaRuleEvent::Round {
            round: round as usize,
            loss: step.value,
            rate: step.rate,
            weights: LinearMachine::with(units.rule.outputs, step.x.to_vec()).constants_first(),
        });
        match run.progress("learning", round, Some(last)) == Verdict::Finish || run.check().is_err() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    // A rate that fell goes on falling from where it was.
    let fallen = 1.0 + learner.decay * rounds_before as f64;
    let rate = match learner.learning_rate {
        RateRule::Constant => Rate::Fixed(learner.eta0),
        RateRule::Decaying => {
            Rate::Decaying { initial: learner.eta0 / fallen, decay: learner.decay / fallen }
        }
        RateRule::LineSearch => Rate::Backtracking { initial: learner.eta0 },
    };
    let acceleration = match learner.momentum {
        0.0 => Acceleration::None,
        kept => Acceleration::Momentum(kept),
    };
    let limits = Limits {
        max_steps: learner.max_iter as usize,
        gradient_tolerance: 1e-12,
        value_tolerance: learner.tol,
    };
    let minimum = match learner.mode {
        Mode::Batch => {
            GradientDescent { rate, acceleration, limits }.minimise(units, start_point, &mut observer)
        }
        Mode::Stochastic => {
            let descent = StochasticDescent {
                rate,
                acceleration,
                batch_size: learner.batch_size as usize,
                average: false,
                shuffle: learner.shuffle,
                seed: if rounds_before == 0 {
                    run.root_seed()
                } else {
                    run.root_seed().derive(rounds_before)
                },
                limits,
            };
            by_blocks(&descent, units, start_point, &mut observer)
        }
    };
    // An error of reading says more than that of the search which it ended.
    units.failure()?;
    let minimum = minimum?;
    run.check()?;
    let is_lost = !minimum.value.is_finite() || minimum.value > start;
    let end = match minimum.why {
        _ if is_lost => End::Diverged,
        Why::Gradient | Why::Value | Why::NoDescent => End::Settled,
        Why::Observer => End::Stopped,
        Why::Steps | Why::NotFinite if is_restless(&losses) => End::Restless,
        Why::Steps | Why::NotFinite => End::Falling,
    };
    let point = if is_lost { best } else { minimum.x };
    Ok(Descended { point, rounds: minimum.steps, losses, curve, end })
}

/// Whether the loss rose in one of the last rounds.
fn is_restless(losses: &[f64]) -> bool {
    let last = &losses[losses.len().saturating_sub(LAST_ROUNDS)..];
    last.windows(2).any(|pair| pair[1] > pair[0])
}

/// A stochastic descent over rows that come in blocks.
fn by_blocks(
    descent: &StochasticDescent,
    units: &Units<'_>,
    start: &[f64],
    observer: &mut dyn FnMut(&Step<'_>) -> ControlFlow<()>,
) -> Result<Minimum> {
    let (mut search, mut gradient) = (descent.search(start, observer)?, vec![0.0; start.len()]);
    loop {
        let value = units.evaluate(&search.end_epoch(), &mut gradient)?;
        if let Some(minimum) = search.report(value, &gradient) {
            return Ok(minimum);
        }
        units.blocks.for_each(|block| {
            search.meet(&units.terms(block));
            Ok(())
        })?;
    }
}
