//! Learning again from the same rows with other weights: the bins are made once.

use super::fit::{Habits, mean_of};
use super::grow::binned::{Binned, BinnedRows};
use super::grow::goal::Goal;
use super::grow::{Limits, Style, grow};
use super::params::{DecisionTree, Leaves, Pruning, Splits};
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
    limits: Limits,
    engine: Binned,
    /// All rows, each of weight 1, with their labels as they are in the table.
    rows: BinnedRows<L>,
    labels: Vec<L>,
}

/// Bins once what can be binned. Exact splits sort anew each time, and have nothing to prepare; what needs rows of its own
/// after the growing is not prepared either.
pub(super) fn prepare<'a>(tree: &'a DecisionTree, data: &Dataset) -> Result<Option<Box<dyn Prepared + 'a>>> {
    tree.check_together(data.task()?)?;
    let data = data.without_weights();
    let style = tree.style(&data)?;
    let is_plain = tree.leaves == Leaves::Constant && tree.way_of_pruning() != Some(Pruning::ReducedError);
    let may_shift = !style.goal.is_numbers() || style.goal.may_shift();
    if tree.splits != Splits::Histogram || !is_plain || !may_shift {
        return Ok(None);
    }
    Ok(Some(match data.require_target()?.1.clone() {
        Target::Classes(classes) => Box::new(PreparedTree::of(tree, &data, style, |row| classes.codes[row])?),
        Target::Numbers(y) => Box::new(PreparedTree::of(tree, &data, style, |row| y[row])?),
    }))
}

impl<'a, L: Label> PreparedTree<'a, L> {
    fn of(
        tree: &'a DecisionTree,
        data: &Dataset,
        style: Style,
        label: impl Fn(usize) -> L,
    ) -> Result<PreparedTree<'a, L>> {
        let rows = Rows::gather(data, label);
        let labels = rows.labels.clone();
        let bins = column_bins(&rows, tree.bins as usize);
        let schema = Schema::of(data)?;
        let limits = tree.limits(&schema, Habits::default())?;
        let (engine, rows) = Binned::prepare(style, bins, &schema, rows);
        Ok(PreparedTree { tree, data: data.clone(), goal: style.goal, limits, engine, rows, labels })
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
        let limits = Limits { total: weight, ..self.limits.clone() };
        let drafts = grow(&self.engine, &self.goal, &limits, root, run)?;
        let model = self.tree.model(&self.data, self.goal, &drafts, shift, (count, weight), Vec::new())?;
        Ok(Box::new(self.tree.prune(model, None, run)?))
    }
}
