//! Linear systems of any shape.

use super::{PivotedQr, Svd, bridge, vectors::norm};
use crate::matrix::{Matrix, check_length};
use hornbook_core::Result;

/// What [`least_squares()`] finds.
#[derive(Debug, Clone, PartialEq)]
pub struct LeastSquares {
    /// The solution.
    pub x: Vec<f64>,
    /// How many columns of the matrix are independent; beneath their number, the solution is the shortest of many.
    pub rank: usize,
    /// $\|Ax - b\|^2$.
    pub residual: f64,
}

/// The shortest $x$ of those with the least $\|Ax - b\|$, for a matrix of any shape and rank.
///
/// A QR decomposition with column exchanges solves systems of full column rank, to the accuracy that the condition number
/// itself allows and not its square. In the others, the singular values of its triangle give the shortest solution.
///
/// ```
/// use hornbook_math::{algebra::least_squares, matrix::Matrix};
///
/// let twice = Matrix::from_rows(&[[1.0, 1.0], [2.0, 2.0]])?;
/// let solution = least_squares(&twice, &[2.0, 4.0])?;
/// assert_eq!(solution.rank, 1);
/// assert!(solution.x.iter().all(|x| (x - 1.0).abs() < 1e-12), "shorter than (2, 0)");
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn least_squares(matrix: &Matrix, right: &[f64]) -> Result<LeastSquares> {
    check_length("the right side", right.len(), matrix.rows())?;
    bridge::check_numbers(matrix)?;
    bridge::check_numbers(&Matrix::new(right.len(), 1, right.to_vec())?)?;
    let qr = PivotedQr::new(matrix)?;
    let turned = qr.q.transposed_times(right)?;
    let (ordered, rank) = match qr.rank() == matrix.columns() {
        true => (back_substitution(&qr.r, turned), matrix.columns()),
        false => {
            let svd = Svd::new(&qr.r)?;
            (svd.pseudo_inverse()?.times(&turned)?, svd.rank())
        }
    };
    let mut x = vec![0.0; matrix.columns()];
    qr.order.iter().zip(ordered).for_each(|(&column, value)| x[column] = value);
    let misses: Vec<f64> = matrix.times(&x)?.iter().zip(right).map(|(a, b)| a - b).collect();
    Ok(LeastSquares { x, rank, residual: norm(&misses).powi(2) })
}

/// Solves with an upper triangle without zeros on its diagonal.
fn back_substitution(upper: &Matrix, mut right: Vec<f64>) -> Vec<f64> {
    for i in (0..right.len()).rev() {
        let row = upper.row(i);
        let known: f64 = row[i + 1..].iter().zip(&right[i + 1..]).map(|(u, x)| u * x).sum();
        right[i] = (right[i] - known) / row[i];
    }
    right
}
