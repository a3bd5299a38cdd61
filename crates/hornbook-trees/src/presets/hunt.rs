use super::signed;
use crate::decision_tree::fit::Habits;
use crate::decision_tree::{CategorySplits, Criterion};
use crate::{DecisionTree, DecisionTreeModel};
use hornbook_core::{Declared, Error, Learner, Result, Run, closest_name};
use hornbook_data::{Dataset, Target};
use hornbook_learner::{Fit, first_largest};

/// Hunt's algorithm: the plain form of growing a tree, from which the others come.
///
/// A node whose rows are all of one class is a leaf. A node without rows is a leaf of the default class. Any other asks
/// a question, with a child for each possible answer, and its children are grown in the same way.
#[derive(Debug, Clone, Learner)]
#[learner(name = "hunt", family = "trees", tasks(classification), missing, categories, weights)]
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

    fn class_of_empty(&self, data: &Dataset) -> Result<usize> {
        let Target::Classes(classes) = data.require_target()?.1 else { return Ok(0) };
        let Some(name) = &self.default_class else {
            let mut weights = vec![0.0; classes.levels.len()];
            for row in data.rows().iter().map(|r| r as usize) {
                weights[classes.codes[row] as usize] += data.weights().map_or(1.0, |w| w[row]);
            }
            return Ok(first_largest(&weights));
        };
        classes.levels.iter().position(|class| class == name).ok_or_else(|| Error::Parameter {
            learner: Hunt::declaration().name.to_string(),
            parameter: "default_class".to_string(),
            found: format!("'{name}', which is no class of the target"),
            expected: match closest_name(name, &classes.levels) {
                Some(near) => format!("'{near}'?"),
                None => format!("one of {}", classes.levels.join(", ")),
            },
        })
    }
}

impl Fit for Hunt {
    type Model = DecisionTreeModel;

    fn learn(&self, data: &Dataset, run: &Run) -> Result<DecisionTreeModel> {
        let empty_branch = Some(self.class_of_empty(data)?);
        let habits = Habits { empty_branch, ..Habits::default() };
        Ok(signed(self, self.tree().learn_with(habits, data, run)?))
    }
}
