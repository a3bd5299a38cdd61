//! The beta distribution, on which Student's, Fisher's and the binomial stand.

use super::numerics::{continued_fraction, deviance, is_positive, solve, stirling_error};
use std::f64::consts::PI;

/// The regularised incomplete beta function $I_x(a, b)$: the probability that a beta variable is at most `x`.
///
/// ```
/// use hornbook_math::distributions::beta_cdf;
/// assert!((beta_cdf(0.5, 2.0, 3.0) - 0.6875).abs() < 1e-15);
/// ```
pub fn beta_cdf(x: f64, a: f64, b: f64) -> f64 {
    if !(0.0..=1.0).contains(&x) || !is_positive(a) || !is_positive(b) {
        return f64::NAN;
    }
    beta_tails(a, b, x, 1.0 - x).0
}

/// The `x` with $I_x(a, b) = p$.
///
/// By Newton's method inside a bracket.
pub fn beta_inverse(p: f64, a: f64, b: f64) -> f64 {
    if !(0.0..=1.0).contains(&p) || !is_positive(a) || !is_positive(b) {
        return f64::NAN;
    }
    if p == 0.0 || p == 1.0 {
        return p;
    }
    // Close to zero I is x^a / (a B(a, b)): the start for a small p, and harmless for any other.
    let ln_beta = libm::lgamma(a) + libm::lgamma(b) - libm::lgamma(a + b);
    let near_zero = ((p.ln() + a.ln() + ln_beta) / a).exp();
    let start = if near_zero < 0.5 { near_zero } else { a / (a + b) };
    solve(start, 0.0, 1.0, f64::EPSILON, |x| {
        let (below, above) = beta_tails(a, b, x, 1.0 - x);
        // The difference from the smaller tail keeps its digits.
        let excess = if p < 0.5 { below - p } else { (1.0 - p) - above };
        (excess, beta_density(a, b, x, 1.0 - x) / (x * (1.0 - x)))
    })
}

/// $I_x(a, b)$ and $1 - I_x(a, b)$, for `y` = 1 − `x` given apart so that neither loses digits.
pub(super) fn beta_tails(a: f64, b: f64, x: f64, y: f64) -> (f64, f64) {
    if x <= 0.0 || y <= 0.0 {
        return if x <= 0.0 { (0.0, 1.0) } else { (1.0, 0.0) };
    }
    if x > (a + 1.0) / (a + b + 2.0) {
        let (lower, upper) = beta_tails_below_mean(b, a, y, x);
        return (upper, lower);
    }
    beta_tails_below_mean(a, b, x, y)
}

/// By the continued fraction of DiDonato and Morris (1992), whose terms do not cancel where one parameter is
/// large and the other small, as the common one's do.
fn beta_tails_below_mean(a: f64, b: f64, x: f64, y: f64) -> (f64, f64) {
    let distance = a * y - b * x;
    let denominator = |n: f64| {
        let product = if n == 0.0 { 0.0 } else { n * (b - n) * x / (a + 2.0 * n - 1.0) };
        n + product + (a + n) / (a + 2.0 * n + 1.0) * (distance + 1.0 + n * (1.0 + y))
    };
    let fraction = continued_fraction(denominator(0.0), |n| {
        let n = f64::from(n);
        let scaled = x / (a + 2.0 * n - 1.0);
        ((a + n - 1.0) * (a + b + n - 1.0) * n * (b - n) * scaled * scaled, denominator(n))
    });
    let lower = (beta_density(a, b, x, y) / fraction).min(1.0);
    (lower, 1.0 - lower)
}

/// $x^a y^b / B(a, b)$, by Loader's saddle point: no difference of large logarithms of gamma functions.
pub(super) fn beta_density(a: f64, b: f64, x: f64, y: f64) -> f64 {
    let n = a + b;
    let exponent =
        stirling_error(n) - stirling_error(a) - stirling_error(b) - deviance(a, n * x) - deviance(b, n * y);
    (a * b / (2.0 * PI * n)).sqrt() * exponent.exp()
}
