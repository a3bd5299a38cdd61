use super::as_preset;
use crate::decision_tree::fit::AlgorithmVariant;
use crate::decision_tree::{CategorySplits, Criterion};
use crate::default_class::default_class;
use crate::{DecisionTree, DecisionTreeModel, TieBreak};
use hornbook_core::{Learner, Result, Run, flatten_parameters};
use hornbook_learner::{Fit, TrainingInput};

/// Hunt's algorithm (CLS): the basic form of top-down decision tree induction, from which the others come.
///
/// A node whose rows are all of one class is a leaf. A node without rows is a leaf of the default class. Any
/// other node is split, with a child for each outcome of the split, and its children are grown recursively.
#[flatten_parameters]
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "hunt",
    aliases("cls", "concept learning system"),
    family = "trees",
    tasks(classification),
    missing,
    categories,
    sample_weights,
    explicit_only,
    python_mixins("tree.SingleTree")
)]
pub struct Hunt {
    /// Splitting criterion (impurity measure).
    #[param(default = Criterion::Gini)]
    pub criterion: Criterion,
    /// Default class, of a node without rows; none takes the most frequent class of all rows.
    pub default_class: Option<String>,
    #[group]
    tie_break: crate::parameters::TieParameters,
    #[group]
    depth: crate::parameters::DepthParameters,
}

impl Hunt {
    /// The same as a tree with all its settings, but for the default class, which only Hunt's algorithm has.
    pub fn tree(&self) -> DecisionTree {
        DecisionTree::default()
            .criterion(self.criterion)
            .categories(CategorySplits::Multiway)
            .max_depth(self.max_depth)
    }
}

impl Fit for Hunt {
    type Model = DecisionTreeModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<DecisionTreeModel> {
        let data = input.dataset()?;
        let empty_branch =
            Some(default_class::<Hunt>(self.default_class.as_ref(), self.ties, data, run.root_seed())?);
        let variant = AlgorithmVariant { empty_branch, ..AlgorithmVariant::default() };
        Ok(as_preset(self, self.tree().fit_variant(variant, data, run)?))
    }
}
