//! What the trace of a perceptron says: every change of the weights, and every round.

use crate::model::listed;
use hornbook_core::{TraceEvent, Value};
use hornbook_learner::words::{counted, significant};
use serde_json::json;
use std::fmt;

/// A step of a perceptron.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum PerceptronEvent {
    /// The weights changed.
    Update {
        /// The round, from 1.
        round: u64,
        /// The row of the table that was on the wrong side, from 1; none if all such rows were added up.
        row: Option<u32>,
        /// The weights before, for each sum the constant term first.
        before: Vec<f64>,
        /// The weights after.
        after: Vec<f64>,
    },
    /// A round over all rows ended.
    Round {
        /// The round, from 1.
        round: u64,
        /// How many rows were met on the wrong side.
        mistakes: u64,
        /// The share of the weight that is on the wrong side now.
        wrong: f64,
    },
}

impl fmt::Display for PerceptronEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PerceptronEvent::Update { round, row, before, after } => {
                let who = row.map_or("all mistakes".to_string(), |row| format!("row {row}"));
                write!(f, "round {round}, {who}: ({}) becomes ({})", listed(before), listed(after))
            }
            PerceptronEvent::Round { round, mistakes, wrong } => write!(
                f,
                "round {round} had {}; {} of the weight is on the wrong side",
                counted(*mistakes, "mistake", "mistakes"),
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
