//! Nonlinear least squares.

use super::{
    Iteration, OptimizeResult, StopReason, StoppingCriteria,
    progress::{SearchProgress, check_start, largest},
};
use crate::{
    algebra::{
        least_squares,
        vectors::{inner, norm},
    },
    matrix::Matrix,
};
use hornbook_core::{Error, Result};
use std::ops::ControlFlow;

/// Functions whose sum of squares is minimized, such as what a curve misses at each measurement.
pub trait Residuals {
    /// How many variables there are.
    fn dimension(&self) -> usize;

    /// How many functions there are.
    fn count(&self) -> usize;

    /// Writes the values of all functions at a point.
    fn residuals(&self, x: &[f64], values: &mut [f64]);

    /// Writes the derivatives, a row for each function and a column for each variable. Unless it is implemented, central
    /// differences are taken.
    fn jacobian(&self, x: &[f64], derivatives: &mut Matrix) {
        let mut moved = x.to_vec();
        let (mut right, mut left) = (vec![0.0; self.count()], vec![0.0; self.count()]);
        for variable in 0..x.len() {
            let step = f64::EPSILON.cbrt() * x[variable].abs().max(1e-8);
            moved[variable] = x[variable] + step;
            self.residuals(&moved, &mut right);
            let above = moved[variable];
            moved[variable] = x[variable] - step;
            self.residuals(&moved, &mut left);
            // What was really added, after rounding.
            let apart = above - moved[variable];
            moved[variable] = x[variable];
            for (row, (right, left)) in right.iter().zip(&left).enumerate() {
                *derivatives.at_mut(row, variable) = (right - left) / apart;
            }
        }
    }
}

/// The method of Levenberg and Marquardt: steps to the minimum of the linearized functions, damped as far as these were
/// wrong. Variables may have any scale.
///
/// The value is the sum of squares. In place of the gradient stands the largest cosine of the angle between the functions
/// and their derivative by a variable, which has no unit; the default limits ask for 1e-10. The rate that is shown is the
/// damping.
///
/// ```
/// use hornbook_math::optimize::{LevenbergMarquardt, Residuals, no_observer};
///
/// /// $y = a e^{bx}$ through three points.
/// struct Growth;
///
/// impl Residuals for Growth {
///     fn dimension(&self) -> usize {
///         2
///     }
///
///     fn count(&self) -> usize {
///         3
///     }
///
///     fn residuals(&self, x: &[f64], values: &mut [f64]) {
///         for (value, (at, y)) in values.iter_mut().zip([(0.0, 2.0), (1.0, 4.0), (2.0, 8.0)]) {
///             *value = x[0] * f64::exp(x[1] * at) - y;
///         }
///     }
/// }
///
/// let found = LevenbergMarquardt::default().minimize(&Growth, &[1.0, 0.0], &mut no_observer)?;
/// assert!((found.x[0] - 2.0).abs() < 1e-9 && (found.x[1] - 2f64.ln()).abs() < 1e-9);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LevenbergMarquardt {
    /// The first damping, relative to the scale of the variables.
    pub damping: f64,
    /// When to end. A step that changes no variable by more than a few units of rounding ends the search too, as converged.
    pub limits: StoppingCriteria,
}

impl Default for LevenbergMarquardt {
    fn default() -> Self {
        let limits = StoppingCriteria { max_steps: 10_000, gradient_tolerance: 1e-10, value_tolerance: 0.0 };
        LevenbergMarquardt { damping: 1.0, limits }
    }
}

