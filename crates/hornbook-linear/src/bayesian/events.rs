//! What the trace of Bayesian ridge regression says: a line per iteration.

use hornbook_core::format::significant;
use hornbook_core::{TraceEvent, Value};
use serde_json::json;
use std::fmt;

/// An iteration of evidence maximization.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum BayesianEvent {
    /// The score of given precisions.
    Round {
        /// Which iteration, counted from 0, the start.
        round: usize,
        /// The noise precision.
        noise_precision: f64,
        /// The prior precision of each coefficient.
        prior_precision: f64,
        /// The log evidence (log marginal likelihood) with the log prior of the precisions, up to a constant.
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
            "iteration {round}: noise precision {}, coefficient precision {}, score {}",
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
