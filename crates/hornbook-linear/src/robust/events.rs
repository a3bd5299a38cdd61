//! What the traces of robust regressions say: a line a step.

use hornbook_core::{TraceEvent, Value};
use hornbook_learner::words::significant;
use serde_json::json;
use std::fmt;

/// A step of the search for weights.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum RobustEvent {
    /// A step of Newton's method for Huber's loss.
    Huber {
        /// Which step, counted from 0, the start.
        step: usize,
        /// The mean loss of a row, with the price of the weights.
        loss: f64,
        /// The scale of the residuals.
        scale: f64,
        /// The largest change of a weight, in units of one over the deviation of its column, or of the scale.
        largest_change: f64,
    },
    /// A step through the interior of the linear programme of a quantile.
    Quantile {
        /// Which step, counted from 0, the start.
        step: usize,
        /// The mean loss of a row, with the price of the weights.
        loss: f64,
        /// How far that is from the smallest at most.
        gap: f64,
    },
}

impl fmt::Display for RobustEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RobustEvent::Huber { step, loss, scale, largest_change } => {
                write!(f, "step {step}: loss {}, scale {}", significant(*loss), significant(*scale))?;
                if *step > 0 {
                    write!(f, ", largest change {}", significant(*largest_change))?;
                }
                Ok(())
            }
            RobustEvent::Quantile { step, loss, gap } => {
                write!(f, "step {step}: loss {}, gap {}", significant(*loss), significant(*gap))
            }
        }
    }
}

impl TraceEvent for RobustEvent {
    fn to_json(&self) -> Value {
        match self {
            RobustEvent::Huber { step, loss, scale, largest_change } => json!({
                "event": "step", "step": step, "loss": loss, "scale": scale, "largest_change": largest_change,
            }),
            RobustEvent::Quantile { step, loss, gap } => {
                json!({"event": "step", "step": step, "loss": loss, "gap": gap})
            }
        }
    }
}
