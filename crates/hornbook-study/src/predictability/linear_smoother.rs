//! Predictors that are linear in the targets.

use hornbook_core::Result;
use hornbook_math::matrix::{Matrix, SparseMatrix};

/// A predictor whose out-of-fold predictions are a matrix times the targets. The matrix has a row and a column for each row of
/// the data, and zeros where both are of one fold.
pub(super) struct LinearSmoother {
    /// What it is, in words.
    pub name: &'static str,
    /// The matrix as a product of matrices of fewer numbers.
    pub factors: Vec<SmootherFactor>,
}

/// One of the matrices whose product is a smoother.
pub(super) enum SmootherFactor {
    /// Most numbers are not zero.
    Dense(Matrix),
    /// Most are zero.
    Sparse(SparseMatrix),
}

impl LinearSmoother {
    /// The predictions for each column of targets.
    pub fn predictions(&self, targets: &Matrix) -> Result<Matrix> {
        let mut product = targets.clone();
        for factor in self.factors.iter().rev() {
            product = match factor {
                SmootherFactor::Dense(matrix) => matrix.product(&product)?,
                SmootherFactor::Sparse(matrix) => matrix.product(&product)?,
            };
        }
        Ok(product)
    }
}

/// A sparse matrix of these rows, each the columns and values of what is not zero in it, by column.
pub(super) fn sparse(columns: usize, rows: impl Iterator<Item = Vec<(u32, f64)>>) -> SmootherFactor {
    let mut matrix = SparseMatrix { columns, starts: vec![0], indices: Vec::new(), values: Vec::new() };
    for row in rows {
        matrix.indices.extend(row.iter().map(|&(column, _)| column));
        matrix.values.extend(row.iter().map(|&(_, value)| value));
        matrix.starts.push(matrix.indices.len());
    }
    SmootherFactor::Sparse(matrix)
}