impl LevenbergMarquardt {
    /// Searches from a start.
    pub fn minimize(
        &self,
        problem: &impl Residuals,
        start: &[f64],
        observer: &mut dyn FnMut(&Iteration<'_>) -> ControlFlow<()>,
    ) -> Result<OptimizeResult> {
        check_start(problem.dimension(), start)?;
        if !(self.damping > 0.0 && self.damping.is_finite()) {
            return Err(Error::data(
                format!("the first damping is {}", self.damping),
                "give a positive number",
            ));
        }
        let (count, size) = (problem.count(), start.len());
        let mut x = start.to_vec();
        let mut values = vec![0.0; count];
        problem.residuals(&x, &mut values);
        if count == 0 || !values.iter().all(|value| value.is_finite()) {
            return Err(Error::data(
                "there is no function, or one is not finite at the start",
                "start where all functions have values",
            ));
        }
        let mut progress = SearchProgress::new(self.limits, observer);
        let mut derivatives = Matrix::zeros(count, size);
        let mut scales: Vec<f64> = vec![0.0; size];
        let (mut damping, mut growth) = (self.damping, 2.0);
        // Where the last step came from, if it promised less than rounding.
        let mut blind: Option<OptimizeResult> = None;
        loop {
            problem.jacobian(&x, &mut derivatives);
            let lengths: Vec<f64> = (0..size).map(|j| norm(&derivatives.column(j))).collect();
            // Steep once, careful for a while; but not for ever.
            for (scale, length) in scales.iter_mut().zip(&lengths) {
                *scale = length.max(0.9 * *scale);
            }
            let square = inner(&values, &values);
            let gradient = derivatives.transposed_times(&values)?;
            let cosine =
                |(g, length): (&f64, &f64)| if *g == 0.0 { 0.0 } else { g / (length * square.sqrt()) };
            let left = largest(&gradient.iter().zip(&lengths).map(cosine).collect::<Vec<_>>());
            // A step into rounding must at least have reduced the gradient.
            if let Some(before) = blind.take().filter(|before| left > 0.95 * before.gradient_norm) {
                return Ok(before);
            }
            if let Some(stop_reason) = progress.report(&x, square, left, damping) {
                return Ok(progress.minimum(x, square, left, stop_reason));
            }
            // Steps that do not lower the sum are tried again, damped more.
            let mut worth_a_step = None;
            loop {
                let step = damped_step(&derivatives, &values, &scales, damping)?;
                let next: Vec<f64> = x.iter().zip(&step).map(|(x, s)| x + s).collect();
                let tiny = x.iter().zip(&step).all(|(x, s)| s.abs() <= 4.0 * f64::EPSILON * x.abs());
                let mut next_values = vec![0.0; count];
                problem.residuals(&next, &mut next_values);
                let linear = derivatives.times(&step)?;
                let damped: f64 = step.iter().zip(&scales).map(|(s, scale)| (s * scale).powi(2)).sum();
                let promised = inner(&linear, &linear) + 2.0 * damping * damped;
                let gained = square - inner(&next_values, &next_values);
                let rounding = 64.0 * f64::EPSILON * square;
                if promised <= rounding && gained >= -rounding && !tiny && worth_a_step.is_none() {
                    blind = Some(progress.minimum(x, square, left, StopReason::Value));
                    (x, values) = (next, next_values);
                    break;
                }
                if gained > 0.0 && promised > 0.0 {
                    (x, values) = (next, next_values);
                    let kept = gained / promised;
                    damping *= (1.0 - (2.0 * kept - 1.0).powi(3)).max(1.0 / 3.0);
                    growth = 2.0;
                    break;
                }
                let worth_a_step = *worth_a_step.get_or_insert_with(|| {
                    let moves = x.iter().zip(&step).any(|(x, s)| s.abs() > 1e-8 * x.abs());
                    moves && promised > 1e-10 * square
                });
                if tiny || promised <= f64::EPSILON * square || !damping.is_finite() {
                    // Much was promised and nothing kept: the derivatives are wrong, or no use.
                    let stop_reason = if worth_a_step { StopReason::NoDescent } else { StopReason::Value };
                    return Ok(progress.minimum(x, square, left, stop_reason));
                }
                damping *= growth;
                growth *= 2.0;
            }
        }
    }
}

/// The step that minimizes $\|J s + r\|^2 + \mu\|D s\|^2$, by a QR decomposition of both parts one above the other, which
/// loses no digits to squares.
fn damped_step(derivatives: &Matrix, values: &[f64], scales: &[f64], damping: f64) -> Result<Vec<f64>> {
    let (count, size) = (values.len(), scales.len());
    let root = damping.sqrt();
    // Variables in units of their scale make the system well balanced.
    let unit = |j: usize| if scales[j] > 0.0 { scales[j] } else { 1.0 };
    let stacked = Matrix::from_fn(count + size, size, |i, j| {
        if i < count {
            derivatives.at(i, j) / unit(j)
        } else if i - count == j {
            root
        } else {
            0.0
        }
    });
    let right: Vec<f64> = values.iter().map(|value| -value).chain(vec![0.0; size]).collect();
    let solution = least_squares(&stacked, &right)?.x;
    Ok(solution.iter().enumerate().map(|(j, s)| s / unit(j)).collect())
}
