//! Spans, bases and coordinates.

use crate::algebra::spaces::{are_independent, combination, coordinates, dimension, in_span, is_basis};
use crate::matrix::Matrix;
use hornbook_core::{Result, Run, Tool, WorkedSolution};

/// Vector space spanned by some vectors: linear independence, dimension, whether they are a basis; whether a vector is in the span,
/// its coordinates, and linear combinations.
#[derive(Debug, Tool)]
#[tool(
    name = "vector-space",
    chapter = "Linear algebra",
    aliases("span", "basis", "linear independence", "linear combination", "coordinates")
)]
pub struct VectorSpaceTool {
    /// Vectors, a row each.
    vectors: Matrix,
    /// A vector to look for in the span.
    vector: Option<Vec<f64>>,
    /// Coefficients of a linear combination.
    coefficients: Option<Vec<f64>>,
}

impl Tool for VectorSpaceTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let vectors = self.vectors.to_rows();
        let mut solution = WorkedSolution::by("span = {Σ λᵢ vᵢ}; independent if only λ = 0 gives 0");
        let basis = is_basis(&vectors)?;
        solution.result("independent", are_independent(&vectors)?);
        solution.labeled("dimension", "dimension of the span", dimension(&vectors)?);
        solution.labeled("basis", "basis of the whole space", basis);
        if let Some(coefficients) = &self.coefficients {
            solution.labeled("combination", "linear combination", combination(coefficients, &vectors)?);
        }
        if let Some(vector) = &self.vector {
            let found = in_span(vector, &vectors)?;
            solution.labeled("in_span", "the vector is in the span", found.is_some());
            if basis {
                solution.labeled("coordinates", "coordinates in the basis", coordinates(vector, &vectors)?);
            } else if let Some(weights) = found {
                solution.labeled("coordinates", "coefficients", weights);
            }
        }
        Ok(solution)
    }
}
