//! Singular values and what follows from them.

use super::{bridge, eigen::sign_of};
use crate::matrix::Matrix;
use hornbook_core::Result;

/// Any matrix as $A = U\Sigma V^\top$, with orthonormal columns in $U$ and $V$ and as many of them as the shorter side
/// of $A$ has.
///
/// The sign of a pair of columns is chosen so that the largest component in $V$ is positive.
///
/// ```
/// use hornbook_math::{algebra::Svd, matrix::Matrix};
///
/// let a = Matrix::from_rows(&[[3.0, 0.0], [0.0, -2.0], [0.0, 0.0]])?;
/// let svd = Svd::new(&a)?;
/// assert!((svd.values[0] - 3.0).abs() < 1e-12 && (svd.values[1] - 2.0).abs() < 1e-12);
/// assert_eq!(svd.rank(), 2);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Svd {
    /// The left singular vectors, as columns.
    pub u: Matrix,
    /// The singular values, the largest first.
    pub values: Vec<f64>,
    /// The right singular vectors, as columns.
    pub v: Matrix,
}

impl Svd {
    /// Decomposes a matrix.
    pub fn new(matrix: &Matrix) -> Result<Svd> {
        bridge::check_numbers(matrix)?;
        let failed = || bridge::no_result("a singular value decomposition");
        let svd = bridge::view(matrix).thin_svd().map_err(|_| failed())?;
        let (mut u, mut v) = (bridge::matrix(svd.U()), bridge::matrix(svd.V()));
        let values: Vec<f64> = (0..u.columns()).map(|i| svd.S()[i]).collect();
        if u.values().iter().chain(&values).chain(v.values()).any(|value| !value.is_finite()) {
            return Err(failed());
        }
        for j in 0..values.len() {
            let sign = sign_of(&v.column(j));
            for side in [&mut u, &mut v] {
                (0..side.rows()).for_each(|i| *side.at_mut(i, j) *= sign);
            }
        }
        Ok(Svd { u, values, v })
    }

    /// Singular values up to here are rounding: the largest one times the longer side times the precision of numbers.
    pub fn negligible(&self) -> f64 {
        self.values[0] * self.u.rows().max(self.v.rows()) as f64 * f64::EPSILON
    }

    /// How many singular values are more than rounding.
    pub fn rank(&self) -> usize {
        let negligible = self.negligible();
        self.values.iter().filter(|&&value| value > negligible).count()
    }

    /// The largest singular value by the smallest; infinite if that is 0.
    pub fn condition_number(&self) -> f64 {
        let smallest = self.values[self.values.len() - 1];
        if smallest > 0.0 { self.values[0] / smallest } else { f64::INFINITY }
    }

    /// $A^+ = V\Sigma^+U^\top$, the pseudo-inverse of Moore and Penrose; singular values that are rounding count as 0.
    pub fn pseudo_inverse(&self) -> Result<Matrix> {
        let negligible = self.negligible();
        let inverted: Vec<f64> =
            self.values.iter().map(|&value| if value > negligible { value.recip() } else { 0.0 }).collect();
        self.v.product(&Matrix::diagonal(&inverted))?.product(&self.u.transpose())
    }
}

/// How many rows or columns of a matrix are independent, to rounding.
pub fn rank(matrix: &Matrix) -> Result<usize> {
    Ok(Svd::new(matrix)?.rank())
}

/// How much the solution of a linear system can change, relative to a change of its right side: the largest singular
/// value by the smallest. Infinite for a singular matrix.
pub fn condition_number(matrix: &Matrix) -> Result<f64> {
    Ok(Svd::new(matrix)?.condition_number())
}

/// The pseudo-inverse of Moore and Penrose; the inverse, if there is one.
pub fn pseudo_inverse(matrix: &Matrix) -> Result<Matrix> {
    Svd::new(matrix)?.pseudo_inverse()
}
