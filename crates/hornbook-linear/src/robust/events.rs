//! What the traces of robust regressions say: a line per iteration.

use hornbook_core::format::significant;
use hornbook_core::{TraceEvent, Value};
use serde_json::json;
use std::fmt;

/// An iteration of the optimizer.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum RobustEvent {
    /// A step of Newton's method for the Huber loss.
    Huber {
        /// Which iteration, counted from 0, the start.
        step: usize,
        /// The mean loss of a row, with the penalty.
        loss: f64,
        /// The residual scale.
        scale: f64,
        /// The largest change of a coefficient, for standardized features, or of the scale.
        largest_change: f64,
    },
    /// A step of the interior-point method for the linear program of a quantile.
    Quantile {
        /// Which iteration, counted from 0, the start.
        step: usize,
        /// The mean loss of a row, with the penalty.
        loss: f64,
        /// The duality gap: how far that is above the minimum at most.
        gap: f64,
    },
}

impl fmt::Display for RobustEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RobustEvent::Huber { step, loss, scale, largest_change } => {
                write!(f, "iteration {step}: loss {}, scale {}", significant(*loss), significant(*scale))?;
                if *step > 0 {
                    write!(f, ", largest change {}", significant(*largest_change))?;
                }
                Ok(())
            }
            RobustEvent::Quantile { step, loss, gap } => {
                write!(f, "iteration {step}: loss {}, duality gap {}", significant(*loss), significant(*gap))
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
