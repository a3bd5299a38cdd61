//! Eigendecomposition of symmetric matrices.

use super::bridge;
use crate::matrix::{Matrix, check_length};
use faer::Side;
use hornbook_core::Result;

/// A symmetric matrix as $A = V\Lambda V^\top$: it stretches space along the orthonormal columns of $V$.
///
/// Eigenvalues descend. The sign of a vector is chosen so that its largest component, the first of them to rounding, is
/// positive.
#[derive(Debug, Clone, PartialEq)]
pub struct SymmetricEigen {
    /// The eigenvalues $\lambda_i$, the largest first.
    pub values: Vec<f64>,
    /// The eigenvectors as columns, in the order of the values.
    pub vectors: Matrix,
}

impl SymmetricEigen {
    /// Decomposes a symmetric matrix; only its lower triangle is used.
    pub fn new(matrix: &Matrix) -> Result<SymmetricEigen> {
        bridge::check_symmetric(matrix)?;
        let failed = || bridge::no_result("an eigendecomposition");
        let eigen = bridge::view(matrix).self_adjoint_eigen(Side::Lower).map_err(|_| failed())?;
        let size = matrix.rows();
        let ascending: Vec<f64> = (0..size).map(|i| eigen.S()[i]).collect();
        let values: Vec<f64> = ascending.into_iter().rev().collect();
        let mut vectors = Matrix::from_fn(size, size, |i, j| eigen.U()[(i, size - 1 - j)]);
        if values.iter().chain(vectors.values()).any(|value| !value.is_finite()) {
            return Err(failed());
        }
        for j in 0..size {
            let sign = sign_of(&vectors.column(j));
            (0..size).for_each(|i| *vectors.at_mut(i, j) *= sign);
        }
        Ok(SymmetricEigen { values, vectors })
    }

    /// $V^\top x$: the coordinates of a vector in the basis of the eigenvectors.
    pub fn coordinates(&self, vector: &[f64]) -> Result<Vec<f64>> {
        self.vectors.transposed_times(vector)
    }

    /// $Ax$, as stretching in the eigenbasis: the coordinates there, and the stretched vector in the standard basis.
    ///
    /// ```
    /// use hornbook_math::{algebra::SymmetricEigen, matrix::Matrix};
    ///
    /// let a = Matrix::from_rows(&[[2.0, 1.0], [1.0, 2.0]])?;
    /// let (coordinates, stretched) = SymmetricEigen::new(&a)?.stretch(&[1.0, 0.0])?;
    /// assert!((coordinates[0] - 0.5f64.sqrt()).abs() < 1e-12);
    /// assert!((stretched[0] - 2.0).abs() < 1e-12 && (stretched[1] - 1.0).abs() < 1e-12);
    /// # Ok::<(), hornbook_core::Error>(())
    /// ```
    pub fn stretch(&self, vector: &[f64]) -> Result<(Vec<f64>, Vec<f64>)> {
        let coordinates = self.coordinates(vector)?;
        let stretched: Vec<f64> = coordinates.iter().zip(&self.values).map(|(c, l)| c * l).collect();
        let vector = self.vectors.times(&stretched)?;
        Ok((coordinates, vector))
    }

    /// $V f(\Lambda) V^\top$: a function of the matrix, such as its square root or exponential.
    pub fn apply(&self, function: impl Fn(f64) -> f64) -> Result<Matrix> {
        check_length("the list of eigenvalues", self.values.len(), self.vectors.columns())?;
        let values: Vec<f64> = self.values.iter().map(|&value| function(value)).collect();
        self.vectors.product(&Matrix::diagonal(&values))?.product(&self.vectors.transpose())
    }
}

/// The sign that makes the largest component of a vector positive, the first one of those that are equal to rounding.
pub(super) fn sign_of(vector: &[f64]) -> f64 {
    let largest = vector.iter().fold(0.0, |largest: f64, value| largest.max(value.abs()));
    let first = vector.iter().find(|value| value.abs() >= largest * (1.0 - 1e-8));
    if first.is_some_and(|&value| value < 0.0) { -1.0 } else { 1.0 }
}
