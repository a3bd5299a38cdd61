//! The training rows in each leaf, from which quantiles are predicted.

use crate::tree_ensemble::TreeEnsemble;
use hornbook_core::{Error, Result};
use hornbook_data::{Features, Matrix};
use hornbook_math::quantiles::{EmpiricalDistribution, QuantileMethod};
use hornbook_math::sort::{ordered_bits, radix_sort};
use rayon::prelude::*;

/// Which training rows end in which leaf of each tree, with their targets and weights. Rows are in the order of their
/// targets.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct LeafMembers {
    targets: Vec<f64>,
    weights: Vec<f64>,
    /// Where the rows of each leaf of all trees begin in `rows`, and the end.
    starts: Vec<u32>,
    rows: Vec<u32>,
}

impl LeafMembers {
    /// The members of the leaves, from the leaf of each row in each tree: row by row the leaves of one tree, then those
    /// of the next. None if a leaf is not there or their number does not fit.
    pub fn new(leaves: usize, targets: Vec<f64>, weights: Vec<f64>, leaf_of: &[u32]) -> Option<LeafMembers> {
        let count = targets.len();
        let fits = weights.len() == count
            && (count > 0 && leaf_of.len().is_multiple_of(count))
            && u32::try_from(leaf_of.len()).is_ok()
            && leaf_of.iter().all(|&leaf| (leaf as usize) < leaves)
            && targets.iter().chain(&weights).all(|x| x.is_finite());
        if !fits {
            return None;
        }
        let mut order: Vec<(u64, u32)> = targets.iter().map(|&y| ordered_bits(y)).zip(0..).collect();
        radix_sort(&mut order, |&(key, _)| key);
        let mut starts = vec![0u32; leaves + 1];
        leaf_of.iter().for_each(|&leaf| starts[leaf as usize + 1] += 1);
        (1..starts.len()).for_each(|leaf| starts[leaf] += starts[leaf - 1]);
        let mut free = starts.clone();
        let mut rows = vec![0u32; leaf_of.len()];
        for tree in leaf_of.chunks_exact(count) {
            for (place, &(_, row)) in order.iter().enumerate() {
                let slot = &mut free[tree[row as usize] as usize];
                rows[*slot as usize] = place as u32;
                *slot += 1;
            }
        }
        let sorted = |values: &[f64]| order.iter().map(|&(_, row)| values[row as usize]).collect();
        Some(LeafMembers { targets: sorted(&targets), weights: sorted(&weights), starts, rows })
    }

    /// The targets, the weights, and the leaf of each row in each tree: what [`LeafMembers::new`] takes.
    pub fn parts(&self, trees: usize) -> (&[f64], &[f64], Vec<u32>) {
        let count = self.targets.len();
        let mut leaf_of = vec![0u32; self.rows.len()];
        // The leaves of a tree come one after the other and hold every row once.
        let mut filled = 0;
        for (leaf, bounds) in self.starts.windows(2).enumerate() {
            let tree = filled / count;
            debug_assert!(tree < trees || bounds[0] == bounds[1]);
            for &row in &self.rows[bounds[0] as usize..bounds[1] as usize] {
                leaf_of[tree * count + row as usize] = leaf as u32;
                filled += 1;
            }
        }
        (&self.targets, &self.weights, leaf_of)
    }

    /// For each row and each level the smallest target up to which the weight of the row's neighbors reaches the level.
    pub fn quantiles(&self, ensemble: &TreeEnsemble, rows: &Features<'_>, levels: &[f64]) -> Result<Matrix> {
        if let Some(level) = levels.iter().find(|level| !(0.0..=1.0).contains(*level)) {
            return Err(Error::data(
                format!("{level} is not a quantile level"),
                "give levels from 0 to 1, such as 0.5 for the median",
            ));
        }
        let ends = ensemble.apply(rows);
        let mut matrix = Matrix::zeros(rows.rows(), levels.len());
        if levels.is_empty() {
            return Ok(matrix);
        }
        let trees = ensemble.trees();
        matrix.values_mut().par_chunks_mut(levels.len()).zip(ends.par_chunks(trees)).for_each_init(
            Vec::new,
            |shares, (out, ends)| {
                self.neighbors(ensemble, ends, shares);
                let targets = shares.iter().map(|&(row, share)| (self.targets[row as usize], share));
                let distribution = EmpiricalDistribution::of(targets);
                for (out, &level) in out.iter_mut().zip(levels) {
                    *out = distribution.quantile(level, QuantileMethod::InvertedCdf);
                }
            },
        );
        Ok(matrix)
    }

    /// The training rows that share a leaf with a row, in the order of their targets, each with its fraction of the weight
    /// there, averaged over the trees.
    fn neighbors(&self, ensemble: &TreeEnsemble, ends: &[u32], shares: &mut Vec<(u32, f64)>) {
        shares.clear();
        for &end in ends {
            let leaf = ensemble.leaf(end as usize);
            let rows = &self.rows[self.starts[leaf] as usize..self.starts[leaf + 1] as usize];
            let weight: f64 = rows.iter().map(|&row| self.weights[row as usize]).sum();
            let scale = 1.0 / (weight * ends.len() as f64);
            shares.extend(rows.iter().map(|&row| (row, self.weights[row as usize] * scale)));
        }
        shares.sort_by_key(|&(row, _)| row);
    }
}
