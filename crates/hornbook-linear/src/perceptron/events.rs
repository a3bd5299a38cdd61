//! What the trace of a perceptron says: every update of the weights, and every epoch.

use crate::model::listed;
use hornbook_core::TraceEvent;
use hornbook_core::format::{counted, significant};

/// A step of a perceptron.
#[derive(Debug, Clone, PartialEq, TraceEvent)]
#[non_exhaustive]
pub enum PerceptronEvent {
    /// The weights were updated.
    #[event("epoch {round}, ")]
    #[event(if let Some(row) = row, "row {row}")]
    #[event(if row.is_none(), "all mistakes")]
    #[event(": ({}) becomes ({})", listed(before), listed(after))]
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
    #[event("epoch {round}: {}; misclassified fraction {}", counted(*mistakes, "mistake"), significant(*wrong))]
    Round {
        /// The epoch, from 1.
        round: u64,
        /// The number of mistakes in the epoch.
        mistakes: u64,
        /// The misclassified fraction of the sample weight now.
        wrong: f64,
    },
}
