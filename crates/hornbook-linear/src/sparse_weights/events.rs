//! What the traces of sparse weights say.

use hornbook_core::{TraceEvent, Value};
use serde_json::json;
use std::fmt;

/// A step of the search for sparse weights.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum SparseEvent {
    /// A round over the columns is done.
    Sweep {
        /// The price.
        alpha: f64,
        /// Which round, counted from 1 at each price.
        sweep: u32,
        /// How far the objective is above its smallest value at most.
        gap: f64,
        /// How many weights are not zero.
        weights: usize,
    },
    /// A price was judged on the rows that its fits had not seen.
    Judged {
        /// The price.
        alpha: f64,
        /// The mean squared error.
        error: f64,
        /// Its standard error.
        standard_error: f64,
    },
}

impl fmt::Display for SparseEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SparseEvent::Sweep { alpha, sweep, gap, weights } => {
                write!(f, "price {alpha:.6e}, sweep {sweep}: gap {gap:.3e}, {weights} weights are not zero")
            }
            SparseEvent::Judged { alpha, error, standard_error } => {
                write!(f, "price {alpha:.6e}: mean squared error {error:.6e} ± {standard_error:.1e}")
            }
        }
    }
}

impl TraceEvent for SparseEvent {
    fn to_json(&self) -> Value {
        match self {
            SparseEvent::Sweep { alpha, sweep, gap, weights } => {
                json!({"event": "sweep", "alpha": alpha, "sweep": sweep, "gap": gap, "weights": weights})
            }
            SparseEvent::Judged { alpha, error, standard_error } => {
                json!({"event": "judged", "alpha": alpha, "error": error, "standard_error": standard_error})
            }
        }
    }
}
