use serde::{Deserialize, Serialize};
use std::fmt;

/// What a learner is asked to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Task {
    /// Predict one of a known list of classes.
    Classification,
    /// Predict a number.
    Regression,
    /// Say whether a row is unlike the others, learned without anybody saying so of any row.
    Outliers,
    /// Say how densely rows lie around a row: the logarithm of a density, learned without a target.
    Density,
    /// Divide rows into groups of rows that are alike, without a target.
    Clustering,
    /// Make other columns of the columns: scale, encode, impute, project.
    Transformation,
    /// Give a label to every element of a sequence.
    Labeling,
    /// Find what often occurs together.
    Patterns,
}

impl Task {
    /// Whether it is learned from a target: a column that says what the answer would be. Without one there is nothing to
    /// score predictions against.
    pub fn needs_target(self) -> bool {
        matches!(self, Task::Classification | Task::Regression | Task::Labeling)
    }

    /// Its name in every interface.
    pub fn name(self) -> &'static str {
        match self {
            Task::Classification => "classification",
            Task::Regression => "regression",
            Task::Outliers => "outliers",
            Task::Density => "density",
            Task::Clustering => "clustering",
            Task::Transformation => "transformation",
            Task::Labeling => "labeling",
            Task::Patterns => "patterns",
        }
    }
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
