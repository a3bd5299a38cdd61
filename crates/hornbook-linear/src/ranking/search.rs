//! The search for weights: who watches it, where it ends, and the one for losses without kinks.

use super::events::RankingEvent;
use super::objective::Ranking;
use hornbook_core::{Result, Run, Verdict};
use hornbook_math::optimise::{Lbfgs, Limits, Step, Why};
use std::ops::ControlFlow;

/// When to end, and who watches.
#[derive(Clone, Copy)]
pub(super) struct Watch<'a> {
    pub run: &'a Run,
    pub tolerance: f64,
    pub most_steps: u32,
}

/// Where a search ended.
pub(super) struct Found {
    /// The weights, for columns in units of their deviations.
    pub point: Vec<f64>,
    /// The mean loss there, with the price of the weights.
    pub value: f64,
    pub steps: usize,
    pub is_settled: bool,
    /// The loss after each step.
    pub losses: Vec<f64>,
}

/// Limited-memory BFGS from zero.
pub(super) fn descend(ranking: &Ranking<'_>, watch: &Watch<'_>) -> Result<Found> {
    let Watch { run, tolerance, most_steps } = *watch;
    let mut losses = Vec::new();
    let mut observer = |step: &Step<'_>| {
        losses.push(step.value);
        run.trace(|| RankingEvent::Step { step: step.step, loss: step.value, weights: step.x.to_vec() });
        let verdict = run.progress("learning", step.step as u64, Some(most_steps.into()));
        match verdict == Verdict::Finish || run.check().is_err() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    let limits =
        Limits { max_steps: most_steps as usize, gradient_tolerance: tolerance, ..Limits::default() };
    let start = vec![0.0; ranking.rows.width];
    let found = Lbfgs { limits, ..Lbfgs::default() }.minimise(ranking, &start, &mut observer)?;
    run.check()?;
    Ok(Found {
        is_settled: found.converged || found.why == Why::NoDescent,
        point: found.x,
        value: found.value,
        steps: found.steps,
        losses,
    })
}
