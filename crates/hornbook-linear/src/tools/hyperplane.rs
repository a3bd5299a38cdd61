//! A linear discriminant and its geometry.

use super::equation;
use crate::geometry::{Hyperplane, Side};
use hornbook_core::{AnswerValue, Error, Result, Run, Tool, WorkedSolution, in_digits, listed, same_length};
use hornbook_data::Matrix;

/// Hyperplane g(x) = wᵀx + w₀: on which side points are, their distances and projections, functional and geometric margins of labeled
/// points, the canonical form, and the augmented vectors that fold the bias in.
///
/// The normal w is orthogonal to the hyperplane; a point is of class 1 if g(x) ≥ 0. The sign of w₀ says on which side the origin is.
#[derive(Debug, Tool)]
#[tool(
    name = "hyperplane",
    chapter = "Linear models",
    aliases(
        "linear discriminant",
        "decision boundary of a line",
        "margin",
        "augmented vectors",
        "bias trick",
        "linear separator",
        "canonical hyperplane"
    )
)]
pub struct HyperplaneTool {
    /// Normal w.
    weights: Vec<f64>,
    /// Offset w₀ (bias, minus the threshold).
    #[param(default = 0.0)]
    offset: f64,
    /// Points, a row each.
    points: Option<Matrix>,
    /// Class of each point: 1 where it should be above the hyperplane, −1 (or 0) where below.
    labels: Option<Vec<f64>>,
}

impl Tool for HyperplaneTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let plane = Hyperplane::new(self.weights.clone(), self.offset)?;
        let length = self.weights.iter().map(|w| w * w).sum::<f64>().sqrt();
        let mut solution =
            WorkedSolution::by("g(x) = wᵀx + w₀, distance r = g(x)/‖w‖, projection x − r w/‖w‖");
        solution.labeled("equation", "hyperplane", format!("{} = 0", equation(&self.weights, self.offset)));
        solution.labeled("norm", "‖w‖", length);
        solution.labeled("origin_distance", "distance of the origin w₀/‖w‖", plane.distance_of_origin());
        solution.labeled("augmented_weights", "augmented weights (w₀, w)", plane.augmented());
        let Some(points) = &self.points else { return Ok(solution) };
        let mut rows = Vec::new();
        let (mut values, mut augmented) = (Vec::new(), Vec::new());
        for at in 0..points.rows() {
            let point = points.row(at);
            let value = plane.value(point)?;
            let side = match plane.side(point)? {
                Side::Below => "below",
                Side::On => "on",
                Side::Above => "above",
            };
            let extended = Hyperplane::augmented_point(point);
            let products: Vec<String> = plane
                .augmented()
                .iter()
                .zip(&extended)
                .map(|(w, x)| format!("{}·{}", in_digits(*w), in_digits(*x)))
                .collect();
            solution.step(format!("g({}) = {} = {}", listed(point), products.join(" + "), in_digits(value)));
            values.push(value);
            augmented.push(extended);
            rows.push(vec![
                AnswerValue::from(format!("({})", listed(point))),
                AnswerValue::from(value),
                AnswerValue::from(plane.distance(point)?),
                AnswerValue::from(side),
                AnswerValue::from(f64::from(value >= 0.0)),
                AnswerValue::from(format!("({})", listed(&plane.projection(point)?))),
            ]);
        }
        solution.table("points", &["point", "g(x)", "distance", "side", "class", "projection"], rows);
        solution.value("values", values.into());
        solution.labeled("augmented_points", "augmented points (1, x)", augmented);
        if let Some(labels) = &self.labels {
            self.margins(&mut solution, &plane, points, labels)?;
        }
        Ok(solution)
    }
}

impl HyperplaneTool {
    fn margins(
        &self,
        solution: &mut WorkedSolution,
        plane: &Hyperplane,
        points: &Matrix,
        labels: &[f64],
    ) -> Result<()> {
        same_length(("labels", labels.len()), ("points", points.rows()))?;
        if let Some(odd) = labels.iter().find(|label| ![1.0, -1.0, 0.0].contains(*label)) {
            return Err(Error::data(format!("a label is {odd}"), "give 1, and −1 or 0"));
        }
        let is_above: Vec<bool> = labels.iter().map(|label| *label > 0.0).collect();
        let rows = points.to_rows();
        let functional = plane.functional_margin(&rows, &is_above)?;
        solution.formula("functional margin ρ = min yᵢ g(xᵢ), geometric margin ρ/‖w‖");
        solution.labeled("functional_margin", "functional (confidence) margin", functional);
        solution.labeled("geometric_margin", "geometric margin", plane.geometric_margin(&rows, &is_above)?);
        solution.labeled("separates", "separates the points", functional > 0.0);
        if functional > 0.0 {
            let canonical = plane.canonical(&rows, &is_above)?;
            let length = canonical.normal().iter().map(|w| w * w).sum::<f64>().sqrt();
            solution.labeled("canonical_weights", "canonical w (functional margin 1)", canonical.normal());
            solution.labeled("canonical_offset", "canonical w₀", canonical.offset());
            solution.labeled("canonical_margin", "margin 1/‖w‖", 1.0 / length);
        }
        Ok(())
    }
}
