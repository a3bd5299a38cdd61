//! What the trace of a ranking says: a line per iteration.

use hornbook_core::format::significant;
use hornbook_core::{TraceEvent, Value};
use serde_json::json;
use std::fmt;

/// An iteration of the optimizer.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum RankingEvent {
    /// The state of the optimizer.
    Step {
        /// Which iteration, counted from 0, the start.
        step: usize,
        /// The mean loss, with the penalty.
        loss: f64,
        /// The coefficients, for standardized features.
        weights: Vec<f64>,
    },
    /// The state of the cutting-plane optimizer of the hinge loss, after an iteration.
    Round {
        /// Which iteration, counted from 0, the start.
        round: usize,
        /// The smallest mean loss so far, with the penalty.
        loss: f64,
        /// A lower bound of the minimum.
        bound: f64,
        /// The fraction of the pairs that violate the margin at the newest coefficients.
        violated: f64,
        /// The best coefficients, for standardized features.
        weights: Vec<f64>,
    },
}

impl fmt::Display for RankingEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RankingEvent::Step { step, loss, .. } => {
                write!(f, "iteration {step}: loss {}", significant(*loss))
            }
            RankingEvent::Round { round, loss, bound, violated, .. } => write!(
                f,
                "iteration {round}: loss {}, lower bound {}, fraction of pairs within the margin {}",
                significant(*loss),
                significant(*bound),
                significant(*violated)
            ),
        }
    }
}

impl TraceEvent for RankingEvent {
    fn to_json(&self) -> Value {
        match self {
            RankingEvent::Step { step, loss, weights } => {
                json!({"event": "step", "step": step, "loss": loss, "weights": weights})
            }
            RankingEvent::Round { round, loss, bound, violated, weights } => json!({
                "event": "round", "round": round, "loss": loss, "bound": bound, "violated": violated,
                "weights": weights,
            }),
        }
    }
}
