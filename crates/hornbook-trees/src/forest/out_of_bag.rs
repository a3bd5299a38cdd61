//! What the rows that a tree has not seen say about the forest.

use super::deduped::{ABSENT, DedupedRows};
use super::leaf_lookup::LeafLookup;
use super::targets::ForestTargets;
use crate::rows::Label;
use crate::tree_ensemble::TreeEnsemble;
use hornbook_core::{Seed, Task};
use hornbook_data::Matrix;
use hornbook_math::distributions::normal_quantile;
use hornbook_math::estimates::{effective_size, moments, student, wilson};
use std::collections::BTreeSet;

/// How often an interval holds the true value.
const LEVEL: f64 = 0.95;

/// How well a forest predicts a target of the rows that its trees have not seen: the accuracy, or R² for numbers, with an
/// interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OobScore {
    /// The accuracy or R².
    pub value: f64,
    /// The lower end of its interval: Wilson's for the accuracy, the normal approximation by the influence of each row
    /// for R².
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// How often such an interval holds the true value: 0.95.
    pub level: f64,
    /// How many rows at least one tree has not seen.
    pub rows: u64,
}

/// What shuffling a column among the rows that a tree has not seen costs that tree, on average.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OobImportance {
    /// How much the fraction of wrong classes, or the mean squared error, grows.
    pub mean: f64,
    /// The lower end of Student's interval of that mean over the trees.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The predictions for the rows that trees have not seen, added up while the forest grows.
pub(super) struct OobAccumulator {
    outputs: usize,
    sums: Vec<f64>,
    units: Vec<f64>,
}

/// A row that a tree has not seen, how many of its units, and the node where it ends.
pub(super) struct OobRow {
    pub row: u32,
    pub units: f64,
    pub node: u32,
}

impl OobAccumulator {
    pub fn new(rows: usize, outputs: usize) -> OobAccumulator {
        OobAccumulator { outputs, sums: vec![0.0; rows * outputs], units: vec![0.0; rows] }
    }

    /// Adds what a tree by itself says of the rows it has not seen.
    pub fn add(&mut self, tree: &TreeEnsemble, oob_rows: &[OobRow]) {
        for &OobRow { row, units, node } in oob_rows {
            let row = row as usize;
            self.units[row] += units;
            let sums = &mut self.sums[row * self.outputs..(row + 1) * self.outputs];
            sums.iter_mut().zip(tree.leaf_numbers(node as usize)).for_each(|(sum, x)| *sum += units * x);
        }
    }

    /// The mean of the predictions for a row, if any tree has not seen it.
    fn prediction(&self, row: usize) -> Option<impl Iterator<Item = f64>> {
        let sums = &self.sums[row * self.outputs..(row + 1) * self.outputs];
        (self.units[row] > 0.0).then(|| sums.iter().map(move |sum| sum / self.units[row]))
    }

    /// The predictions for the rows of the dataset; NaN where there is none.
    pub fn predictions<L: Label>(&self, rows: &DedupedRows<L>) -> Matrix {
        let mut matrix = Matrix::zeros(rows.of_data.len(), self.outputs);
        for (out, &row) in matrix.values_mut().chunks_exact_mut(self.outputs).zip(&rows.of_data) {
            match (row != ABSENT).then(|| self.prediction(row as usize)).flatten() {
                Some(prediction) => out.iter_mut().zip(prediction).for_each(|(out, p)| *out = p),
                None => out.fill(f64::NAN),
            }
        }
        matrix
    }

    /// The score of each target, if any row was left out by any tree.
    pub fn scores<L: Label>(
        &self,
        rows: &DedupedRows<L>,
        forest_targets: &ForestTargets<'_>,
    ) -> Option<Vec<OobScore>> {
        let evaluated: Vec<usize> = (0..rows.len()).filter(|&row| self.units[row] > 0.0).collect();
        if evaluated.is_empty() {
            return None;
        }
        let rows_judged =
            rows.of_data.iter().filter(|&&row| row != ABSENT && self.units[row as usize] > 0.0).count();
        let score = |target: usize| {
            let (value, low, high) = match forest_targets.task() {
                Task::Classification => self.accuracy(&evaluated, &rows.weights, forest_targets, target),
                _ => self.r_squared(&evaluated, &rows.weights, forest_targets, target),
            };
            OobScore { value, low, high, level: LEVEL, rows: rows_judged as u64 }
        };
        Some((0..forest_targets.targets()).map(score).collect())
    }

    /// The fraction of the rows whose class is right, with Wilson's interval.
    fn accuracy(
        &self,
        evaluated: &[usize],
        weights: &[f64],
        forest_targets: &ForestTargets<'_>,
        target: usize,
    ) -> (f64, f64, f64) {
        let total: f64 = evaluated.iter().map(|&row| weights[row]).sum();
        let is_right = |row: usize| {
            let votes: Vec<f64> = self.prediction(row).into_iter().flatten().collect();
            forest_targets.is_right(&votes, row, target)
        };
        let right: f64 =
            evaluated.iter().filter(|&&row| is_right(row)).map(|&row| weights[row]).sum::<f64>() / total;
        let size = size_of(evaluated, weights);
        let (low, high) = wilson(right * size, size, LEVEL);
        (right, low, high)
    }

