//! Eigenvalues of any square matrix.

use super::bridge;
use crate::matrix::Matrix;
use hornbook_core::Result;

/// The eigenvalues of a square matrix, of which there are as many as rows; they may be complex, and fewer eigenvectors
/// than that may be independent.
///
/// ```
/// use hornbook_math::{algebra::GeneralEigen, matrix::Matrix};
///
/// let quarter_turn = Matrix::from_rows(&[[0.0, -1.0], [1.0, 0.0]])?;
/// let eigen = GeneralEigen::new(&quarter_turn)?;
/// assert!(eigen.real.iter().all(|re| re.abs() < 1e-12));
/// assert!((eigen.imaginary[0] - 1.0).abs() < 1e-12 && (eigen.imaginary[1] + 1.0).abs() < 1e-12);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct GeneralEigen {
    /// The real parts of the eigenvalues, the largest first; of a conjugate pair, the positive imaginary part first.
    pub real: Vec<f64>,
    /// The imaginary parts.
    pub imaginary: Vec<f64>,
    /// The real parts of the eigenvectors, as columns of length 1 together with the imaginary parts.
    pub vectors_real: Matrix,
    /// The imaginary parts of the eigenvectors, as columns.
    pub vectors_imaginary: Matrix,
}

impl GeneralEigen {
    /// Decomposes a square matrix.
    pub fn new(matrix: &Matrix) -> Result<GeneralEigen> {
        bridge::check_square(matrix)?;
        let failed = || bridge::no_result("an eigendecomposition");
        let eigen = bridge::view(matrix).eigen().map_err(|_| failed())?;
        let size = matrix.rows();
        let value = |i: usize| eigen.S()[i];
        let mut order: Vec<usize> = (0..size).collect();
        order.sort_by(|&a, &b| {
            let (a, b) = (value(a), value(b));
            b.re.total_cmp(&a.re).then(b.im.total_cmp(&a.im))
        });
        let part_of = |i: usize, j: usize| eigen.U()[(i, order[j])];
        // Back substitution leaves vectors of any length; of equal eigenvalues they may be longer than one over rounding.
        let lengths: Vec<f64> = (0..size)
            .map(|j| {
                let largest =
                    (0..size).fold(0.0, |most: f64, i| most.max(part_of(i, j).re.hypot(part_of(i, j).im)));
                let square =
                    |i: usize| (part_of(i, j).re / largest).powi(2) + (part_of(i, j).im / largest).powi(2);
                largest * (0..size).map(square).sum::<f64>().sqrt()
            })
            .collect();
        let part =
            |of: fn(faer::c64) -> f64| Matrix::from_fn(size, size, |i, j| of(part_of(i, j)) / lengths[j]);
        let result = GeneralEigen {
            real: order.iter().map(|&i| value(i).re).collect(),
            imaginary: order.iter().map(|&i| value(i).im).collect(),
            vectors_real: part(|z| z.re),
            vectors_imaginary: part(|z| z.im),
        };
        let vectors = result.vectors_real.values().iter().chain(result.vectors_imaginary.values());
        match result.real.iter().chain(&result.imaginary).chain(vectors).all(|part| part.is_finite()) {
            true => Ok(result),
            false => Err(failed()),
        }
    }

    /// Whether all eigenvalues are real numbers.
    pub fn is_real(&self) -> bool {
        self.imaginary.iter().all(|&part| part == 0.0)
    }

    /// Whether the matrix is singular: whether an eigenvalue is zero, within this fraction of the largest in size. The only
    /// eigenvalue of a matrix of zeros is zero.
    pub fn is_singular(&self, tolerance: f64) -> bool {
        let sizes: Vec<f64> = self.real.iter().zip(&self.imaginary).map(|(re, im)| re.hypot(*im)).collect();
        let largest = sizes.iter().copied().fold(0.0, f64::max);
        sizes.iter().any(|&size| size <= tolerance * largest)
    }
}
