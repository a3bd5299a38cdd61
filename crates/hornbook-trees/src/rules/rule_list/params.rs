use crate::decision_tree::{CategorySplits, Criterion};
use hornbook_core::{Choice, Learner};

/// Rule list from a decision tree with rule post-pruning (C4.5rules), ordered by estimated accuracy.
///
/// A tree is grown without limits, every path becomes a rule (rule extraction), and each rule drops
/// conditions as long as its estimated accuracy does not fall. The rules are more interpretable than the
/// tree, and a condition near the root can be dropped from one rule and stay in another.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "rule-list",
    aliases("rule induction", "rule post-pruning", "c4.5 rules"),
    r = "C50::C5.0(rules = TRUE)",
    weka = "PART, JRip",
    family = "rules",
    tasks(classification),
    missing,
    categories,
    sample_weights,
    work = "10 * rows * columns * log(rows + 1)"
)]
pub struct RuleList {
    /// Splitting criterion of the tree.
    #[param(default = Criterion::Entropy)]
    pub criterion: Criterion,
    /// How categorical features are split.
    #[param(default = CategorySplits::Multiway)]
    pub categories: CategorySplits,
    /// Maximum depth of the tree; none is unlimited.
    #[param(range = "1..", search = "1..20")]
    pub max_depth: Option<u32>,
    /// Minimum total sample weight in a leaf of the tree.
    #[param(default = 0.0, range = "0..", search = "1..100 log")]
    pub min_samples_leaf: f64,
    /// How the accuracy of a rule is estimated.
    #[param(default = RuleAccuracyEstimate::Pessimistic)]
    pub estimate: RuleAccuracyEstimate,
    /// Confidence level of the pessimistic estimate: smaller values prune more conditions.
    #[param(default = 0.25, range = ">0..1")]
    pub confidence: f64,
    /// Fraction of the rows held out from growing, for the estimate by validation.
    #[param(default = 0.25, range = ">0..1")]
    pub validation_fraction: f64,
}

/// How the accuracy of a rule is estimated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum RuleAccuracyEstimate {
    /// Pessimistic: the lower confidence bound of the training accuracy.
    Pessimistic,
    /// Accuracy on a held-out validation set; where a rule matches none of its rows, pessimistic.
    Validation,
}
