//! What the trace of logistic regression says: a line a step.

use hornbook_core::{TraceEvent, Value};
use hornbook_learner::words::significant;
use serde_json::json;
use std::fmt;

/// A step of the search for weights.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum LogisticEvent {
    /// Where the search is.
    Step {
        /// Which step, counted from 0, the start.
        step: usize,
        /// The mean loss of a row, with its share of the price of the weights.
        loss: f64,
        /// The largest part of its slope; where sizes have a price, how far the conditions of a minimum are broken.
        gradient_norm: f64,
        /// How far the step went along its direction.
        rate: f64,
        /// The constant terms, one a sum.
        intercepts: Vec<f64>,
        /// The weights, sum by sum.
        weights: Vec<f64>,
    },
}

impl fmt::Display for LogisticEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LogisticEvent::Step { step, loss, gradient_norm, rate, .. } = self;
        write!(f, "step {step}: loss {}, gradient {}", significant(*loss), significant(*gradient_norm))?;
        if *step > 0 {
            write!(f, ", rate {}", significant(*rate))?;
        }
        Ok(())
    }
}

impl TraceEvent for LogisticEvent {
    fn to_json(&self) -> Value {
        let LogisticEvent::Step { step, loss, gradient_norm, rate, intercepts, weights } = self;
        json!({
            "event": "step", "step": step, "loss": loss, "gradient_norm": gradient_norm, "rate": rate,
            "intercepts": intercepts, "weights": weights,
        })
    }
}
