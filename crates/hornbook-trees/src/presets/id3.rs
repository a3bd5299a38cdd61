use super::signed;
use crate::decision_tree::fit::Habits;
use crate::decision_tree::{CategorySplits, Criterion};
use crate::{DecisionTree, DecisionTreeModel};
use hornbook_core::{Learner, Result, Run};
use hornbook_data::Dataset;
use hornbook_learner::Fit;

/// ID3: a tree with a branch for each level of a category, grown by information gain.
///
/// Each node asks about the column whose answer gains most bits about the class. A category is asked about at most once
/// on a path. A branch that no row went down answers with the most common class of the node above. Numbers are asked at
/// a threshold, which ID3 left open. Nothing is cut back, so the tree fits chance too: use C4.5 for noisy tables.
///
/// ```
/// use hornbook_data::Table;
/// use hornbook_learner::{Fit, Model};
/// use hornbook_trees::Id3;
///
/// let wind = [Some("weak"), Some("strong"), Some("weak"), Some("strong")];
/// let play = [Some("yes"), Some("no"), Some("yes"), Some("no")];
/// let table = Table::builder().category("wind", &wind).category("play", &play).build()?;
/// let model = Id3::default().fit(&table.dataset().target("play")?)?;
/// assert_eq!(model.predict(&table)?.values.label(1), "no");
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, Learner)]
#[learner(name = "id3", family = "trees", tasks(classification), missing, categories, weights, on_request)]
pub struct Id3 {
    /// Longest path from the root to a leaf; none is unlimited.
    #[param(range = "1..", search = "1..20")]
    pub max_depth: Option<u32>,
    /// Level of the chi-square test that a split must pass, as Quinlan proposed for noisy tables; none asks without a
    /// test.
    #[param(range = ">0..=1")]
    pub significance: Option<f64>,
}

impl Id3 {
    /// The same as a tree with all its settings.
    pub fn tree(&self) -> DecisionTree {
        DecisionTree::default()
            .criterion(Criterion::Entropy)
            .categories(CategorySplits::Multiway)
            .max_depth(self.max_depth)
            .significance(self.significance)
    }
}

impl Fit for Id3 {
    type Model = DecisionTreeModel;

    fn learn(&self, data: &Dataset, run: &Run) -> Result<DecisionTreeModel> {
        Ok(signed(self, self.tree().learn_with(Habits::default(), data, run)?))
    }
}
