//! Shapley values of trees, exactly.
//!
//! How much each column moves a row's prediction away from the mean prediction, divided among the columns as Shapley
//! divides the gain of a game among its players. *Path-dependent* values take the training rows of each node for what
//! would happen if a column were not known: one pass over each tree (`ways.rs`; Lundberg and others 2020, algorithm 2).
//! *Interventional* values take the columns that are not known from given background rows: one pass over each tree for
//! each pair of rows (algorithm 3).

use super::walk::block_of;
use super::{SplitTest, TreeEnsemble};
use crate::shapley::{PathElement, check_background};
use hornbook_core::{Result, Run};
use hornbook_data::{Features, MISSING_CODE};
use hornbook_learner::ShapValues;
use rayon::prelude::*;

impl TreeEnsemble {
    /// The Shapley values of rows: path-dependent, or interventional if there are background rows. Every prediction is
    /// `factor` times the sum of the trees, plus `start`.
    pub fn shap_values(
        &self,
        rows: &Features<'_>,
        background: Option<&Features<'_>>,
        (start, factor): (&[f64], f64),
        run: &Run,
    ) -> Result<ShapValues> {
        check_background(background)?;
        let (width, outputs) = (rows.width(), self.outputs);
        let mut values = vec![0.0; rows.rows() * width * outputs];
        let others = background.map(|rows| {
            let mut block = Vec::new();
            block_of(rows, 0, rows.rows(), &mut block);
            block
        });
        match &others {
            _ if width == 0 => {}
            None => self.add_path_dependent(rows, &mut values, run)?,
            Some(others) => {
                values.par_chunks_mut(width * outputs).enumerate().try_for_each_init(
                    Vec::new,
                    |block, (row, out)| {
                        block_of(rows, row, 1, block);
                        self.add_interventional(block, others, out, run)
                    },
                )?;
            }
        }
        values.iter_mut().for_each(|value| *value *= factor);
        let mean = match background {
            None => self.mean(),
            Some(background) => self.mean_over(background),
        };
        let base = start.iter().zip(mean).map(|(start, mean)| start + factor * mean).collect();
        Ok(ShapValues::new(base, values, rows.rows(), width))
    }

    /// The mean of the sum of all trees, over the training rows of each.
    fn mean(&self) -> Vec<f64> {
        let mut mean = vec![0.0; self.outputs];
        for tree in 0..self.trees() {
            let nodes = self.nodes_of(tree);
            let all = self.weight(nodes.start);
            for node in nodes {
                if let SplitTest::Leaf(numbers) = self.test(node) {
                    self.add_numbers(tree, numbers, self.weight(node) / all, &mut mean);
                }
            }
        }
        mean
    }

    /// The mean of the sum of all trees over some rows.
    fn mean_over(&self, rows: &Features<'_>) -> Vec<f64> {
        let mut sums = vec![0.0; rows.rows() * self.outputs];
        self.predict_into(rows, 0..self.trees(), &mut sums);
        let mean = |output| sums.iter().skip(output).step_by(self.outputs).sum::<f64>() / rows.rows() as f64;
        (0..self.outputs).map(mean).collect()
    }

    /// Adds the numbers of a leaf, times a factor, to the outputs they are for.
    #[inline]
    pub(super) fn add_numbers(&self, tree: usize, numbers: &[f64], factor: f64, out: &mut [f64]) {
        if self.leaf_width == 1 {
            out[self.output_of(tree)] += factor * numbers[0];
        } else {
            out.iter_mut().zip(numbers).for_each(|(o, x)| *o += factor * x);
        }
    }

    fn add_interventional(&self, row: &[f64], others: &[f64], out: &mut [f64], run: &Run) -> Result<()> {
        let share = row.len() as f64 / others.len() as f64;
        let mut path = Vec::new();
        for other in others.chunks_exact(row.len()) {
            run.check()?;
            for tree in 0..self.trees() {
                let mut walk = InterventionalShap { ensemble: self, tree, row, other, share, path, out };
                walk.follow(self.nodes_of(tree).start, [0, 0]);
                path = walk.path;
            }
        }
        Ok(())
    }
}

/// The side that a row takes. Rows are as the walk lays them out: codes as numbers, missing values as NaN.
fn side_of(test: &SplitTest<'_>, row: &[f64]) -> usize {
    let x = test.column().map_or(f64::NAN, |column| row[column]);
    test.side(x, if x.is_nan() { MISSING_CODE } else { x as u32 })
}

/// A walk through the leaves that a mixture of two rows can reach.
struct InterventionalShap<'a> {
    ensemble: &'a TreeEnsemble,
    tree: usize,
    row: &'a [f64],
    other: &'a [f64],
    /// The fraction of the other row among all background rows.
    share: f64,
    /// The columns in which the rows part, and whether the way is that of the row.
    path: Vec<(usize, bool)>,
    out: &'a mut [f64],
}

impl InterventionalShap<'_> {
    /// Goes to a node. `taken` counts the columns that the way takes from the row and from the other.
    fn follow(&mut self, node: usize, taken: [usize; 2]) {
        let test = self.ensemble.test(node);
        let Some(children) = test.children() else { return self.arrive(&test, taken) };
        let column = test.column().unwrap_or(PathElement::NO_COLUMN);
        let (ours, theirs) = (side_of(&test, self.row), side_of(&test, self.other));
        let before = self.path.iter().find(|(known, _)| *known == column).map(|(_, ours)| *ours);
        match before {
            _ if ours == theirs => self.follow(children[ours], taken),
            Some(true) => self.follow(children[ours], taken),
            Some(false) => self.follow(children[theirs], taken),
            None => {
                self.path.push((column, true));
                self.follow(children[ours], [taken[0] + 1, taken[1]]);
                self.path.pop();
                self.path.push((column, false));
                self.follow(children[theirs], [taken[0], taken[1] + 1]);
                self.path.pop();
            }
        }
    }

    fn arrive(&mut self, test: &SplitTest<'_>, [ours, theirs]: [usize; 2]) {
        let SplitTest::Leaf(numbers) = test else { return };
        let outputs = self.ensemble.outputs;
        for at in 0..self.path.len() {
            let (column, is_ours) = self.path[at];
            let factor = match is_ours {
                true => orders(ours - 1, theirs),
                false => -orders(ours, theirs - 1),
            };
            let out = &mut self.out[column * outputs..(column + 1) * outputs];
            self.ensemble.add_numbers(self.tree, numbers, self.share * factor, out);
        }
    }
}

/// The fraction of the orders of `before + after + 1` things in which one stands just after `before` given ones: their
/// factorials over that of all.
fn orders(before: usize, after: usize) -> f64 {
    let mut share = 1.0 / (before + after + 1) as f64;
    for i in 1..=after {
        share *= i as f64 / (before + i) as f64;
    }
    share
}

#[cfg(test)]
mod tests;
