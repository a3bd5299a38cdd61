use hornbook_core::{Choice, Learner, LearnerSpec};

/// Any learner on rows with missing values, which are filled in before it learns and before it predicts.
///
/// What gaps are filled with is settled on the training rows. Numbers get the median and a column that says where they were
/// missing, categories a level for missing values. Text columns go to the learner as they are. A column without a gap in
/// training that has one later gets the median, or the most frequent level.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "fill-missing",
    family = "preparation",
    tasks(classification, regression),
    missing,
    categories,
    text,
    weights,
    on_request
)]
pub struct FillMissing {
    /// The learner on the filled rows; none takes linear regression for numbers, and logistic regression for classes.
    pub estimator: Option<LearnerSpec>,
    /// What missing numbers are filled with.
    #[param(default = NumberFill::Median, search = "every")]
    pub numbers: NumberFill,
    /// The constant for numbers, if that is what they are filled with.
    #[param(default = 0.0)]
    pub fill_value: f64,
    /// What missing categories and truth values are filled with.
    #[param(default = LevelFill::OwnLevel, search = "every")]
    pub categories: LevelFill,
    /// Whether each column of numbers with a gap in training gets a column beside it that is 1 where it was missing.
    #[param(default = true, search = "every")]
    pub add_indicator: bool,
}

/// What missing numbers are filled with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum NumberFill {
    /// The number in the middle of the training rows.
    Median,
    /// The mean of the training rows.
    Mean,
    /// A constant.
    Constant,
}

/// What missing categories are filled with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum LevelFill {
    /// A level for missing values.
    OwnLevel,
    /// The level that most training rows have, the first of those.
    MostFrequent,
}
