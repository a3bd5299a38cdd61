//! What the trace of polynomial regression says.

use hornbook_core::TraceEvent;
use hornbook_core::format::significant;

/// A step of polynomial regression.
#[derive(Debug, Clone, PartialEq, TraceEvent)]
#[non_exhaustive]
pub enum PolynomialEvent {
    /// The polynomials of a column were found.
    #[event("'{column}': orthogonal polynomials up to degree {degree}")]
    Column {
        /// The column.
        column: String,
        /// Their highest degree.
        degree: u32,
    },
    /// The residuals were added up in double-double arithmetic.
    #[event("after {corrections} refinements the residual sum of squares is {}", significant(*squares))]
    Residuals {
        /// How often the coefficients were corrected before.
        corrections: usize,
        /// The sum of the squares of the residuals.
        squares: f64,
    },
}
