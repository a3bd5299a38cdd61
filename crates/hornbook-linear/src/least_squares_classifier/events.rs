//! What the trace of least-squares classification says: a line per hyperplane.

use crate::model::listed;
use hornbook_core::TraceEvent;
use hornbook_core::format::significant;

/// A step of least-squares classification.
#[derive(Debug, Clone, PartialEq, TraceEvent)]
#[non_exhaustive]
pub enum LeastSquaresClassifierEvent {
    /// Least squares found a hyperplane.
    #[event("'{class}' against ")]
    #[event(if let Some(other) = against, "'{other}'")]
    #[event(if against.is_none(), "the others")]
    #[event(", {rows} rows: intercept {}, coefficients ({})", significant(*intercept), listed(weights))]
    Plane {
        /// The class above it.
        class: String,
        /// The class below it; none if that is all others.
        against: Option<String>,
        /// How many rows it was learned from.
        rows: usize,
        /// The intercept.
        intercept: f64,
        /// The coefficients.
        weights: Vec<f64>,
    },
}
