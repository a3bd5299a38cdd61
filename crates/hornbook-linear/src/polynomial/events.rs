//! What the trace of polynomial regression says.

use hornbook_core::format::significant;
use hornbook_core::{TraceEvent, Value};
use serde_json::json;
use std::fmt;

/// A step of polynomial regression.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum PolynomialEvent {
    /// The polynomials of a column were found.
    Column {
        /// The column.
        column: String,
        /// Their highest degree.
        degree: u32,
    },
    /// The residuals were added up in double-double arithmetic.
    Residuals {
        /// How often the coefficients were corrected before.
        corrections: usize,
        /// The sum of the squares of the residuals.
        squares: f64,
    },
}

impl fmt::Display for PolynomialEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PolynomialEvent::Column { column, degree } => {
                write!(f, "'{column}': orthogonal polynomials up to degree {degree}")
            }
            PolynomialEvent::Residuals { corrections, squares } => {
                write!(
                    f,
                    "after {corrections} refinements the residual sum of squares is {}",
                    significant(*squares)
                )
            }
        }
    }
}

impl TraceEvent for PolynomialEvent {
    fn to_json(&self) -> Value {
        match self {
            PolynomialEvent::Column { column, degree } => {
                json!({"event": "column", "column": column, "degree": degree})
            }
            PolynomialEvent::Residuals { corrections, squares } => {
                json!({"event": "residuals", "corrections": corrections, "squares": squares})
            }
        }
    }
}
