//! Learning again from the same rows with other weights: the bins are made once.

use super::fit::{AlgorithmVariant, mean_of};
use super::grow::binned::{BinnedEngine, BinnedRows};
use super::grow::impurity::Impurity;
use super::grow::{SplitOptions, TreeLimits, grow};
use super::params::{DecisionTree, Leaves, Pruning, Splits};
use crate::bins::column_bins;
use crate::rows::{Label, TreeRows};
use hornbook_core::{Result, Run};
use hornbook_data::{Dataset, Schema, Target};
use hornbook_learner::{Model, PrecomputedFit};

/// Histogram splits over rows whose bins are known.
struct PreparedTree<'a, L> {
    tree: &'a DecisionTree,
    data: Dataset,
    impurity: Impurity,
    limits: TreeLimits,
    engine: BinnedEngine,
    /// All rows, each of weight 1, with their labels as they are in the table.
    rows: BinnedRows<L>,
    labels: Vec<L>,
}

/// Bins once what can be binned. Exact splits sort anew each time, and have nothing to prepare; what needs rows of its own
/// after the growing is not prepared either.
pub(super) fn prepare<'a>(
    tree: &'a DecisionTree,
    data: &Dataset,
) -> Result<Option<Box<dyn PrecomputedFit + 'a>>> {
    tree.check_combination(data.task()?)?;
    let data = data.without_weights();
    let options = tree.options(&data)?;
    let is_plain = tree.leaves == Leaves::Constant && tree.pruning_method() != Some(Pruning::ReducedError);
    let may_shift = !options.impurity.is_numbers() || options.impurity.may_shift();
    if tree.splits != Splits::Histogram || !is_plain || !may_shift {
        return Ok(None);
    }
    Ok(Some(match data.require_target()?.1.clone() {
        Target::Classes(classes) => {
            Box::new(PreparedTree::of(tree, &data, options, |row| classes.codes[row])?)
        }
        Target::Numbers(y) => Box::new(PreparedTree::of(tree, &data, options, |row| y[row])?),
    }))
}

impl<'a, L: Label> PreparedTree<'a, L> {
    fn of(
        tree: &'a DecisionTree,
        data: &Dataset,
        options: SplitOptions,
        label: impl Fn(usize) -> L,
    ) -> Result<PreparedTree<'a, L>> {
        let rows = TreeRows::gather(data, label);
        let labels = rows.labels.clone();
        let bins = column_bins(&rows, tree.bins as usize);
        let schema = Schema::of(data)?;
        let limits = tree.limits(&schema, AlgorithmVariant::default())?;
        let (engine, rows) = BinnedEngine::prepare(options, bins, &schema, rows);
        Ok(PreparedTree {
            tree,
            data: data.clone(),
            impurity: options.impurity,
            limits,
            engine,
            rows,
            labels,
        })
    }
}

impl<L: Label> PrecomputedFit for PreparedTree<'_, L> {
    fn fit(&self, weights: &[f64], run: &Run) -> Result<Box<dyn Model>> {
        let shift = if self.impurity.is_numbers() {
            mean_of(self.labels.iter().map(|label| label.number()).zip(weights.iter().copied()))
        } else {
            0.0
        };
        let labels = self.labels.iter().map(|label| label.less(shift)).collect();
        let root = self.engine.relabeled(&self.rows, labels, weights);
        let count = weights.iter().filter(|&&weight| weight > 0.0).count() as u64;
        let weight: f64 = weights.iter().sum();
        let limits = TreeLimits { total: weight, ..self.limits.clone() };
        let builders = grow(&self.engine, &self.impurity, &limits, root, run)?;
        let model =
            self.tree.model(&self.data, self.impurity, &builders, shift, (count, weight), Vec::new())?;
        Ok(Box::new(self.tree.prune(model, None, run)?))
    }
}
