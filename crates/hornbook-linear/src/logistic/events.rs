//! What the trace of logistic regression says: a line per iteration.

use hornbook_core::TraceEvent;
use hornbook_core::format::significant;

/// An iteration of the optimizer.
#[derive(Debug, Clone, PartialEq, TraceEvent)]
#[non_exhaustive]
pub enum LogisticEvent {
    /// The state of the optimizer.
    #[event("iteration {step}: loss {}, gradient {}", significant(*loss), significant(*gradient_norm))]
    #[event(if *step > 0, ", step size {}", significant(*rate))]
    Step {
        /// Which iteration, counted from 0, the start.
        step: usize,
        /// The mean loss of a row, with its part of the penalty.
        loss: f64,
        /// The largest component of the gradient; with an L1 penalty, the violation of the optimality conditions.
        gradient_norm: f64,
        /// The step size along the direction.
        rate: f64,
        /// The intercepts, one per linear predictor.
        intercepts: Vec<f64>,
        /// The coefficients, one linear predictor after the other.
        weights: Vec<f64>,
    },
}
