//! Newton's method.

use super::{
    Iteration, Objective, OptimizeResult, StopReason, StoppingCriteria,
    line_search::Backtracking,
    progress::{SearchPoint, SearchProgress, largest},
};
use crate::{
    algebra::{Cholesky, SymmetricEigen, vectors::inner},
    matrix::Matrix,
};
use hornbook_core::{Error, Result};
use std::ops::ControlFlow;

/// Newton's method with a line search, for functions whose [`hessian`](Objective::hessian) is known.
///
/// Where the Hessian is not positive definite, the absolute curvature is used in each direction of its
/// own, so that steps go down there too; a stationary point with negative curvature in some direction is left in that direction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Newton {
    /// How lines are searched.
    pub line_search: Backtracking,
    /// When to end.
    pub limits: StoppingCriteria,
}

impl Default for Newton {
    fn default() -> Self {
        let limits = StoppingCriteria { max_steps: 200, ..StoppingCriteria::default() };
        Newton { line_search: Backtracking::default(), limits }
    }
}

impl Newton {
    /// Searches from a start; an error if the function has no second derivatives.
    pub fn minimize(
        &self,
        objective: &impl Objective,
        start: &[f64],
        observer: &mut dyn FnMut(&Iteration<'_>) -> ControlFlow<()>,
    ) -> Result<OptimizeResult> {
        let mut point = SearchPoint::start(objective, start)?;
        let mut progress = SearchProgress::new(self.limits, observer);
        let mut rate = 0.0;
        loop {
            let stop_reason = progress.report_point(&point, rate);
            if let Some(stop_reason) = stop_reason.filter(|&stop_reason| stop_reason != StopReason::Gradient)
            {
                return Ok(progress.minimum_at(point, stop_reason));
            }
            let hessian = objective.hessian(&point.x).ok_or_else(|| {
                Error::data(
                    "Newton's method needs second derivatives, and the function gives none",
                    "implement Objective::hessian, or use L-BFGS",
                )
            })?;
            let (direction, bends_down) = direction(&hessian, &point)?;
            let found = match stop_reason {
                Some(_) if !bends_down || !progress.may_go_on() => None,
                // A saddle has no gradient to measure a step by: any fall will do.
                Some(_) => lower(objective, &point, &direction),
                None => self.line_search.search(objective, &point, &direction, 1.0),
            };
            let Some((next, taken)) = found else {
                return Ok(progress.minimum_at(point, stop_reason.unwrap_or(StopReason::NoDescent)));
            };
            (point, rate) = (next, taken);
        }
    }
}

/// Newton's direction, and whether there is negative curvature.
fn direction(hessian: &Matrix, point: &SearchPoint) -> Result<(Vec<f64>, bool)> {
    let downhill: Vec<f64> = point.gradient.iter().map(|g| -g).collect();
    if let Ok(cholesky) = Cholesky::new(hessian) {
        return Ok((cholesky.solve(&downhill)?, false));
    }
    let eigen = SymmetricEigen::new(hessian)?;
    let scale = largest(&eigen.values).max(f64::MIN_POSITIVE);
    let floor = 1e-8 * scale;
    let mut coordinates = eigen.coordinates(&downhill)?;
    for (coordinate, value) in coordinates.iter_mut().zip(&eigen.values) {
        *coordinate /= value.abs().max(floor);
    }
    let least = eigen.values[eigen.values.len() - 1];
    let bends_down = least < -1e-10 * scale;
    if bends_down {
        // Along the most negative curvature, by about as much as the point is large.
        let last = eigen.values.len() - 1;
        let along = eigen.vectors.column(last);
        let sign = if inner(&along, &downhill) < 0.0 { -1.0 } else { 1.0 };
        let length = 0.1 * largest(&point.x).max(1.0);
        if coordinates[last].abs() < 1e-3 * length {
            coordinates[last] = sign * length;
        }
    }
    Ok((eigen.vectors.times(&coordinates)?, bends_down))
}

fn lower(objective: &impl Objective, from: &SearchPoint, direction: &[f64]) -> Option<(SearchPoint, f64)> {
    let rates = (0..30).map(|power| 0.5f64.powi(power));
    rates
        .map(|rate| (SearchPoint::at(objective, from.moved(direction, rate)), rate))
        .find(|(point, _)| point.is_finite() && point.value < from.value)
}
