//! What the trace of a generalized linear model says: a line per iteration.

use hornbook_core::format::significant;
use hornbook_core::{TraceEvent, Value};
use serde_json::json;
use std::fmt;

/// An iteration of the optimizer.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum GlmEvent {
    /// The state of the optimizer.
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

impl fmt::Display for GlmEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GlmEvent::Step { step, deviance, largest_change, rate, .. } = self;
        write!(f, "iteration {step}: deviance {}", significant(*deviance))?;
        if *step > 0 {
            write!(f, ", largest change {}", significant(*largest_change))?;
        }
        if *rate < 1.0 && *step > 0 {
            write!(f, ", step size {}", significant(*rate))?;
        }
        Ok(())
    }
}

impl TraceEvent for GlmEvent {
    fn to_json(&self) -> Value {
        let GlmEvent::Step { step, deviance, largest_change, rate, intercept, weights } = self;
        json!({
            "event": "step", "step": step, "deviance": deviance, "largest_change": largest_change, "rate": rate,
            "intercept": intercept, "weights": weights,
        })
    }
}
