use crate::intervals::Interval;
use crate::measure::Measure;
use hornbook_core::format::confidence_interval;
use serde::Serialize;
use std::fmt;

/// A metric's value, its interval and the rows behind it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Score {
    /// What was measured.
    pub measure: Measure,
    /// The value; NaN where the metric is undefined, as R² is for a target that is the same in every row.
    pub value: f64,
    /// Where the value would lie on other rows; `None` if a single row, or an undefined value, cannot say.
    pub interval: Option<Interval>,
    /// How many rows were evaluated.
    pub rows: usize,
    /// The values of the splits, if there were several.
    pub over_folds: Option<FoldSummary>,
}

/// How a metric varies from split to split: with the rows evaluated and with the rows trained on.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FoldSummary {
    /// The mean of the splits.
    pub mean: f64,
    /// Their standard deviation.
    pub deviation: f64,
    /// Student's interval of the mean, corrected for training sets that overlap.
    pub interval: Option<Interval>,
}

impl Score {
    /// The cells of a table: the interval, its method, and the mean and spread over the folds.
    pub(crate) fn cells(&self) -> [String; 3] {
        let show = |x: f64| self.measure.show(x);
        let (interval, method) = match &self.interval {
            Some(Interval { low, high, method, .. }) => {
                (format!("{} to {}", show(*low), show(*high)), method.to_string())
            }
            None => ("none".to_string(), String::new()),
        };
        let spread = |o: &FoldSummary| format!("{} ± {}", show(o.mean), show(o.deviation));
        [interval, method, self.over_folds.as_ref().map_or_else(String::new, spread)]
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}, ", self.measure, self.measure.show(self.value))?;
        match &self.interval {
            Some(Interval { low, high, level, method }) => {
                let (low, high) = (self.measure.show(*low), self.measure.show(*high));
                write!(f, "{} ({method})", confidence_interval(*level, &low, &high))
            }
            None => write!(f, "no confidence interval"),
        }
    }
}
