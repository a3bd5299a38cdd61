use super::as_preset;
use crate::decision_tree::fit::AlgorithmVariant;
use crate::decision_tree::{CategorySplits, Criterion, Missing, Pruning};
use crate::{DecisionTree, DecisionTreeModel};
use hornbook_core::{Learner, Result, Run};
use hornbook_learner::{Fit, TrainingInput};

/// C4.5: decision tree grown by gain ratio, missing values as fractional instances, pruned by pessimistic
/// error bounds.
///
/// A node takes the split of the highest gain ratio among those whose information gain is at least the
/// average; a split without gain is not made. Categorical features are split multiway, numeric ones at a
/// threshold. At least two branches must hold `min_samples_leaf`. A threshold is penalized for being chosen
/// among many: its gain is reduced by the bits that select it, divided by the number of rows; and each of its
/// sides must hold a tenth of the average number of rows per class, up to 25 rows (release 8). A row whose
/// value is missing goes down every branch as fractional instances (weights split over the branches).
/// Pruning: subtrees are replaced by leaves where the upper confidence bounds of the leaves' errors
/// (pessimistic estimates) do not increase; there is no subtree raising.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "c45",
    aliases("c4.5", "j48"),
    r = "RWeka::J48",
    weka = "J48",
    family = "trees",
    tasks(classification),
    missing,
    categories,
    sample_weights,
    python_mixins("tree.SingleTree"),
    work = "rows * columns * log(rows + 1)"
)]
pub struct C45 {
    /// Minimum total sample weight that two branches of a split must hold.
    #[param(default = 2.0, range = "0..", search = "1..50 log")]
    pub min_samples_leaf: f64,
    /// Prune the tree after growing it.
    #[param(default = true)]
    pub prune: bool,
    /// Confidence level of the pessimistic error bounds: smaller values prune more.
    #[param(default = 0.25, range = ">0..1", search = "0.01..0.5")]
    pub confidence: f64,
    /// Maximum depth: the longest path from the root to a leaf; none is unlimited.
    #[param(range = "1..")]
    pub max_depth: Option<u32>,
}

impl C45 {
    /// The same as a tree with all its settings, but for the rules about average gains, about two branches and about
    /// thresholds, which only C4.5 has.
    pub fn tree(&self) -> DecisionTree {
        DecisionTree::default()
            .criterion(Criterion::GainRatio)
            .categories(CategorySplits::Multiway)
            .missing(Missing::Fractional)
            .min_samples_leaf(self.min_samples_leaf)
            .max_depth(self.max_depth)
            .pruning(self.prune.then_some(Pruning::ErrorBound))
            .pruning_confidence(self.confidence)
    }
}

impl Fit for C45 {
    type Model = DecisionTreeModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<DecisionTreeModel> {
        let data = input.dataset()?;
        let variant = AlgorithmVariant {
            average_gain: true,
            two_suffice: true,
            strict_numbers: true,
            ..AlgorithmVariant::default()
        };
        Ok(as_preset(self, self.tree().fit_variant(variant, data, run)?))
    }
}
