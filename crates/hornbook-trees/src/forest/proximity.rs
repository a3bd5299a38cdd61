//! How near rows are to each other in the eyes of a forest.

use super::model::ForestModel;
use hornbook_core::{Error, Result};
use hornbook_data::{Features, Matrix};
use hornbook_math::quantiles::median;
use rayon::prelude::*;

/// Most numbers of a matrix of proximities: two gigabytes.
const MOST: usize = 1 << 28;

impl ForestModel {
    /// The leaf in which each row ends in each tree, row by row, counted over the leaves of all trees.
    pub fn apply(&self, rows: &Features<'_>) -> Vec<u32> {
        self.state
            .ensemble
            .apply(rows)
            .into_iter()
            .map(|node| self.state.ensemble.leaf(node as usize) as u32)
            .collect()
    }

    /// The fraction of the trees in which a row of the first table ends in the same leaf as one of the second.
    ///
    /// Time and memory are the product of the numbers of rows; more than 2²⁸ pairs are refused.
    pub fn proximities(&self, rows: &Features<'_>, others: &Features<'_>) -> Result<Matrix> {
        if rows.rows().saturating_mul(others.rows()) > MOST {
            return Err(Error::data(
                format!("{} × {} rows are too many pairs to compare", rows.rows(), others.rows()),
                "compare a sample of the rows",
            ));
        }
        let trees = self.state.ensemble.trees();
        let (leaves, other_leaves) = (self.apply(rows), self.apply(others));
        let mut matrix = Matrix::zeros(rows.rows(), others.rows());
        if others.rows() > 0 {
            matrix.values_mut().par_chunks_mut(others.rows()).zip(leaves.par_chunks(trees)).for_each(
                |(out, one)| {
                    for (out, other) in out.iter_mut().zip(other_leaves.chunks_exact(trees)) {
                        *out = one.iter().zip(other).filter(|(a, b)| a == b).count() as f64 / trees as f64;
                    }
                },
            );
        }
        Ok(matrix)
    }
}

/// How far each row is from the others of its class, from the proximities of all rows to each other (Breiman and
/// Cutler): $n / \sum_k p_{ik}^2$ over the $n$ rows of the class, less the median of the class, in units of its mean
/// distance from that median. Above 10 a row is far out. Rows of numbers are one class.
///
/// ```
/// use hornbook_data::Matrix;
/// use hornbook_trees::forest::outlier_measure;
/// let alone = [1.0, 0.9, 0.8, 0.0, 0.9, 1.0, 0.7, 0.1, 0.8, 0.7, 1.0, 0.0, 0.0, 0.1, 0.0, 1.0];
/// let far = outlier_measure(&Matrix::new(4, 4, alone.to_vec())?, &[0, 0, 0, 0])?;
/// assert!(far[3] > far[0] && far[3] > far[1] && far[3] > far[2]);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn outlier_measure(proximities: &Matrix, classes: &[u32]) -> Result<Vec<f64>> {
    if proximities.rows() != proximities.columns() || proximities.rows() != classes.len() {
        return Err(Error::data(
            format!(
                "{} × {} proximities do not fit {} rows",
                proximities.rows(),
                proximities.columns(),
                classes.len()
            ),
            "give the proximities of all rows to each other and a class for each row",
        ));
    }
    let raw = |row: usize| {
        let others = proximities.row(row).iter().zip(classes).filter(|(_, class)| **class == classes[row]);
        let (count, squares) = others.fold((0.0, 0.0), |(n, sum), (p, _)| (n + 1.0, sum + p * p));
        count / squares
    };
    let mut measure: Vec<f64> = (0..classes.len()).map(raw).collect();
    let mut kinds = classes.to_vec();
    kinds.sort_unstable();
    kinds.dedup();
    for kind in kinds {
        let rows: Vec<usize> = (0..classes.len()).filter(|&row| classes[row] == kind).collect();
        let mut sorted: Vec<f64> = rows.iter().map(|&row| measure[row]).collect();
        sorted.sort_by(f64::total_cmp);
        let median = median(&sorted);
        let spread = sorted.iter().map(|x| (x - median).abs()).sum::<f64>() / sorted.len() as f64;
        let scale = if spread > 0.0 { spread } else { 1.0 };
        rows.iter().for_each(|&row| measure[row] = (measure[row] - median) / scale);
    }
    Ok(measure)
}
