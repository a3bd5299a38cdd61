use super::signed;
use crate::decision_tree::fit::Habits;
use crate::decision_tree::{CategorySplits, Criterion};
use crate::default_class::default_class;
use crate::{DecisionTree, DecisionTreeModel};
use hornbook_core::{Learner, Result, Run};
use hornbook_data::Dataset;
use hornbook_learner::Fit;

/// Hunt's algorithm: the plain form of growing a tree, from which the others come.
///
/// A node whose rows are all of one class is a leaf. A node without rows is a leaf of the default class. Any other asks
/// a question, with a child for each possible answer, and its children are grown in the same way.
#[derive(Debug, Clone, Learner)]
#[learner(name = "hunt", family = "trees", tasks(classification), missing, categories, weights, on_request)]
pub struct Hunt {
    /// What a split must improve.
    #[param(default = Criterion::Gini)]
    pub criterion: Criterion,
    /// The class of a node without rows; none takes the most common class of all rows.
    pub default_class: Option<String>,
    /// Longest path from the root to a leaf; none is unlimited.
    #[param(range = "1..", search = "1..20")]
    pub max_depth: Option<u32>,
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

    fn learn(&self, data: &Dataset, run: &Run) -> Result<DecisionTreeModel> {
        let empty_branch = Some(default_class::<Hunt>(self.default_class.as_ref(), data)?);
        let habits = Habits { empty_branch, ..Habits::default() };
        Ok(signed(self, self.tree().learn_with(habits, data, run)?))
    }
}
