//! What a boosting's trace says: a line an iteration.

use hornbook_core::{TraceEvent, Value};
use serde_json::json;
use std::fmt;

/// A step of boosting.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum BoostingEvent {
    /// Where it starts.
    Start {
        /// The constant scores.
        scores: Vec<f64>,
        /// Their mean loss.
        loss: f64,
    },
    /// An iteration is done.
    Round {
        /// Which, from 1.
        round: usize,
        /// How many rows it learned from.
        rows: usize,
        /// The leaves of its trees.
        leaves: usize,
        /// The column that the first split of its first tree is on, and what the split gained.
        first: Option<(String, f64)>,
        /// The mean loss of the training rows.
        loss: f64,
        /// The mean loss of the rows held out.
        validation: Option<f64>,
    },
}

impl fmt::Display for BoostingEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoostingEvent::Start { scores, loss } => {
                write!(f, "initial scores {scores:.6?}, training loss {loss:.6}")
            }
            BoostingEvent::Round { round, rows, leaves, first, loss, validation } => {
                write!(f, "iteration {round}: {rows} rows, {leaves} leaves, training loss {loss:.6}")?;
                if let Some(validation) = validation {
                    write!(f, ", validation loss {validation:.6}")?;
                }
                match first {
                    Some((column, gain)) => write!(f, "; first split on {column}, gain {gain:.6}"),
                    None => write!(f, "; no split improves the loss"),
                }
            }
        }
    }
}

impl TraceEvent for BoostingEvent {
    fn to_json(&self) -> Value {
        match self {
            BoostingEvent::Start { scores, loss } => {
                json!({"event": "start", "scores": scores, "loss": loss})
            }
            BoostingEvent::Round { round, rows, leaves, first, loss, validation } => json!({
                "event": "round",
                "round": round,
                "rows": rows,
                "leaves": leaves,
                "first_column": first.as_ref().map(|(column, _)| column),
                "first_gain": first.as_ref().map(|(_, gain)| gain),
                "loss": loss,
                "validation_loss": validation,
            }),
        }
    }
}
