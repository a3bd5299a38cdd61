//! Square systems.

use super::bridge;
use crate::matrix::{Matrix, check_length};
use faer::linalg::solvers::PartialPivLu;
use hornbook_core::{Error, Result};

/// A square matrix decomposed by Gauss' elimination, $PA = LU$, to solve many systems with.
#[derive(Debug, Clone)]
pub struct Lu {
    lu: PartialPivLu<f64>,
    /// For each pivot, what would be rounding there.
    negligible: Vec<f64>,
}

impl Lu {
    /// Decomposes a square matrix. A singular one has a decomposition too, but no solutions.
    pub fn new(matrix: &Matrix) -> Result<Lu> {
        bridge::check_square(matrix)?;
        let lu = bridge::view(matrix).partial_piv_lu();
        // By row and by column, since neither may be in smaller units than the others.
        let largest = |values: &[f64]| values.iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
        let rounding = matrix.rows() as f64 * f64::EPSILON;
        let of_pivot = |(column, &row): (usize, &usize)| {
            rounding * largest(matrix.row(row)).min(largest(&matrix.column(column)))
        };
        let negligible = lu.P().arrays().0.iter().enumerate().map(of_pivot).collect();
        Ok(Lu { lu, negligible })
    }

    fn pivots(&self) -> impl Iterator<Item = f64> {
        let u = self.lu.U();
        (0..u.nrows()).map(move |i| u[(i, i)])
    }

    /// Whether the matrix has no inverse, to rounding: a pivot that is nothing beside its row and column.
    pub fn is_singular(&self) -> bool {
        self.pivots()
            .zip(&self.negligible)
            .any(|(pivot, negligible)| pivot.is_nan() || pivot.abs() <= *negligible)
    }

    /// $\det A$.
    pub fn determinant(&self) -> f64 {
        // Every exchange of two rows turns the sign; a cycle of n rows is n - 1 exchanges.
        let (forward, _) = self.lu.P().arrays();
        let mut seen = vec![false; forward.len()];
        let mut sign = 1.0;
        for start in 0..forward.len() {
            let mut at = start;
            while !std::mem::replace(&mut seen[at], true) {
                at = forward[at];
                if at != start {
                    sign = -sign;
                }
            }
        }
        self.pivots().fold(sign, |product, pivot| product * pivot)
    }

    /// $x$ with $Ax = b$; an error if the matrix is singular.
    pub fn solve(&self, right: &[f64]) -> Result<Vec<f64>> {
        check_length("the right side", right.len(), self.lu.U().nrows())?;
        Ok(self.solve_matrix(&Matrix::new(right.len(), 1, right.to_vec())?)?.into_values())
    }

    /// $X$ with $AX = B$; an error if the matrix is singular.
    pub fn solve_matrix(&self, right: &Matrix) -> Result<Matrix> {
        check_length("each column of the right side", right.rows(), self.lu.U().nrows())?;
        if self.is_singular() {
            return Err(singular());
        }
        Ok(bridge::solve(&self.lu, right))
    }
}

fn singular() -> Error {
    Error::data(
        "the matrix is singular: a combination of its rows is zero, and it has no inverse",
        "use the pseudo-inverse or least squares, or remove rows and columns that others determine",
    )
}

/// The inverse of a square matrix; an error if it is singular.
///
/// ```
/// use hornbook_math::{algebra::inverse, matrix::Matrix};
///
/// let a = Matrix::from_rows(&[[3.0, -2.0], [1.0, 1.0]])?;
/// let product = inverse(&a)?.product(&a)?;
/// assert!(product.minus(&Matrix::identity(2))?.largest() < 1e-12);
/// let singular = Matrix::from_rows(&[[1.0, 2.0], [2.0, 4.0]])?;
/// assert!(inverse(&singular).unwrap_err().to_string().contains("singular"));
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn inverse(matrix: &Matrix) -> Result<Matrix> {
    let inverse = Lu::new(matrix)?.solve_matrix(&Matrix::identity(matrix.rows()))?;
    // Small pivots before the last one may hide that it is rounding, but not what they make of the inverse. The diagonal of
    // |A⁻¹||A| does not depend on the units of rows and columns.
    let most = 1.0 / (8.0 * matrix.rows() as f64 * f64::EPSILON);
    let size = |i: usize| (0..matrix.rows()).map(|k| (inverse.at(i, k) * matrix.at(k, i)).abs()).sum::<f64>();
    match (0..matrix.rows()).all(|i| size(i) <= most) {
        true => Ok(inverse),
        false => Err(singular()),
    }
}

/// The determinant of a square matrix: how much it stretches volumes.
pub fn determinant(matrix: &Matrix) -> Result<f64> {
    Ok(Lu::new(matrix)?.determinant())
}
