//! The search that knows the slope only, for more variables than second derivatives can be had of.

use super::problem::Problem;
use super::search::{End, Found, ROUNDING_SLOPE, Watch};
use hornbook_core::{Error, Result, Verdict};
use hornbook_math::optimise::{Lbfgs, Limits, Objective, Step, Why};
use std::cell::RefCell;
use std::ops::ControlFlow;

/// The loss with the prices of squares. A pass that fails leaves its error, and a value that is no number.
struct Smooth<'a> {
    problem: &'a Problem<'a>,
    failure: RefCell<Option<Error>>,
}

impl Objective for Smooth<'_> {
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

/// Limited-memory quasi-Newton steps. Sizes have no price here: they have corners.
pub(super) fn descend(problem: &Problem<'_>, watch: Watch<'_>) -> Result<Found> {
    let smooth = Smooth { problem, failure: RefCell::new(None) };
    let limits = Limits {
        max_steps: watch.most_steps as usize,
        gradient_tolerance: watch.tolerance,
        value_tolerance: 0.0,
    };
    let mut observer = |step: &Step<'_>| {
        let verdict = watch.show(problem, step.step, step.x, (step.value, step.gradient_norm, step.rate));
        let is_over = verdict == Verdict::Finish || smooth.failure.borrow().is_some();
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let minimum = Lbfgs { limits, ..Lbfgs::default() }.minimise(&smooth, problem.start(), &mut observer);
    if let Some(error) = smooth.failure.take() {
        return Err(error);
    }
    let minimum = minimum?;
    let there = problem.evaluate(&minimum.x, None)?;
    let end = match minimum.why {
        _ if problem.is_free && there.is_parted => End::Separated,
        Why::Observer => End::Stopped,
        Why::NoDescent if minimum.gradient_norm <= ROUNDING_SLOPE => End::Converged,
        _ if minimum.converged => End::Converged,
        _ => End::Unfinished,
    };
    Ok(Found { point: minimum.x, there, steps: minimum.steps, end })
}
