//! What a matrix is, and products.

use crate::algebra::{condition_number, determinant, inverse, rank};
use crate::matrix::Matrix;
use hornbook_core::{Result, Run, Tool, WorkedSolution};

/// Properties of a matrix: transpose, trace, determinant, rank, inverse, symmetry, condition number; and the product with another one.
#[derive(Debug, Tool)]
#[tool(
    name = "matrix",
    chapter = "Linear algebra",
    aliases("inverse", "transpose", "trace", "rank", "determinant", "matrix product", "symmetric matrix")
)]
pub struct MatrixTool {
    /// The matrix M.
    matrix: Matrix,
    /// A matrix N to multiply by: MN, and (MN)ᵀ = NᵀMᵀ.
    times: Option<Matrix>,
}

impl Tool for MatrixTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let m = &self.matrix;
        let is_square = m.rows() == m.columns();
        let mut solution = WorkedSolution::new();
        solution.labeled("transpose", "Mᵀ", m.transpose());
        solution.labeled("rank", "rank", rank(m)?);
        solution.result("square", is_square);
        if is_square {
            let singular = rank(m)? < m.rows();
            solution.labeled("trace", "trace", m.trace()?);
            solution.labeled("determinant", "determinant", determinant(m)?);
            solution.result("symmetric", m.is_symmetric(1e-12));
            solution.labeled("identity", "identity matrix", *m == Matrix::identity(m.rows()));
            solution.result("singular", singular);
            if singular {
                solution.say("the matrix is singular: it has no inverse");
            } else {
                solution.labeled("inverse", "M⁻¹", inverse(m)?);
            }
        }
        solution.labeled("condition_number", "condition number", condition_number(m)?);
        if let Some(other) = &self.times {
            let product = m.product(other)?;
            solution.formula("(MN)ᵀ = NᵀMᵀ");
            solution.labeled("product", "MN", &product);
            solution.labeled("product_transpose", "(MN)ᵀ", product.transpose());
            let turned = other.transpose().product(&m.transpose())?;
            solution.labeled("transposed_product", "NᵀMᵀ", &turned);
        }
        Ok(solution)
    }
}
