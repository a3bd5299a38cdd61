use serde::{Deserialize, Serialize};
use std::fmt;

/// What a learner is asked to predict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Task {
    /// One of a known list of classes.
    Classification,
    /// A number.
    Regression,
    /// Whether a row is unlike the others, learned without anybody saying so of any row.
    Outliers,
    /// How densely rows lie around a row: the logarithm of a density, learned without a target.
    Density,
}

impl Task {
    /// Whether it is learned from a target: a column that says what the answer would be. Without one there is nothing to
    /// score predictions against.
    pub fn needs_target(self) -> bool {
        match self {
            Task::Classification | Task::Regression => true,
            Task::Outliers | Task::Density => false,
        }
    }
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Task::Classification => "classification",
            Task::Regression => "regression",
            Task::Outliers => "outliers",
            Task::Density => "density",
        })
    }
}
