//! A cheap learner of many columns together: gradient boosting of shallow trees on bins, for what the data checks compare
//! single columns with. Families of learners stand above the study's checks, which must run without a registry.

use super::binned_column::{BinnedColumn, MOST_BINS};
use super::check_input::FOLDS;
use rayon::prelude::*;

const ROUNDS: usize = 40;
const DEPTH: usize = 3;
const LEARNING_RATE: f64 = 0.2;
/// Rows of a leaf, and how many rows of no gain are added to it.
const ROWS_OF_A_LEAF: f64 = 3.0;
const SHRINKAGE: f64 = 1.0;

/// Columns of at most [`MOST_BINS`] bins.
pub(super) struct JointColumns(Vec<CompactColumn>);

struct CompactColumn {
    bins: Vec<u8>,
    is_ordered: bool,
}

impl JointColumns {
    pub(super) fn of<'a>(columns: impl IntoIterator<Item = &'a BinnedColumn>) -> JointColumns {
        let compact =
            |column: &BinnedColumn| CompactColumn { bins: column.compact(), is_ordered: column.is_ordered };
        JointColumns(columns.into_iter().map(compact).collect())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Least-squares predictions of each row by a model of the other folds. Of zeros and ones they rank the rows.
    pub(super) fn out_of_fold(&self, target: &[f64], folds: &[u8]) -> Vec<f64> {
        let by_fold: Vec<Vec<f64>> = (0..FOLDS as u8)
            .into_par_iter()
            .map(|fold| self.boost(target, |row| folds[row] != fold))
            .collect();
        folds.iter().enumerate().map(|(row, &fold)| by_fold[fold as usize][row]).collect()
    }

    /// Predictions of all rows by a model of some.
    fn boost(&self, target: &[f64], is_training: impl Fn(usize) -> bool) -> Vec<f64> {
        let training: Vec<usize> = (0..target.len()).filter(|&row| is_training(row)).collect();
        let mean = training.iter().map(|&row| target[row]).sum::<f64>() / training.len().max(1) as f64;
        let mut predictions = vec![mean; target.len()];
        for _ in 0..ROUNDS {
            let residuals: Vec<f64> = target.iter().zip(&predictions).map(|(y, guess)| y - guess).collect();
            let leaves = self.grow(&residuals, &training);
            let mut sums = [BinSum::default(); 1 << DEPTH];
            training.iter().for_each(|&row| sums[leaves[row] as usize].add(residuals[row]));
            let values = sums.map(|sum| LEARNING_RATE * sum.sum / (sum.rows + SHRINKAGE));
            predictions.iter_mut().zip(&leaves).for_each(|(guess, &leaf)| *guess += values[leaf as usize]);
        }
        predictions
    }

    /// The leaf of each row, in a tree that training rows grow level by level.
    fn grow(&self, residuals: &[f64], training: &[usize]) -> Vec<u8> {
        let mut node_of = vec![0u8; residuals.len()];
        for depth in 0..DEPTH {
            let nodes = 1 << depth;
            let mut best: Vec<BinSplit> = vec![BinSplit::default(); nodes];
            for (place, column) in self.0.iter().enumerate() {
                let mut sums = vec![[BinSum::default(); MOST_BINS]; nodes];
                for &row in training {
                    sums[node_of[row] as usize][column.bins[row] as usize].add(residuals[row]);
                }
                for (best, sums) in best.iter_mut().zip(&sums) {
                    let split = best_split(place, sums, column.is_ordered);
                    if split.gain > best.gain {
                        *best = split;
                    }
                }
            }
            for (row, node) in node_of.iter_mut().enumerate() {
                let split = &best[*node as usize];
                // A node without a gain sends all rows to one side.
                let is_left = split.gain > 0.0 && split.left >> self.0[split.column].bins[row] & 1 == 1;
                *node = *node << 1 | u8::from(is_left);
            }
        }
        node_of
    }
}

/// Residuals of a bin.
#[derive(Debug, Clone, Copy, Default)]
struct BinSum {
    sum: f64,
    rows: f64,
}

impl BinSum {
    fn add(&mut self, residual: f64) {
        self.sum += residual;
        self.rows += 1.0;
    }

    fn gain(self) -> f64 {
        self.sum * self.sum / (self.rows + SHRINKAGE)
    }
}

