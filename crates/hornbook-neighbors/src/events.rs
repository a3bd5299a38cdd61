//! What the traces of neighbors say.

use hornbook_core::{TraceEvent, Value};
use serde_json::json;
use std::fmt;

/// A step of learning from neighbors.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum NeighborsEvent {
    /// The rows are in an index.
    Indexed {
        /// How many.
        rows: usize,
        /// How many columns of numbers each has.
        columns: usize,
        /// How far they are from each other.
        metric: String,
        /// How neighbors are searched for.
        algorithm: &'static str,
    },
    /// A pass of condensing or editing is over.
    Pass {
        /// Which pass, from 1.
        pass: usize,
        /// How many rows are kept after it.
        kept: usize,
        /// How many rows it took in or threw out.
        changed: usize,
    },
    /// A number of neighbors was tried.
    Tried {
        /// How many neighbors.
        k: usize,
        /// The error when each row is predicted from the others.
        error: f64,
    },
}

impl fmt::Display for NeighborsEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NeighborsEvent::Indexed { rows, columns, metric, algorithm } => {
                write!(f, "index: {rows} rows of {columns} columns by {algorithm}, distance {metric}")
            }
            NeighborsEvent::Pass { pass, kept, changed } => {
                write!(f, "pass {pass}: {changed} rows changed, {kept} kept")
            }
            NeighborsEvent::Tried { k, error } => write!(f, "k = {k}: error {error:.6}"),
        }
    }
}

impl TraceEvent for NeighborsEvent {
    fn to_json(&self) -> Value {
        match self {
            NeighborsEvent::Indexed { rows, columns, metric, algorithm } => json!({
                "event": "indexed", "rows": rows, "columns": columns, "metric": metric, "algorithm": algorithm,
            }),
            NeighborsEvent::Pass { pass, kept, changed } => {
                json!({"event": "pass", "pass": pass, "kept": kept, "changed": changed})
            }
            NeighborsEvent::Tried { k, error } => json!({"event": "tried", "k": k, "error": error}),
        }
    }
}
