//! Learning again from the same rows with other weights: the bins are made once.

use super::fit::mean_of;
use super::grow::binned::{Binned, BinnedRows};
use super::grow::goal::Goal;
use super::grow::grow;
use super::params::{DecisionTree, Splits};
use crate::bins::column_bins;
use crate::rows::{Label, Rows};
use hornbook_core::{Result, Run};
use hornbook_data::{Dataset, Schema, Target};
use hornbook_learner::{Model, Prepared};

/// Histogram splits over rows whose bins are known.
struct PreparedTree<'a, L> {
    tree: &'a DecisionTree,
    data: Dataset,
    goal: Goal,
    engine: Binned,
    /// All rows, each of weight 1, with their labels as they are in the table.
    rows: BinnedRows<L>,
    labels: Vec<L>,
}

/// Bins once what can be binned; exact splits sort anew each time, and have nothing to prepare.
pub(super) fn prepare<'a>(tree: &'a DecisionTree, data: &Dataset) -> Result<Option<Box<dyn Prepared + 'a>>> {
    tree.check_together()?;
    if tree.splits != Splits::Histogram {
        return Ok(None);
    }
    let data = data.without_weights();
    let goal = tree.goal(&data)?;
    Ok(Some(match data.require_target()?.1.clone() {
        Target::Classes(classes) => Box::new(PreparedTree::of(tree, &data, goal, |row| classes.codes[row])?),
        Target::Numbers(y) => Box::new(PreparedTree::of(tree, &data, goal, |row| y[row])?),
    }))
}

impl<'a, L: Label> PreparedTree<'a, L> {
    fn of(
        tree: &'a DecisionTree,
        data: &Dataset,
        goal: Goal,
        label: impl Fn(usize) -> L,
    ) -> Result<PreparedTree<'a, L>> {
        let rows = Rows::gather(data, label);
        let labels = rows.labels.clone();
        let bins = column_bins(&rows, tree.bins as usize);
        let (engine, rows) = Binned::prepare(goal, tree.categories, bins, &Schema::of(data)?, rows);
        Ok(PreparedTree { tree, data: data.clone(), goal, engine, rows, labels })
    }
}

impl<L: Label> Prepared for PreparedTree<'_, L> {
    fn train(&self, weights: &[f64], run: &Run) -> Result<Box<dyn Model>> {
        let shift = if self.goal.is_numbers() {
            mean_of(self.labels.iter().map(|label| label.number()).zip(weights.iter().copied()))
        } else {
            0.0
        };
        let labels = self.labels.iter().map(|label| label.less(shift)).collect();
        let root = self.engine.relabelled(&self.rows, labels, weights);
        let count = weights.iter().filter(|&&weight| weight > 0.0).count() as u64;
        let weight: f64 = weights.iter().sum();
        let drafts = grow(&self.engine, &self.goal, &self.tree.limits(weight), root, run)?;
        let model = self.tree.model(&self.data, self.goal, &drafts, shift, (count, weight), Vec::new())?;
        Ok(Box::new(model))
    }
}
