//! Confidence intervals of scores, and the methods behind them.

mod bootstrap;
mod central_limit;
mod normal;
mod proportion;
mod simulation;
mod student;

pub use bootstrap::Bootstrap;
pub use central_limit::{CentralLimit, CentralLimitExperiment, CentralLimitStep, StandardizedMean};
pub use normal::{IntervalSides, NormalApproximation, from_quantiles, normal_share};
pub use proportion::{clopper_pearson, effective_size, wilson};
pub use simulation::{
    EstimatorProperties, RepeatedSampling, SamplingExperiment, TrueError, estimator_properties, true_error,
    true_error_by_sampling,
};
pub use student::{corrected_student, student_mean};
pub(crate) use student::{moments, student};

use hornbook_core::as_text;
use hornbook_core::format::{confidence_interval, quantities, quantity};
use serde::Serialize;
use std::fmt;

/// Where a score would lie if the evaluation were repeated on other rows of the same kind.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// How often such an interval holds the true value: 0.95.
    pub level: f64,
    /// How it was made.
    #[serde(serialize_with = "as_text")]
    pub method: IntervalMethod,
}

/// How an interval is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum IntervalMethod {
    /// Wilson's score interval, for a proportion of independent rows.
    Wilson,
    /// Clopper and Pearson's exact interval, for a proportion of independent rows; never too short.
    ClopperPearson,
    /// The normal approximation: the estimate ± z standard errors.
    Normal,
    /// Student's t: the estimate ± t standard errors.
    Student,
    /// Student's t over folds, widened for training sets that overlap (Nadeau and Bengio).
    CorrectedStudent,
    /// Percentiles over resampled rows, for any metric.
    Bootstrap,
    /// Percentiles over resampled rows, corrected for bias and skewness (BCa).
    CorrectedBootstrap,
    /// Percentiles over resampled groups: rows of one group are not independent.
    GroupBootstrap,
    /// DeLong's variance of a ROC AUC, from the position of each row among those of the other class.
    DeLong,
    /// The highest-density or central part of a posterior distribution.
    Posterior,
}

impl IntervalMethod {
    /// Whether it draws rows anew, which suits any metric.
    pub(crate) fn resamples(self) -> bool {
        matches!(self, IntervalMethod::Bootstrap | IntervalMethod::CorrectedBootstrap)
    }
}

impl fmt::Display for IntervalMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            IntervalMethod::Wilson => "Wilson",
            IntervalMethod::ClopperPearson => "Clopper-Pearson",
            IntervalMethod::Normal => "normal approximation",
            IntervalMethod::Student => "Student",
            IntervalMethod::CorrectedStudent => "Student, corrected for overlapping training sets",
            IntervalMethod::Bootstrap => "bootstrap",
            IntervalMethod::CorrectedBootstrap => "bootstrap, BCa",
            IntervalMethod::GroupBootstrap => "bootstrap of groups",
            IntervalMethod::DeLong => "DeLong",
            IntervalMethod::Posterior => "posterior",
        })
    }
}

impl Interval {
    /// Whether a value lies in it.
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}

/// A difference and where it lies, as people read it: `difference 0.021, 95 % CI 0.004 to 0.038`.
pub(crate) fn difference_text(estimate: f64, interval: Option<&Interval>) -> String {
    let Some(Interval { low, high, level, .. }) = interval else {
        return format!("difference {}", quantity(estimate));
    };
    let texts = quantities(&[estimate, *low, *high]);
    format!("difference {}, {}", texts[0], confidence_interval(*level, &texts[1], &texts[2]))
}
