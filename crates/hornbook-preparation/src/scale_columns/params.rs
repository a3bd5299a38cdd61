use hornbook_core::{Choice, Learner, LearnerSpec};

/// Any learner on columns of numbers that are centred and divided by their spread before it learns and before it predicts.
///
/// Centre and spread are settled on the training rows. Categories, truth values and texts go to the learner as they are, and
/// so do missing values.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "scale-columns",
    family = "preparation",
    tasks(classification, regression),
    missing,
    categories,
    text,
    weights,
    on_request
)]
pub struct ScaleColumns {
    /// The learner on the scaled rows; none takes ridge regression for numbers, and logistic regression for classes.
    pub estimator: Option<LearnerSpec>,
    /// What is taken off a column of numbers, and what it is divided by.
    #[param(default = ScaleRule::Standard, search = "every")]
    pub rule: ScaleRule,
}

/// What is taken off a column of numbers, and what it is divided by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum ScaleRule {
    /// The mean, and the standard deviation.
    Standard,
    /// The smallest number, and the way to the largest.
    MinMax,
    /// The median, and the way from the first quartile to the third.
    Robust,
}
