//! What the trace of a ranking says: a line a step.

use hornbook_core::{TraceEvent, Value};
use hornbook_learner::words::significant;
use serde_json::json;
use std::fmt;

/// A step of the search for weights.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum RankingEvent {
    /// Where the search is.
    Step {
        /// Which step, counted from 0, the start.
        step: usize,
        /// The mean loss, with the price of the weights.
        loss: f64,
        /// The weights, for columns in units of their deviations.
        weights: Vec<f64>,
    },
}

impl fmt::Display for RankingEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RankingEvent::Step { step, loss, .. } = self;
        write!(f, "step {step}: loss {}", significant(*loss))
    }
}

impl TraceEvent for RankingEvent {
    fn to_json(&self) -> Value {
        let RankingEvent::Step { step, loss, weights } = self;
        json!({"event": "step", "step": step, "loss": loss, "weights": weights})
    }
}
