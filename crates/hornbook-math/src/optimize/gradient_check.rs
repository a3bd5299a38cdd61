//! Whether a gradient is the gradient of its function.

use super::{Objective, progress::check_start};
use hornbook_core::Result;

/// The derivative by one variable: as the function gives it, and by differences.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GradientCheck {
    /// What the function says.
    pub given: f64,
    /// What differences of its values say.
    pub differences: f64,
    /// How far the differences may be from the truth, estimated.
    pub error: f64,
}

impl GradientCheck {
    /// Whether both agree, as far as differences can tell.
    pub fn agrees(&self) -> bool {
        let scale = self.given.abs().max(self.differences.abs());
        (self.given - self.differences).abs() <= 4.0 * self.error + 1e-9 * scale
    }
}

/// Compares the gradient of a function at a point with central differences, variable by variable.
///
/// Differences over shorter and shorter steps are extrapolated to a step of 0 (Ridders' method); where two extrapolations
/// agree best is the answer, and how well they agree is its error.
///
/// ```
/// use hornbook_math::optimize::{Objective, check_gradient};
///
/// struct Wrong;
///
/// impl Objective for Wrong {
///     fn dimension(&self) -> usize {
///         2
///     }
///
///     fn value_and_gradient(&self, x: &[f64], gradient: &mut [f64]) -> f64 {
///         gradient.copy_from_slice(&[x[0].cos(), 2.1 * x[1]]);
///         x[0].sin() + x[1] * x[1]
///     }
/// }
///
/// let checks = check_gradient(&Wrong, &[0.3, 0.7])?;
/// assert!(checks[0].agrees() && !checks[1].agrees());
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn check_gradient(objective: &impl Objective, x: &[f64]) -> Result<Vec<GradientCheck>> {
    check_start(objective.dimension(), x)?;
    let mut gradient = vec![0.0; x.len()];
    objective.value_and_gradient(x, &mut gradient);
    let check = |(variable, &given): (usize, &f64)| {
        let along = |t: f64| {
            let mut moved = x.to_vec();
            moved[variable] += t;
            objective.value(&moved)
        };
        let (differences, error) = derivative(along, 0.1 * x[variable].abs().max(0.1));
        GradientCheck { given, differences, error }
    };
    Ok(gradient.iter().enumerate().map(check).collect())
}

/// The derivative of a function at 0, from steps of this length and shorter, and an estimate of its error.
fn derivative(function: impl Fn(f64) -> f64, longest: f64) -> (f64, f64) {
    const SHRINK: f64 = 1.5;
    const ROWS: usize = 16;
    let mut best = (f64::NAN, f64::INFINITY);
    let mut last: Vec<f64> = Vec::new();
    for row in 0..ROWS {
        let step = longest / SHRINK.powi(row as i32);
        let (right, left) = (function(step), function(-step));
        let rounding = f64::EPSILON * (right.abs() + left.abs()) / step;
        let mut now = vec![(right - left) / (2.0 * step)];
        let mut power = 1.0;
        for (column, before) in last.iter().enumerate() {
            power *= SHRINK * SHRINK;
            let better = now[column] + (now[column] - before) / (power - 1.0);
            let error = (better - now[column]).abs().max((better - before).abs()) + rounding;
            if error < best.1 {
                best = (better, error);
            }
            now.push(better);
        }
        last = now;
    }
    best
}
