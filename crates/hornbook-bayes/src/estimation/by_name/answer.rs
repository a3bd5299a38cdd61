//! What an estimate by name says.

use crate::estimation::summary::EstimateSummary;
use hornbook_core::format::significant;
use hornbook_core::{ToJson, Value};
use serde_json::{Map, json};
use std::fmt;

/// What is known after the rows of some columns.
#[derive(Debug, Clone, PartialEq)]
pub struct ColumnsEstimate {
    /// The parameters and the beliefs.
    pub summary: EstimateSummary,
    /// What the next row will be.
    pub next: NextRow,
}

/// What the next row will be, whatever the parameters are.
#[derive(Debug, Clone, PartialEq)]
pub enum NextRow {
    /// Between these ends with this probability at least, and as probably below as above.
    Interval {
        /// The lower end.
        low: f64,
        /// The upper end.
        high: f64,
        /// The probability.
        level: f64,
    },
    /// Each column between ends of its own with this probability, whatever the others are.
    Intervals {
        /// The columns, each with its lower and its upper end.
        columns: Vec<(String, f64, f64)>,
        /// The probability.
        level: f64,
    },
    /// One of these outcomes, each with its probability.
    Outcomes(Vec<(String, f64)>),
}

impl ColumnsEstimate {
    /// With other names of the parameters: `P(Yes)` in the place of `p`.
    pub(super) fn named(mut summary: EstimateSummary, names: Vec<String>, next: NextRow) -> ColumnsEstimate {
        summary.parameters.iter_mut().zip(names).for_each(|(parameter, name)| parameter.name = name);
        ColumnsEstimate { summary, next }
    }
}

impl ToJson for ColumnsEstimate {
    fn to_json(&self) -> Value {
        let mut object = self.summary.to_json();
        object["next"] = match &self.next {
            NextRow::Interval { low, high, level } => json!({"low": low, "high": high, "level": level}),
            NextRow::Intervals { columns, level } => {
                let ends = |(name, low, high): &(String, f64, f64)| {
                    (name.clone(), json!({"low": low, "high": high}))
                };
                json!({"intervals": columns.iter().map(ends).collect::<Map<_, _>>(), "level": level})
            }
            NextRow::Outcomes(outcomes) => {
                json!(outcomes.iter().map(|(name, p)| (name.clone(), json!(p))).collect::<Map<_, _>>())
            }
        };
        object
    }
}

impl fmt::Display for ColumnsEstimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.summary)?;
        let between = |low: f64, high: f64| format!("between {} and {}", significant(low), significant(high));
        match &self.next {
            NextRow::Interval { low, high, level } => {
                writeln!(f, "posterior predictive: {} with probability {level}", between(*low, *high))
            }
            NextRow::Intervals { columns, level } => {
                let said: Vec<String> = columns
                    .iter()
                    .map(|(name, low, high)| format!("{name} {}", between(*low, *high)))
                    .collect();
                writeln!(f, "posterior predictive: {}, each with probability {level}", said.join(", "))
            }
            NextRow::Outcomes(outcomes) => {
                let said: Vec<String> =
                    outcomes.iter().map(|(name, p)| format!("{name} {}", significant(*p))).collect();
                writeln!(f, "posterior predictive: {}", said.join(", "))
            }
        }
    }
}
