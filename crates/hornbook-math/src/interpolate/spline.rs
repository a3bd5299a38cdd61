//! Cubic splines through points.

use super::{piece, sorted};
use hornbook_core::{Error, Result};

/// A cubic from point to point, with slopes and curvatures that agree where they meet: of all smooth curves through the
/// points, the one that bends least. Beyond the ends it goes on as a straight line.
///
/// ```
/// use hornbook_math::interpolate::CubicSpline;
/// let curve = CubicSpline::natural(&[0.0, 1.0, 2.0], &[0.0, 1.0, 0.0])?;
/// assert!((curve.value(0.5) - 0.6875).abs() < 1e-15 && curve.slope(1.0).abs() < 1e-15);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct CubicSpline {
    x: Vec<f64>,
    y: Vec<f64>,
    /// Second derivatives at the points.
    second_derivatives: Vec<f64>,
}

/// What holds at an end.
enum SplineBoundary {
    /// No curvature.
    Natural,
    /// A slope.
    Clamped(f64),
}

impl CubicSpline {
    /// The spline without curvature at its ends.
    pub fn natural(x: &[f64], y: &[f64]) -> Result<CubicSpline> {
        CubicSpline::with_ends(x, y, SplineBoundary::Natural, SplineBoundary::Natural)
    }

    /// The spline with these slopes at its first and its last point.
    pub fn clamped(x: &[f64], y: &[f64], first: f64, last: f64) -> Result<CubicSpline> {
        if !first.is_finite() || !last.is_finite() {
            return Err(Error::data(
                format!("the slopes at the ends are {first} and {last}"),
                "give finite numbers",
            ));
        }
        CubicSpline::with_ends(x, y, SplineBoundary::Clamped(first), SplineBoundary::Clamped(last))
    }

    fn with_ends(x: &[f64], y: &[f64], first: SplineBoundary, last: SplineBoundary) -> Result<CubicSpline> {
        let (x, y) = sorted(x, y, 2)?;
        let count = x.len();
        let step = |i: usize| x[i + 1] - x[i];
        let slope = |i: usize| (y[i + 1] - y[i]) / step(i);
        // A row of the equations: what stands left of the diagonal, on it and right of it, and the right side.
        let row = |i: usize| match (i, &first, &last) {
            (0, SplineBoundary::Natural, _) => [0.0, 1.0, 0.0, 0.0],
            (0, SplineBoundary::Clamped(asked), _) => [0.0, 2.0 * step(0), step(0), 6.0 * (slope(0) - asked)],
            (i, _, SplineBoundary::Natural) if i + 1 == count => [0.0, 1.0, 0.0, 0.0],
            (i, _, SplineBoundary::Clamped(asked)) if i + 1 == count => {
                [step(i - 1), 2.0 * step(i - 1), 0.0, 6.0 * (asked - slope(i - 1))]
            }
            (i, ..) => [step(i - 1), 2.0 * (step(i - 1) + step(i)), step(i), 6.0 * (slope(i) - slope(i - 1))],
        };
        // The diagonal outweighs what stands beside it, so that elimination needs no other order.
        let (mut beside, mut second_derivatives) = (vec![0.0; count], vec![0.0; count]);
        for i in 0..count {
            let [left, middle, right, value] = row(i);
            let (above, before) =
                if i == 0 { (0.0, 0.0) } else { (beside[i - 1], second_derivatives[i - 1]) };
            let pivot = middle - left * above;
            beside[i] = right / pivot;
            second_derivatives[i] = (value - left * before) / pivot;
        }
        for i in (0..count - 1).rev() {
            second_derivatives[i] -= beside[i] * second_derivatives[i + 1];
        }
        Ok(CubicSpline { x, y, second_derivatives })
    }

    /// Its value at a point.
    pub fn value(&self, at: f64) -> f64 {
        let (first, last) = (self.x[0], self.x[self.x.len() - 1]);
        if at < first {
            return self.y[0] + (at - first) * self.slope(first);
        }
        if at > last {
            return self.y[self.y.len() - 1] + (at - last) * self.slope(last);
        }
        let i = piece(&self.x, at);
        let step = self.x[i + 1] - self.x[i];
        let (left, right) = ((self.x[i + 1] - at) / step, (at - self.x[i]) / step);
        let curvature = |share: f64, curvature: f64| (share * share * share - share) * curvature;
        left * self.y[i]
            + right * self.y[i + 1]
            + (curvature(left, self.second_derivatives[i]) + curvature(right, self.second_derivatives[i + 1]))
                * step
                * step
                / 6.0
    }

    /// Its slope at a point.
    pub fn slope(&self, at: f64) -> f64 {
        let at = at.clamp(self.x[0], self.x[self.x.len() - 1]);
        let i = piece(&self.x, at);
        let step = self.x[i + 1] - self.x[i];
        let (left, right) = ((self.x[i + 1] - at) / step, (at - self.x[i]) / step);
        let curvature = |share: f64, curvature: f64| (3.0 * share * share - 1.0) * curvature;
        (self.y[i + 1] - self.y[i]) / step
            + (curvature(right, self.second_derivatives[i + 1]) - curvature(left, self.second_derivatives[i]))
                * step
                / 6.0
    }
}
