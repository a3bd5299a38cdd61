use super::signed;
use crate::decision_tree::fit::Habits;
use crate::decision_tree::{CategorySplits, Criterion, Missing, Pruning};
use crate::{DecisionTree, DecisionTreeModel};
use hornbook_core::{Learner, Result, Run};
use hornbook_data::Dataset;
use hornbook_learner::Fit;

/// C4.5: a tree grown by gain ratio, with missing values in fractions, cut back by error bounds.
///
/// A node asks the question of the highest gain ratio among those that gain at least what the questions gain on average;
/// one that gains nothing is not asked. Categories have a branch a level, numbers a threshold. At least two branches
/// must hold `min_samples_leaf`. A threshold pays for being chosen among many: its gain is less by the bits that tell which it
/// is, divided among the rows; and each of its sides must hold a tenth of an even share of the classes, up to 25 rows
/// (release 8). A row whose value is missing goes down every branch, in fractions. The grown tree is cut
/// back where the upper bounds of its leaves' errors say so; subtrees are replaced, not raised.
#[derive(Debug, Clone, Learner)]
#[learner(name = "c45", family = "trees", tasks(classification), missing, categories, weights)]
pub struct C45 {
    /// Smallest weight of rows that two branches of a split must hold.
    #[param(default = 2.0, range = "0..", search = "1..50 log")]
    pub min_samples_leaf: f64,
    /// Whether the tree is cut back.
    #[param(default = true)]
    pub prune: bool,
    /// Confidence of the error bounds: the smaller, the more is cut.
    #[param(default = 0.25, range = ">0..1", search = "0.01..0.5")]
    pub confidence: f64,
    /// Longest path from the root to a leaf; none is unlimited.
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

    fn learn(&self, data: &Dataset, run: &Run) -> Result<DecisionTreeModel> {
        let habits =
            Habits { average_gain: true, two_suffice: true, strict_numbers: true, ..Habits::default() };
        Ok(signed(self, self.tree().learn_with(habits, data, run)?))
    }
}
