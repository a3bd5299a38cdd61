//! Student's t distribution.

use super::beta::{beta_density, beta_inverse, beta_tails};
use super::normal::{normal_cdf, normal_quantile};

/// The probability that a variable with Student's t distribution is at most `x`.
///
/// With infinitely many degrees of freedom it is the normal distribution.
pub fn student_cdf(x: f64, degrees: f64) -> f64 {
    if x.is_nan() || degrees.is_nan() || degrees <= 0.0 {
        return f64::NAN;
    }
    if degrees.is_infinite() {
        return normal_cdf(x);
    }
    let (inner, outer) = student_shares(x, degrees);
    let (within, beyond) = beta_tails(0.5, 0.5 * degrees, inner, outer);
    if x > 0.0 { 0.5 + 0.5 * within } else { 0.5 * beyond }
}

/// The number a variable with Student's t distribution stays below with probability `p`.
///
/// ```
/// use hornbook_math::distributions::student_quantile;
/// assert!((student_quantile(0.975, 9.0) - 2.262157162798205).abs() < 1e-12);
/// ```
pub fn student_quantile(p: f64, degrees: f64) -> f64 {
    if !(0.0..=1.0).contains(&p) || degrees.is_nan() || degrees <= 0.0 {
        return f64::NAN;
    }
    if degrees.is_infinite() {
        return normal_quantile(p);
    }
    if p > 0.5 {
        return -student_quantile(1.0 - p, degrees);
    }
    // Near the middle the share within ±x is the small number, in the tail the share beyond.
    let x = if p > 0.25 {
        let inner = beta_inverse(1.0 - 2.0 * p, 0.5, 0.5 * degrees);
        -(degrees * inner / (1.0 - inner)).sqrt()
    } else {
        let outer = beta_inverse(2.0 * p, 0.5 * degrees, 0.5);
        -(degrees * (1.0 - outer) / outer).sqrt()
    };
    // With many degrees of freedom a share near 1 lost digits; a step of Newton's method brings them back.
    let (inner, outer) = student_shares(x, degrees);
    let step = (student_cdf(x, degrees) - p) / beta_density(0.5, 0.5 * degrees, inner, outer) * -x;
    if step.is_finite() { x - step } else { x }
}

/// x²/(degrees + x²) and the rest to 1. A square that overflows leaves nothing outside.
fn student_shares(x: f64, degrees: f64) -> (f64, f64) {
    let ratio = x * x / degrees;
    if ratio.is_infinite() { (1.0, 0.0) } else { (ratio / (1.0 + ratio), 1.0 / (1.0 + ratio)) }
}
