use super::as_preset;
use crate::decision_tree::Missing;
use crate::decision_tree::fit::AlgorithmVariant;
use crate::pruning::{PruningRule, errors_along};
use crate::{DecisionTree, DecisionTreeModel};
use hornbook_core::{Learner, Result, Run, flatten_parameters};
use hornbook_data::Dataset;
use hornbook_learner::{Fit, InnerFolds, TrainingInput};

/// CART: binary splits by Gini or variance, surrogate splits for missing values, minimal cost-complexity
/// pruning by cross-validation.
///
/// Grown by Gini impurity, or by variance for regression, until no split is left. Then, along the
/// cost-complexity pruning path, the one-standard-error rule takes the smallest tree whose cross-validation
/// error is within one standard error of the minimum. A row whose value is missing follows the surrogate
/// split: the binary split on another feature that agrees best with the primary one.
#[flatten_parameters]
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "cart",
    aliases("classification and regression trees", "rpart"),
    sklearn = "DecisionTreeClassifier, DecisionTreeRegressor",
    r = "rpart::rpart",
    weka = "SimpleCart",
    family = "trees",
    tasks(classification, regression),
    missing,
    categories,
    sample_weights,
    explicit_only,
    python_mixins("tree.SingleTree")
)]
pub struct Cart {
    #[group]
    depth: crate::parameters::DepthParameters,
    #[group]
    node_size: crate::parameters::NodeSizeParameters,
    #[group]
    surrogates: crate::parameters::SurrogateParameters,
    /// Complexity parameter (penalty per leaf, in units of impurity of the whole tree; rpart's `cp`); none
    /// chooses it by cross-validation.
    #[param(range = "0..")]
    pub ccp_alpha: Option<f64>,
    /// Number of cross-validation folds that choose `ccp_alpha`.
    #[param(default = 10, range = "2..=20")]
    pub folds: u32,
}

impl Cart {
    /// The same as a tree with all its settings. Where cross-validation is to choose, the tree is not pruned.
    pub fn tree(&self) -> DecisionTree {
        DecisionTree::default()
            .missing(Missing::Surrogate)
            .max_depth(self.max_depth)
            .min_samples_split(self.min_samples_split)
            .min_samples_leaf(self.min_samples_leaf)
            .max_surrogates(self.max_surrogates)
            .ccp_alpha(self.ccp_alpha.unwrap_or(0.0))
    }

    /// One-standard-error rule: `ccp_alpha` of the smallest tree within a standard error of the best.
    fn choose_alpha(&self, model: &DecisionTreeModel, data: &Dataset, run: &Run) -> Result<f64> {
        let path = model.cost_complexity_path();
        // An alpha between two trees of the path stands for the first of them.
        let between = |i: usize| match path.alphas.get(i + 1) {
            Some(next) => (path.alphas[i] * next).sqrt(),
            None => f64::INFINITY,
        };
        let alphas: Vec<f64> = (0..path.alphas.len()).map(between).collect();
        let mut errors: Vec<Vec<f64>> = Vec::new();
        // A row of weight zero is absent, also from the folds.
        let data = &data.with_nonzero_weight();
        let folds = InnerFolds::of(data, Some(self.folds as usize), run.root_seed())?.folds;
        if folds.is_empty() {
            return Ok(0.0);
        }
        for fold in folds {
            run.check()?;
            // A plain run: the trace and the progress are of the tree itself.
            let kept = data.select(fold.train);
            let model = self.tree().fit_variant(AlgorithmVariant::default(), &kept, &Run::default())?;
            errors.push(errors_along(&model, &alphas, &data.select(fold.test))?);
        }
        let count = errors.len() as f64;
        let mean = |i: usize| errors.iter().map(|fold| fold[i]).sum::<f64>() / count;
        let means: Vec<f64> = (0..alphas.len()).map(mean).collect();
        let best = means.iter().enumerate().fold(0, |b, (i, error)| if *error < means[b] { i } else { b });
        let spread =
            errors.iter().map(|fold| (fold[best] - means[best]).powi(2)).sum::<f64>() / (count - 1.0);
        let within = means[best] + (spread / count).sqrt();
        let chosen = means.iter().rposition(|&error| error <= within).unwrap_or(best);
        Ok(path.alphas[chosen])
    }
}

impl Fit for Cart {
    type Model = DecisionTreeModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<DecisionTreeModel> {
        let data = input.dataset()?;
        let mut model = self.tree().fit_variant(AlgorithmVariant::default(), data, run)?;
        if self.ccp_alpha.is_none() {
            let alpha = self.choose_alpha(&model, data, run)?;
            model = model.pruned_with(&PruningRule::CostComplexity { alpha }, run)?;
            model.info.summary.details.insert("ccp_alpha".into(), alpha.into());
        }
        Ok(as_preset(self, model))
    }
}
