//! What the trace of the delta rule says: a line per epoch.

use hornbook_core::format::significant;
use hornbook_core::{TraceEvent, Value};
use serde_json::json;
use std::fmt;

/// An epoch of the delta rule.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum DeltaRuleEvent {
    /// Where the weights are.
    Round {
        /// Which epoch has ended; 0 is the initialization.
        round: usize,
        /// The loss.
        loss: f64,
        /// The learning rate of the epoch.
        rate: f64,
        /// The weights, for each unit the intercept first.
        weights: Vec<f64>,
        /// The gradient of the loss there, in the order of the weights.
        gradient: Vec<f64>,
    },
}

impl fmt::Display for DeltaRuleEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DeltaRuleEvent::Round { round, loss, rate, .. } = self;
        write!(f, "epoch {round}: loss {}", significant(*loss))?;
        if *round > 0 {
            write!(f, ", learning rate {}", significant(*rate))?;
        }
        Ok(())
    }
}

impl TraceEvent for DeltaRuleEvent {
    fn to_json(&self) -> Value {
        let DeltaRuleEvent::Round { round, loss, rate, weights, gradient } = self;
        json!({
            "event": "round", "round": round, "loss": loss, "rate": rate, "weights": weights, "gradient": gradient,
        })
    }
}
