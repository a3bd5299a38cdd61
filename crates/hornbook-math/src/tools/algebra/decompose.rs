//! Decompositions of a matrix.

use crate::algebra::{Cholesky, Lu, PivotedQr, Svd, SymmetricEigen};
use crate::matrix::Matrix;
use hornbook_core::{Choice, Error, Result, Run, Tool, WorkedSolution};

/// A decomposition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum Decomposition {
    /// Eigendecomposition A = VΛVᵀ of a symmetric matrix.
    Eigen,
    /// Singular value decomposition A = UΣVᵀ.
    Svd,
    /// QR decomposition with column pivoting, AP = QR.
    Qr,
    /// Cholesky decomposition A = LLᵀ of a symmetric positive definite matrix.
    Cholesky,
}

/// Decomposition of a matrix: eigendecomposition, singular values, QR or Cholesky.
///
/// With a vector, the eigendecomposition shows its coordinates in the eigenbasis and how the matrix stretches it there.
#[derive(Debug, Tool)]
#[tool(
    name = "decompose",
    chapter = "Linear algebra",
    aliases(
        "eigendecomposition",
        "svd",
        "singular value decomposition",
        "qr",
        "cholesky",
        "spectral decomposition"
    )
)]
pub struct DecomposeTool {
    /// The matrix A.
    matrix: Matrix,
    /// Which decomposition.
    #[param(default = Decomposition::Eigen)]
    method: Decomposition,
    /// A vector to represent in the eigenbasis and to stretch.
    vector: Option<Vec<f64>>,
}

impl Tool for DecomposeTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let a = &self.matrix;
        let mut solution = WorkedSolution::new();
        match self.method {
            Decomposition::Eigen => {
                if !a.is_symmetric(1e-10) {
                    return Err(Error::data(
                        "the matrix is not symmetric",
                        "use `eigen` for its eigenvalues, or --method svd",
                    ));
                }
                let eigen = SymmetricEigen::new(a)?;
                solution.formula("A = VΛVᵀ, VᵀAV = Λ");
                solution.labeled("values", "eigenvalues Λ", eigen.values.clone());
                solution.labeled("vectors", "eigenvectors, the columns of V", &eigen.vectors);
                if let Some(vector) = &self.vector {
                    let (coordinates, stretched) = eigen.stretch(vector)?;
                    let scaled: Vec<f64> =
                        coordinates.iter().zip(&eigen.values).map(|(c, value)| c * value).collect();
                    solution.formula("Ax = V Λ (Vᵀx): each coordinate is stretched by its eigenvalue");
                    solution.labeled("coordinates", "coordinates in the eigenbasis, Vᵀx", coordinates);
                    solution.labeled("scaled", "stretched there, ΛVᵀx", scaled);
                    solution.labeled("image", "in the standard basis, Ax", stretched);
                }
            }
            Decomposition::Svd => {
                let svd = Svd::new(a)?;
                solution.formula("A = UΣVᵀ");
                solution.labeled("values", "singular values Σ", svd.values.clone());
                solution.labeled("u", "U", &svd.u);
                solution.labeled("v", "V", &svd.v);
                solution.result("rank", svd.rank());
                solution.labeled("condition_number", "condition number", svd.condition_number());
            }
            Decomposition::Qr => {
                let qr = PivotedQr::new(a)?;
                solution.formula("AP = QR");
                solution.labeled("q", "Q", &qr.q);
                solution.labeled("r", "R", &qr.r);
                solution.labeled(
                    "order",
                    "columns of A, in the order of P",
                    qr.order.iter().map(|&i| (i + 1) as f64).collect::<Vec<_>>(),
                );
                solution.result("rank", qr.rank());
            }
            Decomposition::Cholesky => {
                let cholesky = Cholesky::new(a)?;
                solution.formula("A = LLᵀ");
                solution.labeled("lower", "L", cholesky.lower());
                solution.labeled("log_determinant", "ln det A", cholesky.log_determinant());
                solution.labeled("determinant", "det A", Lu::new(a)?.determinant());
            }
        }
        Ok(solution)
    }
}
