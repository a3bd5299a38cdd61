//! What the trace of the delta rule says: a line a round.

use hornbook_core::{TraceEvent, Value};
use hornbook_learner::words::significant;
use serde_json::json;
use std::fmt;

/// A round of the delta rule.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum DeltaRuleEvent {
    /// Where the weights are.
    Round {
        /// Which round has ended; 0 is the start.
        round: usize,
        /// What is made small.
        loss: f64,
        /// The learning rate of the round.
        rate: f64,
        /// The weights, for each unit the constant first.
        weights: Vec<f64>,
    },
}

impl fmt::Display for DeltaRuleEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DeltaRuleEvent::Round { round, loss, rate, .. } = self;
        write!(f, "round {round}: loss {}", significant(*loss))?;
        if *round > 0 {
            write!(f, ", rate {}", significant(*rate))?;
        }
        Ok(())
    }
}

impl TraceEvent for DeltaRuleEvent {
    fn to_json(&self) -> Value {
        let DeltaRuleEvent::Round { round, loss, rate, weights } = self;
        json!({"event": "round", "round": round, "loss": loss, "rate": rate, "weights": weights})
    }
}
