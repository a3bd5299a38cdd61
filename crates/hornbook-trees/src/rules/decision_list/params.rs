use hornbook_core::{Choice, Learner};

/// One test after the other, each with its class: the first test that a row passes answers.
///
/// Each test is a conjunction of few literals that matches some of the rows left over by those before it, all of one
/// class; so the list makes no error on its training rows. Short lists are easy to read and to check by hand. Where the
/// classes are noisy, the list learns the noise by heart: use a rule list instead.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "decision-list",
    family = "rules",
    tasks(classification),
    missing,
    categories,
    weights,
    on_request
)]
pub struct DecisionList {
    /// Most literals of a test: the k of k-DL.
    #[param(default = 2, range = "1..=8", search = "1..3")]
    pub max_literals: u32,
    /// Most thresholds that are tried in a column of numbers.
    #[param(default = 32, range = "1..")]
    pub max_thresholds: u32,
    /// What is done with rows that no test tells apart.
    #[param(default = OnFailure::Majority)]
    pub on_failure: OnFailure,
    /// The class of rows that pass no test; none takes the most common class of all rows.
    pub default_class: Option<String>,
}

/// What a decision list does with rows that no test tells apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum OnFailure {
    /// Nothing: learning fails with an error that says how many they are.
    Fail,
    /// Their most common class becomes the default, with a warning that says how many they are.
    Majority,
}
