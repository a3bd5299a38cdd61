use crate::level_groups::FrequencyLimits;
use hornbook_core::{Choice, CountOrFraction, Learner};
use serde::{Deserialize, Serialize};

/// One-hot encoding (dummy variables): a column of 0 and 1 for each level of a categorical feature.
///
/// A transformer for a pipeline, like scikit-learn's OneHotEncoder: levels are those of the training rows. A boolean becomes one
/// column, and missing values in training get a column of their own (`color is missing`). Numbers, dates and texts are passed
/// through. Columns are sparse where most of them are zero.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "one-hot",
    aliases("one-hot encoding", "dummy variables", "OneHotEncoder"),
    sklearn = "OneHotEncoder",
    r = "model.matrix, recipes::step_dummy",
    weka = "NominalToBinary",
    family = "preprocessing",
    tasks(transformation),
    removes(categories),
    applied = "one-hot encoded",
    missing,
    categories,
    text,
    sample_weights,
    out_of_core,
    explicit_only
)]
pub struct OneHot {
    /// Which level of each feature gets no column, because the others tell it (reference level, dummy coding).
    #[param(default = DroppedLevel::None, search = "every")]
    pub drop: DroppedLevel,
    /// What becomes of levels that training did not see.
    #[param(default = UnknownLevel::Ignore)]
    pub handle_unknown: UnknownLevel,
    /// Levels of fewer rows (a count, or a fraction of the rows) are infrequent, and share a column.
    pub min_frequency: Option<CountOrFraction>,
    /// Most columns of a feature, with that of its infrequent levels; the most frequent levels have their own.
    #[param(range = "1..")]
    pub max_categories: Option<u32>,
}

/// Which level of each feature gets no column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum DroppedLevel {
    /// None: a column for each level.
    None,
    /// The first.
    First,
    /// The first of features with two levels.
    IfBinary,
}

/// What becomes of levels that training did not see. Rows to predict do not tell them from missing values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice, Serialize, Deserialize)]
pub enum UnknownLevel {
    /// They are refused with a sentence.
    Error,
    /// They are zero in all columns.
    Ignore,
    /// They are infrequent if there is a column of infrequent levels, and else zero in all columns.
    InfrequentIfExist,
}

impl OneHot {
    pub(super) fn limits(&self) -> FrequencyLimits {
        FrequencyLimits { min_frequency: self.min_frequency, max_categories: self.max_categories }
    }
}
