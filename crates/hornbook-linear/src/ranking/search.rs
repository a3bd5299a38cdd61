//! The search for coefficients: who watches it, where it ends, and the one for losses without kinks.

use super::events::RankingEvent;
use super::objective::RankingObjective;
use hornbook_core::{ObserverAction, Result, Run};
use hornbook_math::optimize::{Iteration, Lbfgs, StopReason, StoppingCriteria};
use std::ops::ControlFlow;

/// When to end, and who watches.
#[derive(Clone, Copy)]
pub(super) struct RankingStopping<'a> {
    pub run: &'a Run,
    pub tolerance: f64,
    pub most_steps: u32,
}

/// Where a search ended.
pub(super) struct RankingResult {
    /// The coefficients, for standardized features.
    pub point: Vec<f64>,
    /// The mean loss there, with the penalty on the coefficients.
    pub value: f64,
    pub steps: usize,
    pub is_settled: bool,
    /// The loss after each step.
    pub losses: Vec<f64>,
}

/// Limited-memory BFGS from zero.
pub(super) fn descend(ranking: &RankingObjective<'_>, watch: &RankingStopping<'_>) -> Result<RankingResult> {
    let RankingStopping { run, tolerance, most_steps } = *watch;
    let mut losses = Vec::new();
    let mut observer = |step: &Iteration<'_>| {
        losses.push(step.value);
        run.trace(|| RankingEvent::Step { step: step.step, loss: step.value, weights: step.x.to_vec() });
        let action = run.progress("learning", step.step as u64, Some(most_steps.into()));
        match action == ObserverAction::Finish || run.check().is_err() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    let limits = StoppingCriteria {
        max_steps: most_steps as usize,
        gradient_tolerance: tolerance,
        ..StoppingCriteria::default()
    };
    let start = vec![0.0; ranking.rows.width];
    let found = Lbfgs { limits, ..Lbfgs::default() }.minimize(ranking, &start, &mut observer)?;
    run.check()?;
    Ok(RankingResult {
        is_settled: found.converged || found.stop_reason == StopReason::NoDescent,
        point: found.x,
        value: found.value,
        steps: found.steps,
        losses,
    })
}
