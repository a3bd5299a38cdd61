use super::as_preset;
use crate::decision_tree::fit::AlgorithmVariant;
use crate::decision_tree::{CategorySplits, Criterion};
use crate::{DecisionTree, DecisionTreeModel};
use hornbook_core::{Learner, Result, Run, flatten_parameters};
use hornbook_learner::{Fit, TrainingInput};

/// ID3: decision tree with multiway splits on categorical features, chosen by information gain (entropy).
///
/// Each node splits on the feature with the largest information gain about the class. A categorical feature
/// is split on at most once on a path. A branch that no training row went down predicts the majority class of
/// the node above. Numeric features are split at a threshold, which ID3 left open. There is no pruning, so
/// the tree overfits noise: use C4.5 for noisy data.
///
/// ```
/// use hornbook_data::Table;
/// use hornbook_learner::{Fit, Model, TrainingInput};
/// use hornbook_trees::Id3;
///
/// let wind = [Some("weak"), Some("strong"), Some("weak"), Some("strong")];
/// let play = [Some("yes"), Some("no"), Some("yes"), Some("no")];
/// let table = Table::builder().category("wind", &wind).category("play", &play).build()?;
/// let model = Id3::default().fit(&table.dataset().target("play")?)?;
/// assert_eq!(model.predict(&table)?.values.label(1), "no");
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[flatten_parameters]
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "id3",
    aliases("iterative dichotomiser 3"),
    weka = "Id3",
    family = "trees",
    tasks(classification),
    missing,
    categories,
    sample_weights,
    explicit_only,
    python_mixins("tree.SingleTree")
)]
pub struct Id3 {
    #[group]
    depth: crate::parameters::DepthParameters,
    /// Significance level of the chi-square test that a split must pass, as Quinlan proposed for noisy data;
    /// none splits without a test.
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

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<DecisionTreeModel> {
        let data = input.dataset()?;
        Ok(as_preset(self, self.tree().fit_variant(AlgorithmVariant::default(), data, run)?))
    }
}
