//! What the trace of least-squares classification says: a line per hyperplane.

use crate::model::listed;
use hornbook_core::format::significant;
use hornbook_core::{TraceEvent, Value};
use serde_json::json;
use std::fmt;

/// A step of least-squares classification.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum LeastSquaresClassifierEvent {
    /// Least squares found a hyperplane.
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

impl fmt::Display for LeastSquaresClassifierEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LeastSquaresClassifierEvent::Plane { class, against, rows, intercept, weights } = self;
        let against = against.as_ref().map_or("the others".to_string(), |other| format!("'{other}'"));
        write!(f, "'{class}' against {against}, {rows} rows: ")?;
        write!(f, "intercept {}, coefficients ({})", significant(*intercept), listed(weights))
    }
}

impl TraceEvent for LeastSquaresClassifierEvent {
    fn to_json(&self) -> Value {
        let LeastSquaresClassifierEvent::Plane { class, against, rows, intercept, weights } = self;
        json!({
            "event": "plane", "class": class, "against": against, "rows": rows, "intercept": intercept,
            "weights": weights,
        })
    }
}
