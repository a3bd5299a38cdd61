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
    /// Where the search for the weights of the hinge is, after a round.
    Round {
        /// Which round, counted from 0, the start.
        round: usize,
        /// The smallest mean loss that was met, with the price of the weights.
        loss: f64,
        /// What no weights go below.
        bound: f64,
        /// The share of the pairs that lack something of the margin at the newest weights.
        violated: f64,
        /// The best weights, for columns in units of their deviations.
        weights: Vec<f64>,
    },
}

impl fmt::Display for RankingEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RankingEvent::Step { step, loss, .. } => write!(f, "step {step}: loss {}", significant(*loss)),
            RankingEvent::Round { round, loss, bound, violated, .. } => write!(
                f,
                "round {round}: loss {}, at least {}, {} of the pairs lack something of the margin",
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
