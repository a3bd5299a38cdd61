//! What the trace of a generalised linear model says: a line a step.

use hornbook_core::{TraceEvent, Value};
use hornbook_learner::words::significant;
use serde_json::json;
use std::fmt;

/// A step of the search for weights.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum GeneralisedEvent {
    /// Where the search is.
    Step {
        /// Which step, counted from 0, the start.
        step: usize,
        /// The deviance.
        deviance: f64,
        /// The largest change of a weight, in units of one over the deviation of its column.
        largest_change: f64,
        /// How far the step went along its direction: 1, or less where it was halved.
        rate: f64,
        /// The constant term.
        intercept: f64,
        /// The weights.
        weights: Vec<f64>,
    },
}

impl fmt::Display for GeneralisedEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GeneralisedEvent::Step { step, deviance, largest_change, rate, .. } = self;
        write!(f, "step {step}: deviance {}", significant(*deviance))?;
        if *step > 0 {
            write!(f, ", largest change {}", significant(*largest_change))?;
        }
        if *rate < 1.0 && *step > 0 {
            write!(f, ", rate {}", significant(*rate))?;
        }
        Ok(())
    }
}

impl TraceEvent for GeneralisedEvent {
    fn to_json(&self) -> Value {
        let GeneralisedEvent::Step { step, deviance, largest_change, rate, intercept, weights } = self;
        json!({
            "event": "step", "step": step, "deviance": deviance, "largest_change": largest_change, "rate": rate,
            "intercept": intercept, "weights": weights,
        })
    }
}
