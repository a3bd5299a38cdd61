//! The rounds of descent, and what is seen on the way.

use super::events::DeltaRuleEvent;
use super::objective::Units;
use super::params::{DeltaRule, RateRule};
use crate::linear_machine::LinearMachine;
use crate::perceptron::Mode;
use hornbook_core::{Result, Run, Verdict};
use hornbook_math::optimise::{
    Acceleration, GradientDescent, Limits, Objective as _, Rate, Step, StochasticDescent, Why,
};
use std::ops::ControlFlow;

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
    Rounds,
    Stopped,
    /// The loss grew, and the best weights on the way are kept.
    Diverged,
}

/// Which share of the weight some weights put on the wrong side.
pub(super) type Wrong<'a> = &'a dyn Fn(&[f64]) -> f64;

/// Goes down. `wrong` says which share of the weight is on the wrong side, for classes.
pub(super) fn descend(
    learner: &DeltaRule,
    units: &Units<'_>,
    run: &Run,
    wrong: Option<Wrong<'_>>,
) -> Result<Descended> {
    let (mut losses, mut curve) = (Vec::new(), Vec::new());
    let (mut best, mut least, mut start) = (Vec::new(), f64::INFINITY, f64::INFINITY);
    let mut observer = |step: &Step<'_>| {
        if step.step == 0 {
            start = step.value;
        } else if step.value.is_finite() {
            losses.push(step.value);
            curve.extend(wrong.map(|wrong| wrong(step.x)));
        }
        if step.value < least && step.x.iter().all(|x| x.is_finite()) {
            least = step.value;
            best.clear();
            best.extend_from_slice(step.x);
        }
        run.trace(|| DeltaRuleEvent::Round {
            round: step.step,
            loss: step.value,
            rate: step.rate,
            weights: LinearMachine::with(units.outputs, step.x.to_vec()).constants_first(),
        });
        let verdict = run.progress("learning", step.step as u64, Some(learner.max_iter.into()));
        match verdict == Verdict::Finish || run.check().is_err() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    let rate = match learner.learning_rate {
        RateRule::Constant => Rate::Fixed(learner.eta0),
        RateRule::Decaying => Rate::Decaying { initial: learner.eta0, decay: learner.decay },
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
    let zeros = vec![0.0; units.dimension()];
    let minimum = match learner.mode {
        Mode::Batch => {
            GradientDescent { rate, acceleration, limits }.minimise(units, &zeros, &mut observer)?
        }
        Mode::Stochastic => StochasticDescent {
            rate,
            acceleration,
            batch_size: learner.batch_size as usize,
            average: false,
            shuffle: learner.shuffle,
            seed: run.root_seed(),
            limits,
        }
        .minimise(units, &zeros, &mut observer)?,
    };
    run.check()?;
    let is_lost = !minimum.value.is_finite() || minimum.value > start;
    let end = match minimum.why {
        _ if is_lost => End::Diverged,
        Why::Gradient | Why::Value | Why::NoDescent => End::Settled,
        Why::Observer => End::Stopped,
        Why::Steps | Why::NotFinite => End::Rounds,
    };
    let point = if is_lost { best } else { minimum.x };
    Ok(Descended { point, rounds: minimum.steps, losses, curve, end })
}
