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
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Task::Classification => "classification",
            Task::Regression => "regression",
        })
    }
}
