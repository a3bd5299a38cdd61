//! Derivatives of forms of matrices.

use crate::algebra::derivatives::{
    gradient_of_bilinear, gradient_of_determinant, gradient_of_quadratic, gradient_of_square,
    gradient_of_trace, jacobian_of_product,
};
use crate::algebra::determinant;
use crate::algebra::vectors::inner;
use crate::matrix::Matrix;
use hornbook_core::{Choice, Error, Result, Run, Tool, WorkedSolution};

/// A form whose derivative is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum MatrixForm {
    /// Mx by x: the Jacobian is M.
    Product,
    /// yᵀMx by x: Mᵀy.
    Bilinear,
    /// xᵀMx by x: (M + Mᵀ)x, which is 2Mx for a symmetric M.
    Quadratic,
    /// xᵀx by x: 2x.
    Square,
    /// tr(ABC) by B: (CA)ᵀ; A is the matrix, C the second one.
    Trace,
    /// det(A) by A: det(A) A⁻ᵀ.
    Determinant,
}

/// Derivatives of linear and quadratic forms, traces and determinants of matrices, with a check by numerical differences.
#[derive(Debug, Tool)]
#[tool(
    name = "matrix-derivative",
    chapter = "Linear algebra",
    aliases("matrix calculus", "gradient of a quadratic form", "jacobian")
)]
pub struct MatrixDerivativeTool {
    /// Which form.
    #[param(default = MatrixForm::Quadratic)]
    form: MatrixForm,
    /// The matrix M (or A).
    matrix: Option<Matrix>,
    /// The second matrix, C of a trace.
    second: Option<Matrix>,
    /// The matrix B at which the derivative of a trace is checked.
    at: Option<Matrix>,
    /// The vector x.
    x: Option<Vec<f64>>,
    /// The vector y of a bilinear form.
    y: Option<Vec<f64>>,
}

/// The derivative of a function of a list of numbers by central differences.
fn by_differences(f: impl Fn(&[f64]) -> Result<f64>, x: &[f64]) -> Result<Vec<f64>> {
    let mut moved = x.to_vec();
    let mut derivative = Vec::with_capacity(x.len());
    for (at, &value) in x.iter().enumerate() {
        let step = f64::EPSILON.cbrt() * value.abs().max(1.0);
        moved[at] = value + step;
        let above = f(&moved)?;
        moved[at] = value - step;
        let below = f(&moved)?;
        moved[at] = value;
        derivative.push((above - below) / (2.0 * step));
    }
    Ok(derivative)
}

impl Tool for MatrixDerivativeTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let need = |what: &str| {
            Error::data(format!("the {} form needs '{what}'", self.form.name()), format!("give --{what}"))
        };
        let matrix = || self.matrix.as_ref().ok_or_else(|| need("matrix"));
        let x = || self.x.as_deref().ok_or_else(|| need("x"));
        let mut solution = WorkedSolution::new();
        let (exact, differences) = match self.form {
            MatrixForm::Product => {
                let m = matrix()?;
                solution.formula("∂(Mx)/∂x = M");
                let jacobian = jacobian_of_product(m);
                solution.labeled("derivative", "Jacobian", &jacobian);
                let at = self.x.clone().unwrap_or_else(|| vec![1.0; m.columns()]);
                let mut rows = Vec::new();
                for i in 0..m.rows() {
                    rows.extend(by_differences(|x| Ok(m.times(x)?[i]), &at)?);
                }
                (jacobian.into_values(), rows)
            }
            MatrixForm::Bilinear => {
                let (m, x) = (matrix()?, x()?);
                let y = self.y.as_deref().ok_or_else(|| need("y"))?;
                solution.formula("∂(yᵀMx)/∂x = Mᵀy");
                let gradient = gradient_of_bilinear(m, y)?;
                solution.labeled("derivative", "gradient", gradient.clone());
                (gradient, by_differences(|x| Ok(inner(y, &m.times(x)?)), x)?)
            }
            MatrixForm::Quadratic => {
                let (m, x) = (matrix()?, x()?);
                solution.formula("∂(xᵀMx)/∂x = (M + Mᵀ)x");
                let gradient = gradient_of_quadratic(m, x)?;
                solution.labeled("value", "xᵀMx", inner(x, &m.times(x)?));
                solution.labeled("derivative", "gradient", gradient.clone());
                (gradient, by_differences(|x| Ok(inner(x, &m.times(x)?)), x)?)
            }
            MatrixForm::Square => {
                let x = x()?;
                solution.formula("∂(xᵀx)/∂x = 2x");
                let gradient = gradient_of_square(x);
                solution.labeled("derivative", "gradient", gradient.clone());
                (gradient, by_differences(|x| Ok(inner(x, x)), x)?)
            }
            MatrixForm::Trace => {
                let a = matrix()?;
                let c = self.second.as_ref().ok_or_else(|| need("second"))?;
                solution.formula("∂tr(ABC)/∂B = (CA)ᵀ");
                let gradient = gradient_of_trace(a, c)?;
                solution.labeled("derivative", "gradient", &gradient);
                let (rows, columns) = (gradient.rows(), gradient.columns());
                let at = self
                    .at
                    .clone()
                    .unwrap_or_else(|| Matrix::from_fn(rows, columns, |i, j| (1 + i + j) as f64));
                let trace =
                    |b: &[f64]| a.product(&Matrix::new(rows, columns, b.to_vec())?)?.product(c)?.trace();
                (gradient.into_values(), by_differences(trace, at.values())?)
            }
            MatrixForm::Determinant => {
                let a = matrix()?;
                solution.formula("∂det(A)/∂A = det(A) A⁻ᵀ");
                let gradient = gradient_of_determinant(a)?;
                solution.labeled("value", "det(A)", determinant(a)?);
                solution.labeled("derivative", "gradient", &gradient);
                let size = a.rows();
                let value = |b: &[f64]| determinant(&Matrix::new(size, size, b.to_vec())?);
                (gradient.into_values(), by_differences(value, a.values())?)
            }
        };
        let gap = exact.iter().zip(&differences).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        let scale = exact.iter().fold(1.0, |largest: f64, x| largest.max(x.abs()));
        solution.labeled("difference", "largest gap to numerical differences", gap);
        solution.labeled("agrees", "agrees with numerical differences", gap <= 1e-6 * scale);
        Ok(solution)
    }
}
