//! Derivatives by vectors and matrices: the formulas that every derivation looks up.
//!
//! Gradients are columns, as long as what is derived by. The tests hold each of them against differences.

use super::{Lu, Svd, vectors};
use crate::matrix::{Matrix, check_length};
use hornbook_core::Result;

/// The Jacobian $\frac{\partial Mx}{\partial x} = M$: row $i$ has the derivatives of component $i$. As gradients, its
/// rows stand as columns, $M^\top$.
pub fn jacobian_of_product(matrix: &Matrix) -> Matrix {
    matrix.clone()
}

/// $\frac{\partial\, y^\top M x}{\partial x} = M^\top y$.
pub fn gradient_of_bilinear(matrix: &Matrix, y: &[f64]) -> Result<Vec<f64>> {
    matrix.transposed_times(y)
}

/// $\frac{\partial\, x^\top M x}{\partial x} = (M + M^\top)x$, which is $2Mx$ if $M$ is symmetric.
pub fn gradient_of_quadratic(matrix: &Matrix, x: &[f64]) -> Result<Vec<f64>> {
    matrix.check_square()?;
    vectors::plus(&matrix.times(x)?, &matrix.transposed_times(x)?)
}

/// $\frac{\partial\, x^\top x}{\partial x} = 2x$.
pub fn gradient_of_square(x: &[f64]) -> Vec<f64> {
    vectors::scaled(x, 2.0)
}

/// $\frac{\partial\,\mathrm{tr}(ABC)}{\partial B} = (CA)^\top$, of the shape of $B$.
pub fn gradient_of_trace(a: &Matrix, c: &Matrix) -> Result<Matrix> {
    check_length("each row of the last factor", c.columns(), a.rows())?;
    Ok(c.product(a)?.transpose())
}

/// $\frac{\partial\det A}{\partial A} = \det(A)\,A^{-\top}$, the matrix of cofactors. It exists for singular matrices
/// too: with $A = U\Sigma V^\top$ it is $\det(U)\det(V)\,U\,\mathrm{diag}(\prod_{j\ne i}\sigma_j)\,V^\top$.
///
/// ```
/// use hornbook_math::{algebra::derivatives::gradient_of_determinant, matrix::Matrix};
///
/// let singular = Matrix::from_rows(&[[1.0, 2.0], [2.0, 4.0]])?;
/// let cofactors = gradient_of_determinant(&singular)?;
/// let expected = Matrix::from_rows(&[[4.0, -2.0], [-2.0, 1.0]])?;
/// assert!(cofactors.minus(&expected)?.largest() < 1e-12);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn gradient_of_determinant(matrix: &Matrix) -> Result<Matrix> {
    matrix.check_square()?;
    let svd = Svd::new(matrix)?;
    let turn = (Lu::new(&svd.u)?.determinant() * Lu::new(&svd.v)?.determinant()).signum();
    let but_one: Vec<f64> = (0..svd.values.len())
        .map(|i| svd.values.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, value)| value).product())
        .collect();
    Ok(svd.u.product(&Matrix::diagonal(&but_one))?.product(&svd.v.transpose())?.scaled(turn))
}
