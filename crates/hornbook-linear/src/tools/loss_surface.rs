//! The squared errors of lines.

use crate::loss_surface::LossSurface;
use hornbook_core::{AnswerValue, Error, Result, Run, Tool, WorkedSolution, in_digits, same_length};
use hornbook_math::interpolate::equidistant_points;

/// Loss surface of simple linear regression: the sum of squared errors of lines over a grid of intercepts and slopes, which is convex,
/// and its lowest point beside the least-squares line.
#[derive(Debug, Tool)]
#[tool(name = "loss-surface", chapter = "Linear models", aliases("sum of squares of a line", "l2 loss grid"))]
pub struct LossSurfaceTool {
    /// Inputs.
    x: Vec<f64>,
    /// Targets.
    y: Vec<f64>,
    /// First and last intercept w₀ of the grid.
    #[param(default = vec![-1.0, 1.0])]
    intercepts: Vec<f64>,
    /// First and last slope w₁ of the grid.
    #[param(default = vec![-1.0, 1.0])]
    slopes: Vec<f64>,
    /// Points along each side of the grid.
    #[param(default = 5, range = "2..=1000")]
    points: usize,
}

impl Tool for LossSurfaceTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        same_length(("x", self.x.len()), ("y", self.y.len()))?;
        let grid = |name: &str, ends: &[f64]| match ends {
            &[low, high] => Ok(equidistant_points(low, high, self.points)),
            _ => Err(Error::data(
                format!("'{name}' has {} numbers", ends.len()),
                "give the first and the last",
            )),
        };
        let surface = LossSurface::new(
            &self.x,
            &self.y,
            grid("intercepts", &self.intercepts)?,
            grid("slopes", &self.slopes)?,
        )?;
        let mut solution = WorkedSolution::by("Loss(w₀, w₁) = Σ (y − (w₁ x + w₀))²");
        let names: Vec<String> =
            surface.slopes().iter().map(|slope| format!("w₁={}", in_digits(*slope))).collect();
        let columns: Vec<&str> = ["w₀"].into_iter().chain(names.iter().map(String::as_str)).collect();
        let rows = surface.intercepts().iter().enumerate().map(|(i, intercept)| {
            let losses = (0..surface.slopes().len()).map(|j| AnswerValue::from(surface.loss(i, j)));
            [AnswerValue::from(*intercept)].into_iter().chain(losses).collect()
        });
        solution.table("surface", &columns, rows.collect());
        let (i, j) = surface.lowest();
        solution.labeled("intercept", "lowest point of the grid: w₀", surface.intercepts()[i]);
        solution.labeled("slope", "w₁", surface.slopes()[j]);
        solution.labeled("loss", "its loss", surface.loss(i, j));
        let n = self.x.len() as f64;
        let (mean_x, mean_y) = (self.x.iter().sum::<f64>() / n, self.y.iter().sum::<f64>() / n);
        let spread: f64 = self.x.iter().map(|x| (x - mean_x).powi(2)).sum();
        if spread > 0.0 {
            let slope =
                self.x.iter().zip(&self.y).map(|(x, y)| (x - mean_x) * (y - mean_y)).sum::<f64>() / spread;
            let least = LossSurface::new(&self.x, &self.y, vec![mean_y - slope * mean_x], vec![slope])?;
            solution.labeled("best_intercept", "least squares: w₀", mean_y - slope * mean_x);
            solution.labeled("best_slope", "w₁", slope);
            solution.labeled("best_loss", "its loss", least.loss(0, 0));
        }
        Ok(solution)
    }
}
