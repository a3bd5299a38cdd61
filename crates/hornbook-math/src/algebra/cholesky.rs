//! Cholesky's decomposition.

use super::bridge;
use crate::matrix::{Matrix, check_length};
use faer::Side;
use hornbook_core::{Error, Result};

/// A symmetric positive definite matrix as $A = LL^\top$ with $L$ lower triangular.
///
/// ```
/// use hornbook_math::{algebra::Cholesky, matrix::Matrix};
///
/// let a = Matrix::from_rows(&[[4.0, 2.0], [2.0, 3.0]])?;
/// let cholesky = Cholesky::new(&a)?;
/// assert_eq!(cholesky.lower().row(0), [2.0, 0.0]);
/// let x = cholesky.solve(&[8.0, 8.0])?;
/// assert!((x[0] - 1.0).abs() < 1e-12 && (x[1] - 2.0).abs() < 1e-12);
/// assert!((cholesky.log_determinant() - 8f64.ln()).abs() < 1e-12);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Cholesky {
    lower: Matrix,
}

impl Cholesky {
    /// Decomposes a matrix; an error if it is not symmetric or not positive definite. Only the lower triangle is used.
    pub fn new(matrix: &Matrix) -> Result<Cholesky> {
        bridge::check_symmetric(matrix)?;
        let llt = bridge::view(matrix).llt(Side::Lower).map_err(|_| {
            Error::data(
                "the matrix is not positive definite, so it has no Cholesky decomposition",
                "use an eigendecomposition or least squares, or add to the diagonal",
            )
        })?;
        let lower = bridge::matrix(llt.L());
        match lower.values().iter().all(|value| value.is_finite()) {
            true => Ok(Cholesky { lower }),
            false => Err(bridge::no_result("a Cholesky decomposition")),
        }
    }

    /// $L$.
    pub fn lower(&self) -> &Matrix {
        &self.lower
    }

    /// $x$ with $Ax = b$.
    pub fn solve(&self, right: &[f64]) -> Result<Vec<f64>> {
        let mut x = self.solve_lower(right)?;
        for i in (0..x.len()).rev() {
            let row = self.lower.row(i);
            x[i] /= row[i];
            let (before, rest) = x.split_at_mut(i);
            before.iter_mut().zip(row).for_each(|(b, l)| *b -= l * rest[0]);
        }
        Ok(x)
    }

    /// $z$ with $Lz = b$. Its squared length is $b^\top A^{-1} b$, Mahalanobis' distance.
    pub fn solve_lower(&self, right: &[f64]) -> Result<Vec<f64>> {
        check_length("the right side", right.len(), self.lower.rows())?;
        let mut z: Vec<f64> = Vec::with_capacity(right.len());
        for (i, b) in right.iter().enumerate() {
            let row = self.lower.row(i);
            let known: f64 = row.iter().zip(&z).map(|(l, z)| l * z).sum();
            z.push((b - known) / row[i]);
        }
        Ok(z)
    }

    /// $X$ with $AX = B$.
    pub fn solve_matrix(&self, right: &Matrix) -> Result<Matrix> {
        let columns = (0..right.columns()).map(|j| self.solve(&right.column(j)));
        Matrix::from_columns(&columns.collect::<Result<Vec<_>>>()?)
    }

    /// $A^{-1}$.
    pub fn inverse(&self) -> Result<Matrix> {
        self.solve_matrix(&Matrix::identity(self.lower.rows()))
    }

    /// $\ln\det A$.
    pub fn log_determinant(&self) -> f64 {
        2.0 * self.lower.diagonal_values().iter().map(|l| l.ln()).sum::<f64>()
    }
}
