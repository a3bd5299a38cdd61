//! From a dataset to a tree.

use super::grow::binned::Binned;
use super::grow::goal::Goal;
use super::grow::rounds::Rounds;
use super::grow::sorted::Sorted;
use super::grow::{Draft, Limits, finish, grow};
use super::model::DecisionTreeModel;
use super::params::{DecisionTree, Missing, Splits};
use super::prepared::prepare;
use crate::bins::column_bins;
use crate::rows::{Label, Rows};
use hornbook_core::{Declared, Result, Run};
use hornbook_data::{Dataset, Schema, Target};
use hornbook_learner::{Batches, Fit, Prepared, Summary, learn_in_batches};

impl Fit for DecisionTree {
    type Model = DecisionTreeModel;

    fn learn(&self, data: &Dataset, run: &Run) -> Result<DecisionTreeModel> {
        self.check_together()?;
        let schema = Schema::of(data)?;
        let goal = self.goal(data)?;
        match data.require_target()?.1 {
            Target::Classes(classes) => {
                let rows = Rows::gather(data, |row| classes.codes[row]);
                self.learn_rows(data, &schema, goal, rows, 0.0, run)
            }
            Target::Numbers(y) => {
                // Numbers are measured from their mean, so that their squares keep their digits.
                let weight = |row: usize| data.weights().map_or(1.0, |w| w[row]);
                let mean = mean_of(data.rows().iter().map(|r| (y[r as usize], weight(r as usize))));
                let rows = Rows::gather(data, |row| y[row] - mean);
                self.learn_rows(data, &schema, goal, rows, mean, run)
            }
        }
    }

    fn prepare(&self, data: &Dataset) -> Result<Option<Box<dyn Prepared + '_>>> {
        prepare(self, data)
    }

    fn learn_in_batches(&self, batches: &dyn Batches, run: &Run) -> Result<DecisionTreeModel> {
        self.check_together()?;
        let data = batches.prototype();
        let schema = Schema::of(data)?;
        let goal = self.goal(data)?;
        let mut rounds =
            Rounds::new(goal, self.categories, self.limits(0.0), self.bins as usize, &schema.inputs, run);
        learn_in_batches(Self::declaration(), &mut rounds, batches, run)?;
        let (rows, shift, weight) = (rounds.rows, rounds.shift, rounds.limits().total);
        let mut warnings = Vec::new();
        if self.splits == Splits::Exact {
            warnings
                .push("exact splits need all rows in memory; histogram splits were used instead".to_string());
        }
        self.model(data, goal, &rounds.drafts, shift, (rows, weight), warnings)
    }
}

impl DecisionTree {
    pub(super) fn goal(&self, data: &Dataset) -> Result<Goal> {
        let classes = match data.require_target()?.1 {
            Target::Classes(classes) => classes.levels.len(),
            Target::Numbers(_) => 0,
        };
        Ok(Goal::new(self.criterion_for(data.task()?)?, classes))
    }

    pub(super) fn limits(&self, total: f64) -> Limits {
        Limits {
            max_depth: self.max_depth,
            min_split: self.min_samples_split,
            min_leaf: self.min_samples_leaf,
            min_decrease: self.min_impurity_decrease,
            total,
        }
    }

    fn learn_rows<L: Label>(
        &self,
        data: &Dataset,
        schema: &Schema,
        goal: Goal,
        rows: Rows<L>,
        shift: f64,
        run: &Run,
    ) -> Result<DecisionTreeModel> {
        let count = rows.len();
        let weight = if rows.weights.is_empty() { count as f64 } else { rows.weights.iter().sum() };
        let limits = self.limits(weight);
        let drafts = match self.splits {
            Splits::Exact => {
                let (engine, root) = Sorted::prepare(goal, self.categories, self.missing, schema, rows);
                grow(&engine, &goal, &limits, root, run)?
            }
            Splits::Histogram => {
                let bins = column_bins(&rows, self.bins as usize);
                let (engine, root) = Binned::prepare(goal, self.categories, bins, schema, rows);
                grow(&engine, &goal, &limits, root, run)?
            }
        };
        self.model(data, goal, &drafts, shift, (count as u64, weight), Vec::new())
    }

    pub(super) fn model(
        &self,
        data: &Dataset,
        goal: Goal,
        drafts: &[Draft],
        shift: f64,
        (rows, weight): (u64, f64),
        mut warnings: Vec<String>,
    ) -> Result<DecisionTreeModel> {
        let tree = finish(&goal, drafts, self.missing == Missing::Fractional, shift);
        if let Target::Classes(classes) = data.require_target()?.1
            && goal.is_pure(tree.tally(0))
        {
            let only = classes.levels.iter().zip(tree.tally(0)).find(|(_, w)| **w > 0.0);
            let only = only.map_or("?", |(level, _)| level.as_str());
            warnings
                .push(format!("the target has only one class, '{only}': every prediction will be '{only}'"));
        }
        let mut summary = Summary { rows, weight, converged: true, warnings, ..Summary::default() };
        summary.details.insert("nodes".into(), tree.nodes.len().into());
        summary.details.insert("leaves".into(), tree.leaves().into());
        summary.details.insert("depth".into(), tree.depth().into());
        Ok(DecisionTreeModel::new(self.model_info(data, summary)?, tree))
    }
}

/// The mean of numbers with their weights.
pub(super) fn mean_of(numbers: impl Iterator<Item = (f64, f64)>) -> f64 {
    let (mut total, mut sum) = (0.0, 0.0);
    for (number, weight) in numbers {
        total += weight;
        sum += weight * number;
    }
    sum / total
}
