//! What the traces of neighbors say.

use hornbook_core::TraceEvent;

/// A step of learning from neighbors.
#[derive(Debug, Clone, PartialEq, TraceEvent)]
#[non_exhaustive]
pub enum NeighborsEvent {
    /// The rows are in an index.
    #[event("index: {rows} rows of {columns} columns by {algorithm}, distance {metric}")]
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
    #[event("pass {pass}: {changed} rows changed, {kept} kept")]
    Pass {
        /// Which pass, from 1.
        pass: usize,
        /// How many rows are kept after it.
        kept: usize,
        /// How many rows it took in or threw out.
        changed: usize,
    },
    /// A number of neighbors was tried.
    #[event("k = {k}: error {error:.6}")]
    Tried {
        /// How many neighbors.
        k: usize,
        /// The error when each row is predicted from the others.
        error: f64,
    },
}
