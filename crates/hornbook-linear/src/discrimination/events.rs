//! What the trace of linear discrimination says: a line a hyperplane.

use crate::model::listed;
use hornbook_core::{TraceEvent, Value};
use hornbook_learner::words::significant;
use serde_json::json;
use std::fmt;

/// A step of linear discrimination.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum DiscriminationEvent {
    /// Least squares found a hyperplane.
    Plane {
        /// The class above it.
        class: String,
        /// The class below it; none if that is all others.
        against: Option<String>,
        /// How many rows it was learned from.
        rows: usize,
        /// The constant term.
        intercept: f64,
        /// The weight of each column.
        weights: Vec<f64>,
    },
}

impl fmt::Display for DiscriminationEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DiscriminationEvent::Plane { class, against, rows, intercept, weights } = self;
        let against = against.as_ref().map_or("the others".to_string(), |other| format!("'{other}'"));
        write!(f, "'{class}' against {against}, {rows} rows: ")?;
        write!(f, "constant {}, weights ({})", significant(*intercept), listed(weights))
    }
}

impl TraceEvent for DiscriminationEvent {
    fn to_json(&self) -> Value {
        let DiscriminationEvent::Plane { class, against, rows, intercept, weights } = self;
        json!({
            "event": "plane", "class": class, "against": against, "rows": rows, "intercept": intercept,
            "weights": weights,
        })
    }
}
