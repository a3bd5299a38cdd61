//! All eigenpairs, one after the other.

use crate::algebra::deflation::{all_by_deflation, deflated};
use crate::matrix::Matrix;
use hornbook_core::{AnswerValue, Result, Run, Tool, WorkedSolution, in_digits, listed};

/// Deflation: all eigenpairs of a symmetric matrix, the largest first, each taken off the matrix (A − λxxᵀ); then the negative ones,
/// and an orthonormal basis (Gram–Schmidt) for the eigenvalue 0.
#[derive(Debug, Tool)]
#[tool(name = "deflation", chapter = "Linear algebra", aliases("eigenpairs by deflation"))]
pub struct DeflationTool {
    /// A symmetric matrix.
    matrix: Matrix,
}

impl Tool for DeflationTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let pairs = all_by_deflation(&self.matrix)?;
        let mut solution = WorkedSolution::by("A ← A − λxxᵀ");
        let mut rest = self.matrix.clone();
        for pair in &pairs {
            rest = deflated(&rest, pair.value, &pair.vector)?;
            solution.step(format!(
                "λ = {}, x = ({}); what is left is at most {}",
                in_digits(pair.value),
                listed(&pair.vector),
                in_digits(rest.largest())
            ));
        }
        let rows = pairs.iter().map(|pair| {
            vec![AnswerValue::from(pair.value), AnswerValue::from(format!("({})", listed(&pair.vector)))]
        });
        solution.table("pairs", &["eigenvalue", "eigenvector"], rows.collect());
        solution.value("values", pairs.iter().map(|pair| pair.value).collect::<Vec<_>>().into());
        solution.value("vectors", pairs.iter().map(|pair| pair.vector.clone()).collect::<Vec<_>>().into());
        solution.labeled("left", "largest number left", rest.largest());
        Ok(solution)
    }
}
