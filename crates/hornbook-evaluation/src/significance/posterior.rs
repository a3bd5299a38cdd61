//! What the Bayesian comparisons give: probabilities of what people ask, instead of a p-value.

use crate::intervals::Interval;
use crate::intervals::difference_text;
use hornbook_core::format::{quantity, three_decimals};
use hornbook_core::{Error, Result};
use serde::Serialize;
use std::fmt;

/// How probable it is that the first learner scores higher, that the two are practically equivalent, and that the
/// second scores higher. The three sum to 1.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ComparisonPosterior {
    /// Which comparison it is.
    pub name: &'static str,
    /// The probability that the first is greater by more than `rope`.
    pub first_greater: f64,
    /// The probability that the two differ by no more than `rope`.
    pub equivalent: f64,
    /// The probability that the second is greater by more than `rope`.
    pub second_greater: f64,
    /// The region of practical equivalence: differences of at most this do not matter.
    pub rope: f64,
    /// The mean difference, the first minus the second.
    pub difference: f64,
    /// Where the difference lies; the signed rank comparison has no interval.
    pub interval: Option<Interval>,
    /// Sentences about what a person should know.
    pub notes: Vec<String>,
}

impl fmt::Display for ComparisonPosterior {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, difference_text(self.difference, self.interval.as_ref()))?;
        write!(f, "; P(first greater) = {}", three_decimals(self.first_greater))?;
        if self.rope > 0.0 {
            write!(
                f,
                ", P(equivalent within ROPE ± {}) = {}",
                quantity(self.rope),
                three_decimals(self.equivalent)
            )?;
        }
        write!(f, ", P(second greater) = {}", three_decimals(self.second_greater))?;
        self.notes.iter().try_for_each(|note| write!(f, "\nnote: {note}"))
    }
}

/// A region of practical equivalence that can be one.
pub(super) fn check_rope(rope: f64) -> Result<()> {
    if rope >= 0.0 && rope.is_finite() {
        return Ok(());
    }
    Err(Error::Parameter {
        learner: "comparison".to_string(),
        parameter: "rope".to_string(),
        found: rope.to_string(),
        expected: "a difference of at least 0".to_string(),
    })
}
