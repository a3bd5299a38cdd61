//! The epochs of descent, and what is seen on the way.

use super::events::DeltaRuleEvent;
use super::objective::BatchObjective;
use super::params::{DeltaRule, LearningRateSchedule};
use crate::linear_machine::LinearMachine;
use crate::perceptron::UpdateMode;
use hornbook_core::{Error, ObserverAction, Result, Run};
use hornbook_math::optimize::{
    GradientDescent, Iteration, LearningRate, OptimizeResult, StepRule, StochasticDescent, StopReason,
    StoppingCriteria,
};
use std::ops::ControlFlow;

/// Epochs that tell whether the loss still falls.
const LAST_ROUNDS: usize = 10;

/// Where the epochs led.
pub(super) struct DescentResult {
    pub point: Vec<f64>,
    pub rounds: usize,
    /// The loss after each epoch.
    pub losses: Vec<f64>,
    /// The misclassified fraction of the sample weight after each epoch; empty for numbers.
    pub curve: Vec<f64>,
    pub end: DeltaRuleStopReason,
}

/// Why the epochs ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DeltaRuleStopReason {
    Converged,
    /// All epochs are done, and the loss still fell.
    Falling,
    /// All epochs are done, and the loss went up and down.
    Oscillating,
    Stopped,
    /// The loss grew, and the best weights on the way are kept.
    Diverged,
}

/// Goes down from a start, after so many epochs of an earlier call.
pub(super) fn descend(
    learner: &DeltaRule,
    units: &BatchObjective<'_>,
    start_point: &[f64],
    rounds_before: u64,
    run: &Run,
) -> Result<DescentResult> {
    let (mut losses, mut curve) = (Vec::new(), Vec::new());
    let (mut best, mut least, mut start) = (Vec::new(), f64::INFINITY, f64::INFINITY);
    let last = rounds_before + u64::from(learner.max_iter);
    let mut observer = |step: &Iteration<'_>| {
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
            gradient: LinearMachine::with(units.rule.outputs, units.latest_gradient()).constants_first(),
        });
        match run.progress("learning", round, Some(last)) == ObserverAction::Finish || run.check().is_err() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    // A rate that fell goes on falling from where it was.
    let fallen = 1.0 + learner.decay * rounds_before as f64;
    let rate = match learner.learning_rate {
        LearningRateSchedule::Constant => LearningRate::Fixed(learner.eta0),
        LearningRateSchedule::Decaying => {
            LearningRate::Decaying { initial: learner.eta0 / fallen, decay: learner.decay / fallen }
        }
        LearningRateSchedule::LineSearch => LearningRate::Backtracking { initial: learner.eta0 },
    };
    let acceleration = match learner.momentum {
        0.0 => StepRule::None,
        kept => StepRule::Momentum(kept),
    };
    let limits = StoppingCriteria {
        max_steps: learner.max_iter as usize,
        gradient_tolerance: 1e-12,
        value_tolerance: learner.tol,
    };
    let minimum = match learner.mode {
        UpdateMode::Batch => {
            GradientDescent { rate, acceleration, limits }.minimize(units, start_point, &mut observer)
        }
        UpdateMode::Stochastic => {
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
    let end = match minimum.stop_reason {
        _ if is_lost => DeltaRuleStopReason::Diverged,
        StopReason::Observer => DeltaRuleStopReason::Stopped,
        StopReason::Steps | StopReason::NotFinite if is_oscillating(&losses) => {
            DeltaRuleStopReason::Oscillating
        }
        StopReason::Steps | StopReason::NotFinite => DeltaRuleStopReason::Falling,
        _ => DeltaRuleStopReason::Converged,
    };
    if is_lost && best.is_empty() {
        return Err(Error::data(
            "the loss is not a finite number at the weights that the delta rule starts from",
            "give the target and the columns in other units, so that their squares times the sample weights are finite",
        ));
    }
    let point = if is_lost { best } else { minimum.x };
    Ok(DescentResult { point, rounds: minimum.steps, losses, curve, end })
}

/// Whether the loss rose in one of the last epochs.
fn is_oscillating(losses: &[f64]) -> bool {
    let last = &losses[losses.len().saturating_sub(LAST_ROUNDS)..];
    last.windows(2).any(|pair| pair[1] > pair[0])
}

/// A stochastic descent over rows that come in blocks.
fn by_blocks(
    descent: &StochasticDescent,
    units: &BatchObjective<'_>,
    start: &[f64],
    observer: &mut dyn FnMut(&Iteration<'_>) -> ControlFlow<()>,
) -> Result<OptimizeResult> {
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
