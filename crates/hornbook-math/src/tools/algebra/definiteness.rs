//! Is a matrix positive definite?

use crate::algebra::definiteness::{Definiteness, by_eigenvalues, by_factor, by_form};
use crate::matrix::Matrix;
use hornbook_core::{Result, Run, Tool, WorkedSolution, in_digits, listed};

/// Positive (semi)definite matrix, by three equivalent tests: the least eigenvalue, the least value of xᵀMx over unit vectors, and a
/// factor B with M = BᵀB.
#[derive(Debug, Tool)]
#[tool(
    name = "definiteness",
    chapter = "Linear algebra",
    aliases("positive semidefinite", "positive definite", "psd")
)]
pub struct DefinitenessTool {
    /// A symmetric matrix M.
    matrix: Matrix,
}

fn in_words(definiteness: Definiteness) -> &'static str {
    match definiteness {
        Definiteness::Definite => "positive definite",
        Definiteness::Semidefinite => "positive semidefinite",
        Definiteness::No => "not positive semidefinite",
    }
}

impl Tool for DefinitenessTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let (eigen, form, factor) =
            (by_eigenvalues(&self.matrix)?, by_form(&self.matrix)?, by_factor(&self.matrix)?);
        let mut solution = WorkedSolution::by("all eigenvalues ≥ 0  ⇔  xᵀMx ≥ 0 for all x  ⇔  M = BᵀB");
        solution.labeled("by_eigenvalues", "by eigenvalues", in_words(eigen.definiteness));
        solution.labeled("least_eigenvalue", "least eigenvalue", eigen.least_eigenvalue);
        solution.labeled("by_form", "by the form", in_words(form.definiteness));
        solution.labeled("least_value", "least xᵀMx of a unit vector", form.value);
        solution.labeled("vector", "at x", form.vector.clone());
        solution.labeled("by_factor", "by a factor", in_words(factor.definiteness));
        if let Some(factor) = &factor.factor {
            solution.labeled("factor", "B", factor);
        }
        if eigen.definiteness == Definiteness::No {
            solution.say(format!(
                "x = ({}) gives xᵀMx = {} < 0",
                listed(&form.vector),
                in_digits(form.value)
            ));
        }
        Ok(solution)
    }
}
