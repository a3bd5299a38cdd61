use super::signed;
use crate::decision_tree::Missing;
use crate::decision_tree::fit::Habits;
use crate::pruning::{PruningRule, errors_along};
use crate::{DecisionTree, DecisionTreeModel};
use hornbook_core::{Learner, Result, Run};
use hornbook_data::Dataset;
use hornbook_learner::{Fit, Urn};

/// CART: a tree of two-way questions, with surrogates for missing values, cut back by cost complexity.
///
/// Grown by Gini's impurity, or by variance for numbers, until nothing is left to ask. Then of all the trees that cost
/// complexity makes of it, the smallest is taken whose error in cross-validation is within a standard error of the best.
/// A row whose value is missing follows the question about another column that divides the rows most alike.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "cart",
    family = "trees",
    tasks(classification, regression),
    missing,
    categories,
    weights,
    on_request
)]
pub struct Cart {
    /// Longest path from the root to a leaf; none is unlimited.
    #[param(range = "1..", search = "1..20")]
    pub max_depth: Option<u32>,
    /// Smallest weight of rows that a node may split.
    #[param(default = 0.0, range = "0..")]
    pub min_samples_split: f64,
    /// Smallest weight of rows that a leaf may hold.
    #[param(default = 0.0, range = "0..", search = "1..100 log")]
    pub min_samples_leaf: f64,
    /// Most surrogate questions that a node keeps for rows whose value is missing.
    #[param(default = 5, range = "0..")]
    pub max_surrogates: u32,
    /// What a leaf costs, in impurity of the whole tree; none lets cross-validation choose.
    #[param(range = "0..")]
    pub ccp_alpha: Option<f64>,
    /// Parts of the cross-validation that chooses `ccp_alpha`.
    #[param(default = 10, range = "2..=20")]
    pub folds: u32,
}

impl Cart {
    /// The same as a tree with all its settings. Where cross-validation is to choose, the tree is not cut back.
    pub fn tree(&self) -> DecisionTree {
        DecisionTree::default()
            .missing(Missing::Surrogate)
            .max_depth(self.max_depth)
            .min_samples_split(self.min_samples_split)
            .min_samples_leaf(self.min_samples_leaf)
            .max_surrogates(self.max_surrogates)
            .ccp_alpha(self.ccp_alpha.unwrap_or(0.0))
    }

    /// The price of a leaf of the smallest tree whose error is within a standard error of the best.
    fn choose_alpha(&self, model: &DecisionTreeModel, data: &Dataset, run: &Run) -> Result<f64> {
        let path = model.cost_complexity_path();
        // A price between two trees of the path stands for the first of them.
        let between = |i: usize| match path.alphas.get(i + 1) {
            Some(next) => (path.alphas[i] * next).sqrt(),
            None => f64::INFINITY,
        };
        let alphas: Vec<f64> = (0..path.alphas.len()).map(between).collect();
        let mut errors: Vec<Vec<f64>> = Vec::new();
        // A row of weight zero is absent, also from the dealing.
        let weight = |row: u32| data.weights().map_or(1.0, |w| w[row as usize]);
        let present = data.rows().iter().zip(0..).filter(|&(row, _)| weight(row) > 0.0);
        let data = &data.select(present.map(|(_, at)| at).collect());
        let (fold_of, folds) = Urn::of(data).folds(data, Some(self.folds as usize), run.root_seed());
        if folds < 2 {
            return Ok(0.0);
        }
        let rows_of = |is_in: &dyn Fn(usize) -> bool| {
            data.select((0..fold_of.len() as u32).filter(|&row| is_in(fold_of[row as usize])).collect())
        };
        for fold in 0..folds {
            run.check()?;
            let (kept, out) = (rows_of(&|f| f != fold), rows_of(&|f| f == fold));
            // A plain run: the trace and the progress are of the tree itself.
            let model = self.tree().learn_with(Habits::default(), &kept, &Run::default())?;
            errors.push(errors_along(&model, &alphas, &out)?);
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

    fn learn(&self, data: &Dataset, run: &Run) -> Result<DecisionTreeModel> {
        let mut model = self.tree().learn_with(Habits::default(), data, run)?;
        if self.ccp_alpha.is_none() {
            let alpha = self.choose_alpha(&model, data, run)?;
            model = model.pruned_with(&PruningRule::CostComplexity { alpha }, run)?;
            model.info.summary.details.insert("ccp_alpha".into(), alpha.into());
        }
        Ok(signed(self, model))
    }
}
