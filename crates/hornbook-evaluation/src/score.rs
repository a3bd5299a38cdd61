use crate::intervals::Interval;
use crate::measure::Measure;
use hornbook_core::Value;
use serde_json::json;
use std::fmt;

/// A measure's value, its interval and the rows behind it.
#[derive(Debug, Clone, PartialEq)]
pub struct Score {
    /// What was measured.
    pub measure: Measure,
    /// The value; NaN where the measure is undefined, as R² is for a target that is the same in every row.
    pub value: f64,
    /// Where the value would lie on other rows; `None` if a single row, or an undefined value, cannot say.
    pub interval: Option<Interval>,
    /// How many rows were judged.
    pub rows: usize,
}

impl Score {
    /// The score for programs; an undefined value is null.
    pub fn to_json(&self) -> Value {
        json!({
            "measure": self.measure.name(),
            "value": self.value,
            "interval": self.interval.as_ref().map(Interval::to_json),
            "rows": self.rows,
        })
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}, ", self.measure, self.measure.show(self.value))?;
        match &self.interval {
            Some(Interval { low, high, level, method }) => {
                let (low, high) = (self.measure.show(*low), self.measure.show(*high));
                write!(f, "{} % interval {low} to {high} ({method})", level * 100.0)
            }
            None => write!(f, "no interval"),
        }
    }
}
