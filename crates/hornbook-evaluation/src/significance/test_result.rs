//! The one result of every test, and which side it looks at.

use crate::intervals::Interval;
use crate::intervals::difference_text;
use crate::policy::SIGNIFICANCE_LEVEL;
use hornbook_core::as_text;
use hornbook_core::format::{p_statement, percent_chosen, quantity};
use hornbook_math::distributions::{normal_cdf, student_cdf};
use serde::Serialize;
use std::fmt;

/// What a test sets against "there is no difference". The difference is always the first minus the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Alternative {
    /// They differ, either way.
    #[default]
    TwoSided,
    /// The first is less than the second.
    Less,
    /// The first is greater than the second.
    Greater,
}

impl Alternative {
    /// The p-value, from the probabilities of a statistic at most, and at least, as large as the one found.
    pub(crate) fn p_value(self, at_most: f64, at_least: f64) -> f64 {
        match self {
            Alternative::TwoSided => (2.0 * at_most.min(at_least)).min(1.0),
            Alternative::Less => at_most,
            Alternative::Greater => at_least,
        }
    }

    /// The p-value of a statistic that is standard normal when there is no difference.
    pub(crate) fn p_normal(self, z: f64) -> f64 {
        self.p_value(normal_cdf(z), normal_cdf(-z))
    }

    /// The p-value of a statistic that has Student's t distribution when there is no difference.
    pub(crate) fn p_student(self, t: f64, degrees: f64) -> f64 {
        self.p_value(student_cdf(t, degrees), student_cdf(-t, degrees))
    }

    /// Its name on every interface.
    pub fn name(self) -> &'static str {
        match self {
            Alternative::TwoSided => "two-sided",
            Alternative::Less => "less",
            Alternative::Greater => "greater",
        }
    }
}

impl fmt::Display for Alternative {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What a test found.
///
/// Its text is one sentence, and a line a note:
///
/// ```
/// use hornbook_evaluation::significance::{Alternative, paired_t};
/// let a = [0.81, 0.79, 0.84, 0.80, 0.83, 0.78, 0.82, 0.85, 0.80, 0.83];
/// let b = [0.78, 0.80, 0.80, 0.79, 0.80, 0.77, 0.79, 0.83, 0.78, 0.81];
/// let test = paired_t(&a, &b, Alternative::TwoSided, 0.95)?;
/// assert!(test.to_string().starts_with(
///     "paired t test: difference 0.020, 95 % CI 0.010 to 0.030; statistic 4.472 with 9 degrees of freedom, \
///      p = 0.00155 (two-sided): significant at 5 %"
/// ));
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TestResult {
    /// Which test it is.
    pub name: &'static str,
    /// The test statistic. It may be infinite where differences have no spread.
    pub statistic: f64,
    /// The degrees of freedom of its distribution: none, one number, or two for Fisher's F.
    pub degrees: Vec<f64>,
    /// How often chance alone gives a statistic at least as far out.
    pub p_value: f64,
    /// What was set against "there is no difference".
    #[serde(serialize_with = "as_text")]
    pub alternative: Alternative,
    /// The estimated difference, the first minus the second.
    pub difference: Option<f64>,
    /// Where the true difference lies. It is two-sided for every alternative.
    pub interval: Option<Interval>,
    /// Sentences about assumptions that are doubtful here.
    pub notes: Vec<String>,
}

impl TestResult {
    /// Whether the p-value is at most `level`.
    pub fn rejects(&self, level: f64) -> bool {
        self.p_value <= level
    }
}

impl fmt::Display for TestResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.name)?;
        if let Some(difference) = self.difference {
            write!(f, "{}; ", difference_text(difference, self.interval.as_ref()))?;
        }
        write!(f, "statistic {}", quantity(self.statistic))?;
        match self.degrees.as_slice() {
            [] => {}
            [one] => write!(f, " with {one} degrees of freedom")?,
            [first, second, ..] => write!(f, " with {first} and {second} degrees of freedom")?,
        }
        let conclusion = if self.rejects(SIGNIFICANCE_LEVEL) { "significant" } else { "not significant" };
        let p = p_statement(self.p_value);
        write!(f, ", {p} ({}): {conclusion} at {}", self.alternative, percent_chosen(SIGNIFICANCE_LEVEL))?;
        self.notes.iter().try_for_each(|note| write!(f, "\nnote: {note}"))
    }
}