/// A split of a node: the bins of a column that go to the left, a bit each.
#[derive(Debug, Clone, Copy, Default)]
struct BinSplit {
    gain: f64,
    column: usize,
    left: u32,
}

/// The best split of a node by a column. Levels are put in the order of their means, of which one cut is best.
fn best_split(column: usize, sums: &[BinSum; MOST_BINS], is_ordered: bool) -> BinSplit {
    let mut bins: Vec<usize> = (0..MOST_BINS).filter(|&bin| sums[bin].rows > 0.0).collect();
    if !is_ordered {
        let mean = |bin: usize| sums[bin].sum / sums[bin].rows;
        bins.sort_by(|&a, &b| mean(a).total_cmp(&mean(b)));
    }
    let mut all = BinSum::default();
    bins.iter()
        .for_each(|&bin| all = BinSum { sum: all.sum + sums[bin].sum, rows: all.rows + sums[bin].rows });
    let mut best = BinSplit { gain: 0.0, column, left: 0 };
    let (mut left, mut mask) = (BinSum::default(), 0u32);
    for &bin in &bins {
        left = BinSum { sum: left.sum + sums[bin].sum, rows: left.rows + sums[bin].rows };
        // Bins of numbers that no training row of the node is in lie on the side of their neighbors.
        mask = if is_ordered { u32::MAX >> (MOST_BINS - 1 - bin) } else { mask | 1 << bin };
        let right = BinSum { sum: all.sum - left.sum, rows: all.rows - left.rows };
        if left.rows.min(right.rows) < ROWS_OF_A_LEAF {
            continue;
        }
        let gain = left.gain() + right.gain() - all.gain();
        if gain > best.gain {
            best = BinSplit { gain, column, left: mask };
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data_checks::binned_column::RareClasses;
    use crate::data_checks::check_input::folds_of;
    use hornbook_core::Seed;
    use hornbook_data::Feature;

    fn explained(target: &[f64], predictions: &[f64]) -> f64 {
        let mean = target.iter().sum::<f64>() / target.len() as f64;
        let left: f64 = target.iter().zip(predictions).map(|(y, guess)| (y - guess) * (y - guess)).sum();
        1.0 - left / target.iter().map(|y| (y - mean) * (y - mean)).sum::<f64>()
    }

    #[test]
    fn interactions_are_learned_and_noise_is_not() {
        let mut rng = Seed(4).rng();
        let rows: Vec<usize> = (0..1500).collect();
        let columns: Vec<Vec<f64>> = (0..4).map(|_| rows.iter().map(|_| rng.unit()).collect()).collect();
        let binned: Vec<BinnedColumn> = columns
            .iter()
            .map(|values| {
                BinnedColumn::of(&Feature::Number(values.clone().into()), &rows, &RareClasses::default())
            })
            .collect();
        let joint = JointColumns::of(&binned);
        let folds = folds_of(&rows, None);
        let crossed: Vec<f64> = rows
            .iter()
            .map(|&row| f64::from(u8::from((columns[0][row] > 0.5) != (columns[1][row] > 0.4))))
            .collect();
        assert!(explained(&crossed, &joint.out_of_fold(&crossed, &folds)) > 0.8);
        let smooth: Vec<f64> =
            rows.iter().map(|&row| 3.0 * columns[2][row] - columns[3][row].powi(2)).collect();
        assert!(explained(&smooth, &joint.out_of_fold(&smooth, &folds)) > 0.95);
        let noise: Vec<f64> = rows.iter().map(|_| rng.unit()).collect();
        assert!(explained(&noise, &joint.out_of_fold(&noise, &folds)) < 0.02);
    }

    #[test]
    fn levels_are_split_by_their_means() {
        let rows: Vec<usize> = (0..600).collect();
        let bins: Vec<u32> = rows.iter().map(|&row| (row * 7 % 12) as u32).collect();
        let target: Vec<f64> = bins.iter().map(|&bin| f64::from(u8::from(bin % 2 == 0))).collect();
        let column = BinnedColumn { bins, count: 13, is_ordered: false };
        let predictions = JointColumns::of([&column]).out_of_fold(&target, &folds_of(&rows, None));
        assert!(explained(&target, &predictions) > 0.99);
    }
}
