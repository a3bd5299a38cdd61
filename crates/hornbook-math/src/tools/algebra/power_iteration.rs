//! The top eigenvector, step by step.

use crate::algebra::PowerIteration;
use crate::algebra::deflation::WhichEigenvalue;
use crate::matrix::Matrix;
use hornbook_core::{Choice, Result, Run, Tool, WorkedSolution, in_digits, listed};

/// Which eigenvalue a power iteration looks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum SoughtEigenvalue {
    /// The one of largest size.
    Dominant,
    /// The largest one, which maximizes Rayleigh's quotient.
    Largest,
    /// The smallest one, which minimizes Rayleigh's quotient.
    Smallest,
}

/// Power iteration: the eigenvector of the largest eigenvalue of a symmetric matrix, by multiplying and normalizing again and again;
/// Rayleigh's quotient rises to the eigenvalue.
#[derive(Debug, Tool)]
#[tool(
    name = "power-iteration",
    chapter = "Linear algebra",
    aliases("top eigenvector", "dominant eigenvalue")
)]
pub struct PowerIterationTool {
    /// A symmetric matrix.
    matrix: Matrix,
    /// Which eigenvalue to look for.
    #[param(default = SoughtEigenvalue::Largest)]
    sought: SoughtEigenvalue,
    /// Vector to start from.
    start: Option<Vec<f64>>,
    /// Most steps.
    #[param(default = 10000, range = "1..")]
    max_steps: usize,
    /// The vector changes no more than this when it has converged.
    #[param(default = 1e-12, range = ">0..")]
    tolerance: f64,
}

/// Steps that are shown.
const MOST_STEPS: usize = 50;

impl Tool for PowerIterationTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let sought = match self.sought {
            SoughtEigenvalue::Dominant => WhichEigenvalue::Dominant,
            SoughtEigenvalue::Largest => WhichEigenvalue::Largest,
            SoughtEigenvalue::Smallest => WhichEigenvalue::Smallest,
        };
        let method = PowerIteration {
            sought,
            start: self.start.clone(),
            tolerance: self.tolerance,
            max_steps: self.max_steps,
        };
        let mut solution = WorkedSolution::by("x ← Ax/‖Ax‖, λ = xᵀAx/xᵀx");
        let found = method.run(&self.matrix, |step, quotient, x| {
            if step <= MOST_STEPS {
                solution.step(format!("step {step}: λ = {}, x = ({})", in_digits(quotient), listed(x)));
            }
        })?;
        solution.labeled("value", "eigenvalue", found.value);
        solution.labeled("vector", "eigenvector", found.vector);
        solution.result("iterations", found.steps);
        solution.result("converged", found.converged);
        Ok(solution)
    }
}
