//! Eigenvalues of any square matrix.

use crate::algebra::GeneralEigen;
use crate::algebra::deflation::rayleigh_quotient;
use crate::matrix::Matrix;
use hornbook_core::{AnswerValue, Result, Run, Tool, WorkedSolution, in_digits};

/// Eigenvalues and eigenvectors of a square matrix, Ax = λx, and whether it is singular (has the eigenvalue 0).
///
/// Eigenvectors of different eigenvalues of a symmetric matrix are orthogonal. With a vector, Rayleigh's quotient xᵀAx/xᵀx, which is
/// the eigenvalue if x is an eigenvector.
#[derive(Debug, Tool)]
#[tool(
    name = "eigen",
    chapter = "Linear algebra",
    aliases("eigenvalues", "eigenvectors", "rayleigh quotient", "singular matrix")
)]
pub struct EigenTool {
    /// The matrix A.
    matrix: Matrix,
    /// A vector x, for Rayleigh's quotient.
    vector: Option<Vec<f64>>,
}

impl Tool for EigenTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let eigen = GeneralEigen::new(&self.matrix)?;
        let mut solution = WorkedSolution::by("Ax = λx");
        let size = eigen.real.len();
        let complex = |re: f64, im: f64| match im {
            0.0 => in_digits(re),
            im => format!("{} {} {}i", in_digits(re), if im < 0.0 { "−" } else { "+" }, in_digits(im.abs())),
        };
        let rows = (0..size).map(|j| {
            let vector =
                (0..size).map(|i| complex(eigen.vectors_real.at(i, j), eigen.vectors_imaginary.at(i, j)));
            let vector = format!("({})", vector.collect::<Vec<_>>().join(", "));
            vec![AnswerValue::from(complex(eigen.real[j], eigen.imaginary[j])), AnswerValue::from(vector)]
        });
        let rows = rows.collect();
        solution.table("pairs", &["eigenvalue", "eigenvector"], rows);
        solution.value("values", eigen.real.clone().into());
        solution.value("imaginary", eigen.imaginary.clone().into());
        solution.value("vectors", eigen.vectors_real.transpose().to_rows().into());
        solution.labeled("real", "all eigenvalues are real", eigen.is_real());
        solution.labeled("singular", "singular", eigen.is_singular(1e-12));
        let is_symmetric = self.matrix.is_symmetric(1e-12);
        solution.labeled("symmetric", "symmetric (orthogonal eigenvectors)", is_symmetric);
        if let Some(vector) = &self.vector {
            let quotient = rayleigh_quotient(&self.matrix, vector)?;
            solution.formula("R(x) = xᵀAx/xᵀx");
            solution.labeled("rayleigh_quotient", "Rayleigh's quotient", quotient);
        }
        Ok(solution)
    }
}
