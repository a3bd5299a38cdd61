//! What the traces of the lasso and the elastic net say.

use hornbook_core::{TraceEvent, Value};
use serde_json::json;
use std::fmt;

/// A step of coordinate descent.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum CoordinateDescentEvent {
    /// A coordinate-descent sweep over the features is done.
    Sweep {
        /// The regularization strength.
        alpha: f64,
        /// Which sweep, counted from 1 at each alpha.
        sweep: u32,
        /// The duality gap: how far the objective is above its minimum at most.
        gap: f64,
        /// The number of nonzero coefficients.
        weights: usize,
    },
    /// An alpha was evaluated by cross-validation.
    Judged {
        /// The regularization strength.
        alpha: f64,
        /// The mean squared error.
        error: f64,
        /// Its standard error.
        standard_error: f64,
    },
}

impl fmt::Display for CoordinateDescentEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CoordinateDescentEvent::Sweep { alpha, sweep, gap, weights } => {
                write!(
                    f,
                    "alpha {alpha:.6e}, sweep {sweep}: duality gap {gap:.3e}, {weights} nonzero coefficients"
                )
            }
            CoordinateDescentEvent::Judged { alpha, error, standard_error } => {
                write!(
                    f,
                    "alpha {alpha:.6e}: cross-validated mean squared error {error:.6e} ± {standard_error:.1e}"
                )
            }
        }
    }
}

impl TraceEvent for CoordinateDescentEvent {
    fn to_json(&self) -> Value {
        match self {
            CoordinateDescentEvent::Sweep { alpha, sweep, gap, weights } => {
                json!({"event": "sweep", "alpha": alpha, "sweep": sweep, "gap": gap, "weights": weights})
            }
            CoordinateDescentEvent::Judged { alpha, error, standard_error } => {
                json!({"event": "judged", "alpha": alpha, "error": error, "standard_error": standard_error})
            }
        }
    }
}
