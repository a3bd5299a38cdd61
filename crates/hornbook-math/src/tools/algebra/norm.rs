//! Norms, and whether a formula is one.

use crate::algebra::norms::{
    check_norm, induced_norm, norm_1, norm_2, norm_frobenius, norm_infinity, p_norm,
};
use crate::algebra::vectors::minus;
use crate::function::ScalarFunction;
use crate::matrix::Matrix;
use crate::optimize::Objective;
use hornbook_core::{Error, FormulaText, Result, Run, Tool, WorkedSolution, in_digits, listed};

/// Norms of a vector (1, 2, ∞, any p, or induced by a dot product), the distances they induce, norms of a matrix, and a check of the
/// norm axioms for a formula of yours.
///
/// A formula is tried on the axes and on random vectors: a counterexample disproves it, finding none proves nothing.
#[derive(Debug, Tool)]
#[tool(
    name = "norm",
    chapter = "Linear algebra",
    aliases("p-norm", "norm axioms", "induced metric", "frobenius norm", "euclidean length"),
    random
)]
pub struct NormTool {
    /// A vector.
    vector: Option<Vec<f64>>,
    /// Order p of the norm (Σ|xᵢ|ᵖ)^(1/p).
    #[param(default = 3.0, range = "1..")]
    p: f64,
    /// Another vector, for the distances.
    other: Option<Vec<f64>>,
    /// Symmetric matrix M of a dot product xᵀMy, which induces the norm √(xᵀMx).
    product: Option<Matrix>,
    /// A matrix, for its norms.
    matrix: Option<Matrix>,
    /// A candidate norm to be checked: a formula of x1, x2, …, like |x1| + 2*|x2|.
    formula: Option<FormulaText>,
    /// Number of random pairs of vectors that the axioms are tried on.
    #[param(default = 1000, range = "1..=1000000")]
    trials: usize,
}

impl Tool for NormTool {
    type Report = WorkedSolution;

    fn compute(&self, run: &Run) -> Result<WorkedSolution> {
        let mut solution = WorkedSolution::new();
        if self.vector.is_none() && self.matrix.is_none() && self.formula.is_none() {
            return Err(Error::data(
                "there is nothing to take the norm of",
                "give --vector, --matrix or --formula",
            ));
        }
        if let Some(vector) = &self.vector {
            solution.formula("‖x‖ₚ = (Σ |xᵢ|ᵖ)^(1/p)");
            self.of_vector(&mut solution, "", "", vector)?;
            if let Some(other) = &self.other {
                self.of_vector(&mut solution, "distance_", "distance, ", &minus(vector, other)?)?;
            }
        }
        if let Some(matrix) = &self.matrix {
            solution.labeled("matrix_norm_1", "largest column sum ‖M‖₁", norm_1(matrix));
            solution.labeled("matrix_norm_2", "largest singular value ‖M‖₂", norm_2(matrix)?);
            solution.labeled("matrix_norm_infinity", "largest row sum ‖M‖∞", norm_infinity(matrix));
            solution.labeled("matrix_norm_frobenius", "Frobenius norm", norm_frobenius(matrix));
        }
        if let Some(formula) = &self.formula {
            self.axioms(&mut solution, &formula.0, run)?;
        }
        Ok(solution)
    }
}

impl NormTool {
    fn of_vector(&self, solution: &mut WorkedSolution, prefix: &str, words: &str, x: &[f64]) -> Result<()> {
        let name = |norm: &str| format!("{prefix}{norm}");
        solution.labeled(&name("norm_1"), &format!("{words}‖x‖₁"), p_norm(x, 1.0)?);
        solution.labeled(&name("norm_2"), &format!("{words}‖x‖₂"), p_norm(x, 2.0)?);
        solution.labeled(
            &name("norm_p"),
            &format!("{words}‖x‖ for p = {}", in_digits(self.p)),
            p_norm(x, self.p)?,
        );
        solution.labeled(&name("norm_infinity"), &format!("{words}‖x‖∞"), p_norm(x, f64::INFINITY)?);
        if let Some(product) = &self.product {
            solution.labeled(&name("induced_norm"), &format!("{words}√(xᵀMx)"), induced_norm(x, product)?);
        }
        Ok(())
    }

    fn axioms(&self, solution: &mut WorkedSolution, formula: &str, run: &Run) -> Result<()> {
        let function = ScalarFunction::parse(formula)?;
        if function.dimension() == 0 {
            return Err(Error::data(
                format!("the formula '{formula}' has no variable"),
                "write it with x1, x2, …",
            ));
        }
        let found = check_norm(|x| function.value(x), function.dimension(), self.trials, run.root_seed());
        solution.formula("‖x‖ > 0 for x ≠ 0, ‖ax‖ = |a| ‖x‖, ‖x + y‖ ≤ ‖x‖ + ‖y‖");
        solution.labeled("positive", "positive definite", found.not_positive.is_none());
        solution.labeled("homogeneous", "homogeneous", found.not_homogeneous.is_none());
        solution.labeled("triangle", "triangle inequality", found.breaks_triangle.is_none());
        solution.labeled("holds", "a norm, as far as was tried", found.holds());
        if let Some(x) = &found.not_positive {
            solution.say(format!(
                "the norm of ({}) is {}, which is not positive",
                listed(x),
                in_digits(function.value(x))
            ));
        }
        if let Some((x, factor)) = &found.not_homogeneous {
            let scaled: Vec<f64> = x.iter().map(|value| value * factor).collect();
            solution.say(format!(
                "x = ({}) has norm {} and {}x has {}, not {} times as much",
                listed(x),
                in_digits(function.value(x)),
                in_digits(*factor),
                in_digits(function.value(&scaled)),
                in_digits(factor.abs())
            ));
        }
        if let Some((x, y)) = &found.breaks_triangle {
            let sum: Vec<f64> = x.iter().zip(y).map(|(a, b)| a + b).collect();
            solution.say(format!(
                "x = ({}) and y = ({}) have norms {} and {}, but x + y has {}",
                listed(x),
                listed(y),
                in_digits(function.value(x)),
                in_digits(function.value(y)),
                in_digits(function.value(&sum))
            ));
        }
        Ok(())
    }
}
