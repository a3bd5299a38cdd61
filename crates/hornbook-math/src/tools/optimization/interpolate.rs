//! A polynomial through all points.

use crate::interpolate::InterpolatingPolynomial;
use hornbook_core::{AnswerValue, Result, Run, Tool, WorkedSolution, same_length};

/// Polynomial interpolation: the polynomial of degree N − 1 through N points, and its values; outside of the points it is an
/// extrapolation, which is flagged.
#[derive(Debug, Tool)]
#[tool(
    name = "interpolate",
    chapter = "Optimization",
    aliases("polynomial interpolation", "lagrange polynomial", "divided differences", "extrapolation")
)]
pub struct InterpolateTool {
    /// Where the points are.
    x: Vec<f64>,
    /// Their heights.
    y: Vec<f64>,
    /// Where to evaluate the polynomial.
    at: Option<Vec<f64>>,
}

impl Tool for InterpolateTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        same_length(("x", self.x.len()), ("y", self.y.len()))?;
        let polynomial = InterpolatingPolynomial::through(&self.x, &self.y)?;
        let mut solution = WorkedSolution::by("p(x) = Σ cₖ xᵏ, of degree N − 1");
        solution.labeled("coefficients", "coefficients of 1, x, x², …", polynomial.coefficients());
        solution.labeled(
            "divided_differences",
            "Newton's divided differences",
            polynomial.divided_differences(),
        );
        if let Some(points) = &self.at {
            let rows = points.iter().map(|&x| {
                let kind = if polynomial.is_inside(x) { "interpolation" } else { "extrapolation" };
                vec![AnswerValue::from(x), AnswerValue::from(polynomial.value(x)), AnswerValue::from(kind)]
            });
            solution.table("at", &["x", "value", "kind"], rows.collect());
            if points.iter().any(|&x| !polynomial.is_inside(x)) {
                solution.say("beyond the points the polynomial is an extrapolation, which may be far off");
            }
        }
        Ok(solution)
    }
}
