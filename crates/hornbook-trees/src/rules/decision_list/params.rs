use crate::TieBreak;
use hornbook_core::{Choice, Learner, flatten_parameters};

/// Decision list (k-DL): an ordered list of if–then rules; the first rule that matches predicts.
///
/// Each rule is a conjunction of few literals that matches some of the rows left over by those before it, all
/// of one class; so the list is consistent with its training rows. Short lists are interpretable and easy to
/// check by hand. Where the classes are noisy, the list overfits: use a rule list instead.
#[flatten_parameters]
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "decision-list",
    aliases("k-dl"),
    weka = "PART",
    family = "rules",
    tasks(classification),
    missing,
    categories,
    sample_weights,
    explicit_only,
    poor_score
)]
pub struct DecisionList {
    /// Maximum number of literals per rule: the k of k-DL.
    #[param(default = 2, range = "1..=8", search = "1..3")]
    pub max_literals: u32,
    /// Maximum number of candidate thresholds per numeric feature.
    #[param(default = 32, range = "1..")]
    pub max_thresholds: u32,
    /// Which of the rules that match rows of one class only is taken next.
    #[param(default = TestSelection::Smallest)]
    pub selection: TestSelection,
    /// What to do with rows that no rule separates.
    #[param(default = OnFailure::Majority)]
    pub on_failure: OnFailure,
    /// Default class, for rows that match no rule; none takes the most frequent class of all rows.
    pub default_class: Option<String>,
    #[group]
    tie_break: crate::parameters::TieParameters,
}

/// Which of the rules that match rows of one class only a decision list takes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum TestSelection {
    /// Fewest literals; of those the one that matches most rows.
    Smallest,
    /// Most rows (largest coverage), however many literals it takes; of those the one of fewest literals.
    Coverage,
    /// The first that is found, in the order of the features, of the fewest literals: no heuristic.
    First,
}

/// What a decision list does with rows that no rule separates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum OnFailure {
    /// Nothing: training fails with an error that says how many they are.
    Fail,
    /// Their majority class becomes the default, with a warning that says how many they are.
    Majority,
}
