//! Curves that go through points: polynomials, cubic splines, straight pieces.
//!
//! Interpolation trusts every point; where points have noise, fit fewer weights than there are points instead. A polynomial
//! through many points at equal distances swings wildly near the ends (Runge); through [Chebyshev's](chebyshev_points), which
//! are denser there, it does not, and splines do not either. Beyond the points nothing is to be trusted: see
//! [`InterpolatingPolynomial::is_inside`].

mod polynomial;
mod spline;

pub use polynomial::InterpolatingPolynomial;
pub use spline::CubicSpline;

use hornbook_core::{Error, Result};

/// The points in order of x; an error if there are none, if a point comes twice, or if some number is not finite.
fn sorted(x: &[f64], y: &[f64], least: usize) -> Result<(Vec<f64>, Vec<f64>)> {
    if x.len() != y.len() {
        return Err(Error::data(
            format!("there are {} places and {} values", x.len(), y.len()),
            "give one value a place",
        ));
    }
    if x.len() < least {
        return Err(Error::data(
            format!("there are {} points to go through", x.len()),
            format!("give at least {least}"),
        ));
    }
    if let Some(at) = (0..x.len()).find(|&at| !x[at].is_finite() || !y[at].is_finite()) {
        return Err(Error::data(
            format!("point {} is ({}, {})", at + 1, x[at], y[at]),
            "give finite numbers only",
        ));
    }
    let mut order: Vec<usize> = (0..x.len()).collect();
    order.sort_by(|&a, &b| x[a].total_cmp(&x[b]));
    if let Some(pair) = order.windows(2).find(|pair| x[pair[0]] == x[pair[1]]) {
        return Err(Error::data(
            format!("two points have the place {}", x[pair[0]]),
            "keep one of them, or fit a curve that need not go through every point",
        ));
    }
    Ok((order.iter().map(|&at| x[at]).collect(), order.iter().map(|&at| y[at]).collect()))
}

/// The piece between neighboring points that x lies in; the first or the last beyond the ends.
fn piece(x: &[f64], at: f64) -> usize {
    x.partition_point(|&place| place <= at).clamp(1, x.len() - 1) - 1
}

/// The value at a point of the straight lines from point to point; beyond the ends, of the first and the last line.
///
/// ```
/// use hornbook_math::interpolate::linear;
/// assert_eq!(linear(&[0.0, 2.0, 3.0], &[1.0, 5.0, 5.0], 0.5)?, 2.0);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn linear(x: &[f64], y: &[f64], at: f64) -> Result<f64> {
    let (x, y) = sorted(x, y, 2)?;
    let left = piece(&x, at);
    let share = (at - x[left]) / (x[left + 1] - x[left]);
    Ok(y[left] + share * (y[left + 1] - y[left]))
}

/// So many points at equal distances, with both ends; one point is the middle.
pub fn equidistant_points(low: f64, high: f64, count: usize) -> Vec<f64> {
    match count {
        1 => vec![0.5 * (low + high)],
        _ => (0..count).map(|k| low + (high - low) * k as f64 / (count.max(2) - 1) as f64).collect(),
    }
}

/// So many points that lie as Chebyshev's do, ascending: denser toward the ends, so that a polynomial through them stays
/// close to a smooth function everywhere.
pub fn chebyshev_points(low: f64, high: f64, count: usize) -> Vec<f64> {
    let (middle, half) = (0.5 * (low + high), 0.5 * (high - low));
    let angle = |k: usize| std::f64::consts::PI * (2 * k + 1) as f64 / (2 * count) as f64;
    (0..count).map(|k| middle - half * angle(k).cos()).collect()
}

#[cfg(test)]
mod tests;
