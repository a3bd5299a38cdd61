//! The search that knows the gradient only, for more variables than second derivatives can be had of.

use super::problem::LogisticProblem;
use super::search::{LogisticResult, LogisticStopReason, LogisticStopping, ROUNDING_SLOPE};
use hornbook_core::{Error, ObserverAction, Result};
use hornbook_math::optimize::{Iteration, Lbfgs, Objective, StopReason, StoppingCriteria};
use std::cell::RefCell;
use std::ops::ControlFlow;

/// The loss with the penalties of squares. A pass that fails leaves its error, and a value that is no
/// number.
struct SmoothObjective<'a> {
    problem: &'a LogisticProblem<'a>,
    failure: RefCell<Option<Error>>,
}

impl Objective for SmoothObjective<'_> {
    fn dimension(&self) -> usize {
        self.problem.dimension()
    }

    fn value_and_gradient(&self, x: &[f64], gradient: &mut [f64]) -> f64 {
        match self.problem.evaluate(x, None) {
            Ok(there) => {
                gradient.copy_from_slice(&there.gradient);
                there.value
            }
            Err(error) => {
                self.failure.borrow_mut().get_or_insert(error);
                f64::NAN
            }
        }
    }
}

/// Limited-memory quasi-Newton steps. Sizes have no penalty here: they have corners.
pub(super) fn descend(problem: &LogisticProblem<'_>, watch: LogisticStopping<'_>) -> Result<LogisticResult> {
    let smooth = SmoothObjective { problem, failure: RefCell::new(None) };
    let limits = StoppingCriteria {
        max_steps: watch.most_steps as usize,
        gradient_tolerance: watch.tolerance,
        value_tolerance: 0.0,
    };
    let mut observer = |step: &Iteration<'_>| {
        let action = watch.show(problem, step.step, step.x, (step.value, step.gradient_norm, step.rate));
        let is_over = action == ObserverAction::Finish || smooth.failure.borrow().is_some();
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let minimum = Lbfgs { limits, ..Lbfgs::default() }.minimize(&smooth, problem.start(), &mut observer);
    if let Some(error) = smooth.failure.take() {
        return Err(error);
    }
    let minimum = minimum?;
    let there = problem.evaluate(&minimum.x, None)?;
    let end = match minimum.stop_reason {
        _ if problem.is_free && there.is_parted => LogisticStopReason::Separated,
        StopReason::Observer => LogisticStopReason::Stopped,
        StopReason::NoDescent if minimum.gradient_norm <= ROUNDING_SLOPE => LogisticStopReason::Converged,
        _ if minimum.converged => LogisticStopReason::Converged,
        _ => LogisticStopReason::Unfinished,
    };
    Ok(LogisticResult { x: minimum.x, evaluation: there, steps: minimum.steps, end })
}
