use crate::decision_tree::{CategorySplits, Criterion};
use hornbook_core::{Choice, Learner};

/// The rules of a tree, each without the conditions it does better without, the most accurate first.
///
/// A tree is grown without limits, every path becomes a rule, and each rule drops conditions as long as its estimated
/// accuracy does not fall. The rules are easier to read than the tree, and a question near the root can go from one rule
/// and stay in another.
#[derive(Debug, Clone, Learner)]
#[learner(name = "rule-list", family = "rules", tasks(classification), missing, categories, weights)]
pub struct RuleList {
    /// What a split of the tree must improve.
    #[param(default = Criterion::Entropy)]
    pub criterion: Criterion,
    /// How categories are split.
    #[param(default = CategorySplits::Multiway)]
    pub categories: CategorySplits,
    /// Longest path of the tree; none is unlimited.
    #[param(range = "1..", search = "1..20")]
    pub max_depth: Option<u32>,
    /// Smallest weight of rows that a leaf of the tree may hold.
    #[param(default = 0.0, range = "0..", search = "1..100 log")]
    pub min_samples_leaf: f64,
    /// How the accuracy of a rule is estimated.
    #[param(default = Estimate::Pessimistic)]
    pub estimate: Estimate,
    /// Confidence of the pessimistic estimate: the smaller, the more is dropped.
    #[param(default = 0.25, range = ">0..1")]
    pub confidence: f64,
    /// Share of the rows kept from growing, for the estimate by validation.
    #[param(default = 0.25, range = ">0..1")]
    pub validation_fraction: f64,
}

/// How the accuracy of a rule is estimated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum Estimate {
    /// From the training rows, less what chance may have added.
    Pessimistic,
    /// From rows kept from growing; where a rule matches none of them, pessimistically.
    Validation,
}