    /// R² with a normal interval.
    fn r_squared(
        &self,
        evaluated: &[usize],
        weights: &[f64],
        forest_targets: &ForestTargets<'_>,
        target: usize,
    ) -> (f64, f64, f64) {
        let total: f64 = evaluated.iter().map(|&row| weights[row]).sum();
        let mean = evaluated.iter().map(|&row| weights[row] * forest_targets.label(row, target)).sum::<f64>()
            / total;
        let output = forest_targets.output_range(target).start;
        let squares = |row: usize| {
            let y = forest_targets.label(row, target);
            let error = self.prediction(row).and_then(|mut p| p.nth(output)).map_or(0.0, |p| y - p);
            (error * error, (y - mean) * (y - mean))
        };
        let (mut errors, mut spread) = (0.0, 0.0);
        for &row in evaluated {
            let (error, distance) = squares(row);
            errors += weights[row] * error / total;
            spread += weights[row] * distance / total;
        }
        let value = if spread > 0.0 { 1.0 - errors / spread } else { f64::NAN };
        // A ratio of two means moves with each row by its influence; their variance is that of the ratio.
        let variance = evaluated.iter().map(|&row| {
            let (error, distance) = squares(row);
            let influence = (error - (1.0 - value) * distance) / spread;
            weights[row] * influence * influence / total
        });
        let half =
            normal_quantile(0.5 + 0.5 * LEVEL) * (variance.sum::<f64>() / size_of(evaluated, weights)).sqrt();
        (value, value - half, (value + half).min(1.0))
    }
}

/// How many rows these are worth: whole weights are copies of rows, others only say what rows are worth.
fn size_of(evaluated: &[usize], weights: &[f64]) -> f64 {
    let mut of_rows = evaluated.iter().map(|&row| weights[row]);
    match of_rows.all(|weight| weight.fract() == 0.0) {
        true => evaluated.iter().map(|&row| weights[row]).sum(),
        false => effective_size(evaluated.iter().map(|&row| weights[row])),
    }
}

/// The mean over the targets.
pub(super) fn mean_score(scores: &[OobScore]) -> f64 {
    scores.iter().map(|score| score.value).sum::<f64>() / scores.len() as f64
}

/// How much more a tree errs on the rows it has not seen if each column is shuffled among them, by input. Of several
/// targets the mean, of numbers in units of their variance.
pub(super) fn shuffled_losses<L: Label>(
    tree: &TreeEnsemble,
    rows: &DedupedRows<L>,
    forest_targets: &ForestTargets<'_>,
    lookup: &LeafLookup<'_>,
    oob_rows: &[OobRow],
    seed: Seed,
) -> Vec<f64> {
    let total: f64 = oob_rows.iter().map(|u| u.units).sum();
    let scales: Vec<f64> = match forest_targets.targets() {
        1 => vec![1.0],
        _ if forest_targets.task() == Task::Classification => vec![1.0; forest_targets.targets()],
        targets => (0..targets)
            .map(|target| forest_targets.moments(&rows.weights, target).1)
            .map(|variance| if variance > 0.0 { 1.0 / variance } else { 0.0 })
            .collect(),
    };
    let error = |row: u32, node: usize| {
        let (leaf, row) = (tree.leaf_numbers(node), row as usize);
        let errors = scales.iter().enumerate().map(|(target, scale)| match forest_targets.task() {
            Task::Classification => f64::from(u8::from(!forest_targets.is_right(leaf, row, target))),
            _ => scale * (leaf[target] - forest_targets.label(row, target)).powi(2),
        });
        errors.sum::<f64>() / scales.len() as f64
    };
    let asked: BTreeSet<usize> = tree.nodes_of(0).filter_map(|node| tree.test(node).column()).collect();
    let mut losses = vec![0.0; rows.columns.len()];
    // Columns are counted by name, so that their order in the table changes nothing.
    for (index, &input) in rows.columns.iter().enumerate() {
        let input = input as usize;
        if !asked.contains(&input) || oob_rows.len() < 2 {
            continue;
        }
        let mut others: Vec<u32> = oob_rows.iter().map(|u| u.row).collect();
        seed.derive(index as u64).rng().shuffle(&mut others);
        let loss = oob_rows.iter().zip(others).map(|(u, other)| {
            let node = lookup.leaf_node_with(tree, 0, u.row as usize, input, other as usize);
            u.units * (error(u.row, node) - error(u.row, u.node as usize))
        });
        losses[input] = loss.sum::<f64>() / total;
    }
    losses
}

/// The mean loss of each column over the trees that left rows out.
pub(super) fn oob_importances(losses: &[Vec<f64>], columns: usize) -> Vec<OobImportance> {
    (0..columns)
        .map(|column| {
            let of_trees: Vec<f64> = losses.iter().map(|tree| tree[column]).collect();
            let (n, mean, variance) = moments(&of_trees);
            let (low, high) = match of_trees.len() {
                0 | 1 => (f64::NAN, f64::NAN),
                _ => student(mean, (variance / n).sqrt(), n - 1.0, LEVEL),
            };
            OobImportance { mean, low, high }
        })
        .collect()
}
