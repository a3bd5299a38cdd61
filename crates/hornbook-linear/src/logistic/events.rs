//! What the trace of logistic regression says: a line per iteration.

use hornbook_core::format::significant;
use hornbook_core::{TraceEvent, Value};
use serde_json::json;
use std::fmt;

/// An iteration of the optimizer.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum LogisticEvent {
    /// The state of the optimizer.
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

impl fmt::Display for LogisticEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LogisticEvent::Step { step, loss, gradient_norm, rate, .. } = self;
        write!(f, "iteration {step}: loss {}, gradient {}", significant(*loss), significant(*gradient_norm))?;
        if *step > 0 {
            write!(f, ", step size {}", significant(*rate))?;
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
