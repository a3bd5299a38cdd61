//! Conjugate gradients.

use super::{
    Iteration, Objective, OptimizeResult, StopReason, StoppingCriteria,
    line_search::Wolfe,
    progress::{SearchPoint, SearchProgress},
};
use crate::{
    algebra::vectors::{inner, norm},
    matrix::{Matrix, check_length},
};
use hornbook_core::{Error, Result};
use std::ops::ControlFlow;

/// Nonlinear conjugate gradients by the rule of Polak and Ribière, which starts anew where it would be negative.
///
/// Directions do not undo each other: a quadratic function of $n$ variables is done after $n$ steps, if lines are searched
/// exactly. Memory is three vectors.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ConjugateGradient {
    /// How lines are searched.
    pub line_search: Wolfe,
    /// When to end.
    pub limits: StoppingCriteria,
}

impl Default for ConjugateGradient {
    fn default() -> Self {
        ConjugateGradient {
            line_search: Wolfe { curvature: 0.1, ..Wolfe::default() },
            limits: StoppingCriteria::default(),
        }
    }
}

impl ConjugateGradient {
    /// Searches from a start.
    pub fn minimize(
        &self,
        objective: &impl Objective,
        start: &[f64],
        observer: &mut dyn FnMut(&Iteration<'_>) -> ControlFlow<()>,
    ) -> Result<OptimizeResult> {
        let mut point = SearchPoint::start(objective, start)?;
        let mut progress = SearchProgress::new(self.limits, observer);
        let downhill = |point: &SearchPoint| -> Vec<f64> { point.gradient.iter().map(|g| -g).collect() };
        let mut direction = downhill(&point);
        let (mut rate, mut last_derivative) = (0.0, 0.0);
        loop {
            if let Some(stop_reason) = progress.report_point(&point, rate) {
                return Ok(progress.minimum_at(point, stop_reason));
            }
            if point.directional_derivative(&direction) >= 0.0 {
                direction = downhill(&point);
            }
            let derivative = point.directional_derivative(&direction);
            // The first guess promises as much as the last step did.
            let first_try = if rate > 0.0 {
                rate * last_derivative / derivative
            } else {
                1.0 / norm(&point.gradient).max(1.0)
            };
            let search = |direction: &[f64], first_try: f64| {
                self.line_search.search(objective, &point, direction, first_try, f64::INFINITY)
            };
            let found = search(&direction, first_try).or_else(|| {
                direction = downhill(&point);
                search(&direction, 1.0 / norm(&direction).max(1.0))
            });
            let Some((next, taken)) = found else {
                return Ok(progress.minimum_at(point, StopReason::NoDescent));
            };
            let change = inner(&next.gradient, &next.gradient) - inner(&next.gradient, &point.gradient);
            let kept = (change / inner(&point.gradient, &point.gradient)).max(0.0);
            direction.iter_mut().zip(&next.gradient).for_each(|(d, g)| *d = kept * *d - g);
            (point, rate, last_derivative) = (next, taken, derivative);
        }
    }
}

/// $x$ with $Ax = b$ for a symmetric positive definite matrix, by conjugate gradients: exact after as many steps as there
/// are distinct eigenvalues, but for rounding, and good long before. Steps end when the residual is at most `tolerance`
/// times the right side.
///
/// ```
/// use hornbook_math::{matrix::Matrix, optimize::solve_definite};
///
/// let a = Matrix::from_rows(&[[4.0, 1.0], [1.0, 3.0]])?;
/// let (x, steps) = solve_definite(&a, &[1.0, 2.0], 1e-12)?;
/// assert!(steps <= 2 && (x[0] - 1.0 / 11.0).abs() < 1e-12 && (x[1] - 7.0 / 11.0).abs() < 1e-12);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn solve_definite(matrix: &Matrix, right: &[f64], tolerance: f64) -> Result<(Vec<f64>, usize)> {
    matrix.check_square()?;
    check_length("the right side", right.len(), matrix.rows())?;
    let mut x = vec![0.0; right.len()];
    let mut residual = right.to_vec();
    let mut direction = right.to_vec();
    let mut square = inner(&residual, &residual);
    let enough = (tolerance * norm(right)).powi(2);
    let mut steps = 0;
    while square > enough && steps < 10 * right.len() {
        let image = matrix.times(&direction)?;
        let curvature = inner(&direction, &image);
        if curvature.is_nan() || curvature <= 0.0 {
            return Err(Error::data(
                format!("the matrix has the curvature {curvature} in some direction"),
                "give a positive definite matrix of finite numbers",
            ));
        }
        let rate = square / curvature;
        x.iter_mut().zip(&direction).for_each(|(x, d)| *x += rate * d);
        residual.iter_mut().zip(&image).for_each(|(r, i)| *r -= rate * i);
        let next = inner(&residual, &residual);
        direction.iter_mut().zip(&residual).for_each(|(d, r)| *d = r + next / square * *d);
        square = next;
        steps += 1;
    }
    Ok((x, steps))
}
