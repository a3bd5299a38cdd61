//! What the trace of a generalized linear model says: a line per iteration.

use hornbook_core::TraceEvent;
use hornbook_core::format::significant;

/// An iteration of the optimizer.
#[derive(Debug, Clone, PartialEq, TraceEvent)]
#[non_exhaustive]
pub enum GlmEvent {
    /// The state of the optimizer.
    #[event("iteration {step}: deviance {}", significant(*deviance))]
    #[event(if *step > 0, ", largest change {}", significant(*largest_change))]
    #[event(if *rate < 1.0 && *step > 0, ", step size {}", significant(*rate))]
    Step {
        /// Which iteration, counted from 0, the start.
        step: usize,
        /// The deviance.
        deviance: f64,
        /// The largest change of a coefficient, for standardized features.
        largest_change: f64,
        /// The step size along the direction: 1, or less where it was halved.
        rate: f64,
        /// The intercept.
        intercept: f64,
        /// The coefficients.
        weights: Vec<f64>,
    },
}
