//! What the trace of a perceptron says: every update of the weights, and every epoch.

use crate::model::listed;
use hornbook_core::format::{counted, significant};
use hornbook_core::{TraceEvent, Value};
use serde_json::json;
use std::fmt;

/// A step of a perceptron.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum PerceptronEvent {
    /// The weights were updated.
    Update {
        /// The epoch, from 1.
        round: u64,
        /// The misclassified row of the table, from 1; none for a batch update by all such rows.
        row: Option<u32>,
        /// The weights before, for each linear predictor the intercept first.
        before: Vec<f64>,
        /// The weights after.
        after: Vec<f64>,
    },
    /// An epoch over all rows ended.
    Round {
        /// The epoch, from 1.
        round: u64,
        /// The number of mistakes in the epoch.
        mistakes: u64,
        /// The misclassified fraction of the sample weight now.
        wrong: f64,
    },
}

impl fmt::Display for PerceptronEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PerceptronEvent::Update { round, row, before, after } => {
                let who = row.map_or("all mistakes".to_string(), |row| format!("row {row}"));
                write!(f, "epoch {round}, {who}: ({}) becomes ({})", listed(before), listed(after))
            }
            PerceptronEvent::Round { round, mistakes, wrong } => write!(
                f,
                "epoch {round}: {}; misclassified fraction {}",
                counted(*mistakes, "mistake"),
                significant(*wrong)
            ),
        }
    }
}

impl TraceEvent for PerceptronEvent {
    fn to_json(&self) -> Value {
        match self {
            PerceptronEvent::Update { round, row, before, after } => {
                json!({"event": "update", "round": round, "row": row, "before": before, "after": after})
            }
            PerceptronEvent::Round { round, mistakes, wrong } => {
                json!({"event": "round", "round": round, "mistakes": mistakes, "wrong": wrong})
            }
        }
    }
}
