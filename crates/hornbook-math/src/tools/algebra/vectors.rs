//! Sums, products, lengths and angles of vectors.

use crate::algebra::vectors::{
    angle, are_orthogonal, are_orthonormal, cosine, distance, dot, gram_schmidt, length_along, minus, norm,
    plus, projection,
};
use crate::algebra::{definiteness::Definiteness, definiteness::by_eigenvalues};
use crate::matrix::Matrix;
use hornbook_core::{Error, Result, Run, Tool, WorkedSolution, in_digits, listed};

/// How far from orthogonal two vectors may be, as a cosine.
const TOLERANCE: f64 = 1e-10;

/// Two vectors: sum, difference, dot product, lengths, angle, orthogonality, and the projection of the one on the other; or a set of
/// vectors: is it orthonormal, and an orthonormal basis of its span (Gram–Schmidt).
#[derive(Debug, Tool)]
#[tool(
    name = "vectors",
    chapter = "Linear algebra",
    aliases("dot product", "inner product", "angle", "projection", "orthogonality", "gram-schmidt")
)]
pub struct VectorsTool {
    /// First vector.
    x: Option<Vec<f64>>,
    /// Second vector.
    y: Option<Vec<f64>>,
    /// Symmetric matrix M of another dot product ⟨x, y⟩ = xᵀMy.
    product: Option<Matrix>,
    /// A set of vectors, a row each, in place of x and y.
    set: Option<Matrix>,
}

impl Tool for VectorsTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        match (&self.x, &self.y, &self.set) {
            (Some(x), Some(y), None) => self.pair(x, y),
            (None, None, Some(set)) => of_set(set),
            _ => Err(Error::data(
                "two vectors or a set of vectors are needed",
                "give --x 1,2 and --y 3,4, or --set '1,0;0,1'",
            )),
        }
    }
}

impl VectorsTool {
    fn pair(&self, x: &[f64], y: &[f64]) -> Result<WorkedSolution> {
        let mut solution = WorkedSolution::by("⟨x, y⟩ = Σ xᵢyᵢ, ‖x‖ = √⟨x, x⟩, cos φ = ⟨x, y⟩/(‖x‖ ‖y‖)");
        let inner = dot(x, y)?;
        let terms: Vec<String> =
            x.iter().zip(y).map(|(a, b)| format!("{}·{}", in_digits(*a), in_digits(*b))).collect();
        solution.step(format!("⟨x, y⟩ = {} = {}", terms.join(" + "), in_digits(inner)));
        solution.labeled("sum", "x + y", plus(x, y)?);
        solution.labeled("difference", "x − y", minus(x, y)?);
        solution.labeled("dot", "⟨x, y⟩", inner);
        solution.labeled("norm_x", "‖x‖", norm(x));
        solution.labeled("norm_y", "‖y‖", norm(y));
        solution.labeled("distance", "‖x − y‖", distance(x, y)?);
        solution.result("orthogonal", are_orthogonal(x, y, TOLERANCE)?);
        if norm(x) > 0.0 && norm(y) > 0.0 {
            let radians = angle(x, y)?;
            solution.labeled("cosine", "cos φ", cosine(x, y)?);
            solution.labeled("angle", "angle φ (radians)", radians);
            solution.labeled("degrees", "angle φ (degrees)", radians.to_degrees());
        }
        if norm(y) > 0.0 {
            solution.step(format!(
                "length of x along y: ⟨x, y⟩/‖y‖ = {}/{}",
                in_digits(inner),
                in_digits(norm(y))
            ));
            solution.labeled("length_along", "length of x along y", length_along(x, y)?);
            solution.labeled("projection", "projection of x on y", projection(x, y)?);
        }
        if let Some(product) = &self.product {
            let kind = by_eigenvalues(product)?.definiteness;
            let value = dot(x, &product.times(y)?)?;
            solution.labeled("product", "xᵀMy", value);
            solution.labeled(
                "is_dot_product",
                "xᵀMy is a dot product (M positive definite)",
                kind == Definiteness::Definite,
            );
        }
        Ok(solution)
    }
}

fn of_set(set: &Matrix) -> Result<WorkedSolution> {
    let vectors = set.to_rows();
    let mut solution = WorkedSolution::by("⟨vᵢ, vⱼ⟩ = 1 if i = j, else 0");
    let gram = set.product(&set.transpose())?;
    solution.labeled("gram", "dot products", &gram);
    solution.result("orthonormal", are_orthonormal(&vectors, TOLERANCE)?);
    let pairs = (0..vectors.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    let mut orthogonal = true;
    for (i, j) in pairs {
        orthogonal &= are_orthogonal(&vectors[i], &vectors[j], TOLERANCE)?;
    }
    solution.result("orthogonal", orthogonal);
    let basis = gram_schmidt(&vectors)?;
    for (at, vector) in basis.iter().enumerate() {
        solution.step(format!("u{} = ({})", at + 1, listed(vector)));
    }
    solution.labeled("basis", "orthonormal basis of the span (Gram–Schmidt)", basis);
    Ok(solution)
}
