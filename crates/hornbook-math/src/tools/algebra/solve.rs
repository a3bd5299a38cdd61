//! Systems of linear equations.

use crate::algebra::{Lu, least_squares, pseudo_inverse};
use crate::matrix::Matrix;
use hornbook_core::{Result, Run, Tool, WorkedSolution, listed};

/// System of linear equations Ax = b: the solution, or the shortest least-squares solution if there is none or more than one.
#[derive(Debug, Tool)]
#[tool(
    name = "solve",
    chapter = "Linear algebra",
    aliases("linear system", "least squares", "gaussian elimination", "pseudo-inverse")
)]
pub struct SolveTool {
    /// The matrix A.
    matrix: Matrix,
    /// The right side b.
    right: Vec<f64>,
}

impl Tool for SolveTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let a = &self.matrix;
        let mut solution = WorkedSolution::by("Ax = b");
        if a.rows() == a.columns() {
            let lu = Lu::new(a)?;
            solution.step(format!("determinant {}", hornbook_core::in_digits(lu.determinant())));
            if !lu.is_singular() {
                let x = lu.solve(&self.right)?;
                solution.step(format!("check: A x = ({})", listed(&a.times(&x)?)));
                solution.result("x", x);
                solution.labeled("residual", "‖Ax − b‖", 0.0);
                solution.labeled("unique", "unique solution", true);
                return Ok(solution);
            }
        }
        let found = least_squares(a, &self.right)?;
        solution.formula("x = A⁺b, the shortest of those with the least ‖Ax − b‖");
        solution.result("x", found.x);
        solution.labeled("residual", "‖Ax − b‖", found.residual);
        solution.result("rank", found.rank);
        solution.labeled("unique", "unique", found.rank == a.columns());
        solution.labeled("pseudo_inverse", "A⁺", pseudo_inverse(a)?);
        Ok(solution)
    }
}
