//! What the trace of Bayesian ridge regression says: a line a round.

use hornbook_core::{TraceEvent, Value};
use hornbook_learner::words::significant;
use serde_json::json;
use std::fmt;

/// A round of the search for precisions.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum BayesianEvent {
    /// What the targets say of given precisions.
    Round {
        /// Which round, counted from 0, the start.
        round: usize,
        /// The precision of the noise.
        noise_precision: f64,
        /// The precision of the prior of each weight.
        prior_precision: f64,
        /// The log likelihood of the targets with the log prior of the precisions, but for a constant.
        score: f64,
        /// The larger relative change of the two precisions.
        largest_change: f64,
    },
}

impl fmt::Display for BayesianEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BayesianEvent::Round { round, noise_precision, prior_precision, score, largest_change } = self;
        write!(
            f,
            "round {round}: precision of the noise {}, of the weights {}, score {}",
            significant(*noise_precision),
            significant(*prior_precision),
            significant(*score)
        )?;
        if *round > 0 {
            write!(f, ", largest change {}", significant(*largest_change))?;
        }
        Ok(())
    }
}

impl TraceEvent for BayesianEvent {
    fn to_json(&self) -> Value {
        let BayesianEvent::Round { round, noise_precision, prior_precision, score, largest_change } = self;
        json!({
            "event": "round", "round": round, "noise_precision": noise_precision,
            "prior_precision": prior_precision, "score": score, "largest_change": largest_change,
        })
    }
}
