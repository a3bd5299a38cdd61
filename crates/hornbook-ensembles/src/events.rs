//! What the traces of ensembles say.

use hornbook_core::{TraceEvent, Value};
use serde_json::json;
use std::fmt;

/// A step of the training of an ensemble.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum EnsembleEvent {
    /// A member was trained.
    Member {
        /// Its position, from 1.
        place: usize,
        /// The learner.
        learner: String,
        /// What it was trained on, in words.
        task: String,
        /// How many different rows.
        rows: usize,
        /// Their weight.
        weight: f64,
    },
    /// An iteration of AdaBoost.
    Round {
        /// Which, from 1.
        round: usize,
        /// The fraction of the weight that the member gets wrong; for numbers, the mean loss.
        error: f64,
        /// $\beta = \epsilon / (1 - \epsilon)$.
        beta: f64,
        /// $\log(1/\beta)$, times the learning rate: the member's vote.
        vote: f64,
        /// The weights of the rows after the iteration, summing to 1.
        weights: Vec<f64>,
        /// The fraction of the weight that the ensemble gets wrong so far; for numbers, its mean absolute error.
        ensemble_error: f64,
    },
    /// A number that was measured on rows that the members did not see.
    Measured {
        /// What.
        what: String,
        /// How much.
        value: f64,
    },
    /// Two groups of classes were joined because they are confused most.
    Joined {
        /// The classes of one.
        one: Vec<String>,
        /// The classes of the other.
        other: Vec<String>,
        /// How often they are taken for each other.
        confusion: f64,
    },
    /// An iteration of a mixture of experts.
    Expectation {
        /// Which start, from 1.
        start: usize,
        /// Which iteration of it, from 1.
        round: usize,
        /// Of all rows, by their weight.
        log_likelihood: f64,
        /// What the weights of the gates, and of experts for classes, cost. The log-likelihood less this never falls.
        penalty: f64,
        /// The mixing proportion (mean responsibility) of each expert.
        shares: Vec<f64>,
    },
}

impl fmt::Display for EnsembleEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EnsembleEvent::Member { place, learner, task, rows, weight } => {
                write!(f, "base learner {place}: {learner} on {task}: {rows} rows of weight {weight}")
            }
            EnsembleEvent::Round { round, error, beta, vote, weights, ensemble_error } => {
                write!(
                    f,
                    "iteration {round}: weighted error {error:.6}, beta {beta:.6}, vote {vote:.6}; ensemble error \
                     {ensemble_error:.6}"
                )?;
                // More would fill the screen; the JSON has them all.
                if weights.len() <= 20 {
                    let weights: Vec<String> = weights.iter().map(|w| format!("{w:.6}")).collect();
                    write!(f, "\n  sample weights {}", weights.join(" "))?;
                }
                Ok(())
            }
            EnsembleEvent::Measured { what, value } => write!(f, "{what}: {value:.6}"),
            EnsembleEvent::Joined { one, other, confusion } => {
                write!(f, "{} merged with {} (confusion {confusion:.6})", one.join(", "), other.join(", "))
            }
            EnsembleEvent::Expectation { start, round, log_likelihood, penalty, shares } => {
                let shares: Vec<String> = shares.iter().map(|share| format!("{share:.4}")).collect();
                write!(
                    f,
                    "initialization {start}, iteration {round}: log-likelihood {log_likelihood:.6}, penalty {penalty:.6}; mixing proportions {}",
                    shares.join(" ")
                )
            }
        }
    }
}

impl TraceEvent for EnsembleEvent {
    fn to_json(&self) -> Value {
        match self {
            EnsembleEvent::Member { place, learner, task, rows, weight } => json!({
                "event": "member", "place": place, "learner": learner, "task": task, "rows": rows, "weight": weight,
            }),
            EnsembleEvent::Round { round, error, beta, vote, weights, ensemble_error } => json!({
                "event": "round", "round": round, "error": error, "beta": beta, "vote": vote, "weights": weights,
                "ensemble_error": ensemble_error,
            }),
            EnsembleEvent::Measured { what, value } => {
                json!({"event": "measured", "what": what, "value": value})
            }
            EnsembleEvent::Joined { one, other, confusion } => {
                json!({"event": "joined", "one": one, "other": other, "confusion": confusion})
            }
            EnsembleEvent::Expectation { start, round, log_likelihood, penalty, shares } => json!({
                "event": "expectation", "start": start, "round": round, "log_likelihood": log_likelihood,
                "penalty": penalty, "shares": shares,
            }),
        }
    }
}
