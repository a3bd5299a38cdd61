//! The gamma distribution and its special case, chi-square.

use super::numerics::{ENOUGH, TERMS, continued_fraction, deviance, is_positive, solve, stirling_error};
use std::f64::consts::PI;

/// The probability that a chi-square variable is at most `x`.
pub fn chi_square_cdf(x: f64, degrees: f64) -> f64 {
    gamma_tails(0.5 * degrees, 0.5 * x).0
}

/// The probability that a chi-square variable is more than `x`: the p-value of a chi-square test.
///
/// ```
/// use hornbook_math::distributions::chi_square_upper;
/// assert!((chi_square_upper(3.841458820694124, 1.0) - 0.05).abs() < 1e-14);
/// ```
pub fn chi_square_upper(x: f64, degrees: f64) -> f64 {
    gamma_tails(0.5 * degrees, 0.5 * x).1
}

/// The natural logarithm of [`chi_square_upper`], which stays finite where the probability itself is too small for a
/// number.
///
/// ```
/// use hornbook_math::distributions::ln_chi_square_upper;
/// assert!((ln_chi_square_upper(4000.0, 2.0) + 2000.0).abs() < 1e-9);
/// ```
pub fn ln_chi_square_upper(x: f64, degrees: f64) -> f64 {
    let (a, x) = (0.5 * degrees, 0.5 * x);
    if !is_positive(a) || !x.is_finite() || x < a + 1.0 {
        return gamma_tails(a, x).1.ln();
    }
    ln_gamma_front(a, x) + (a / upper_fraction(a, x)).ln()
}

/// The number a chi-square variable stays below with probability `p`.
///
/// ```
/// use hornbook_math::distributions::chi_square_quantile;
/// assert!((chi_square_quantile(0.95, 1.0) - 3.841458820694124).abs() < 1e-13);
/// ```
pub fn chi_square_quantile(p: f64, degrees: f64) -> f64 {
    if !(0.0..=1.0).contains(&p) || !is_positive(degrees) {
        return f64::NAN;
    }
    if p == 0.0 || p == 1.0 {
        return if p == 0.0 { 0.0 } else { f64::INFINITY };
    }
    let a = 0.5 * degrees;
    // Close to zero P(a, x) is x^a / Γ(a+1): the start for a small p; the mean serves any other.
    let near_zero = ((p.ln() + libm::lgamma(a + 1.0)) / a).exp();
    // A start that underflows is where the answer underflows too.
    if near_zero == 0.0 {
        return 0.0;
    }
    2.0 * solve(near_zero.min(a), 0.0, f64::INFINITY, f64::EPSILON, |x| {
        let (below, above) = gamma_tails(a, x);
        let excess = if p < 0.5 { below - p } else { (1.0 - p) - above };
        (excess, gamma_front(a, x) * a / x)
    })
}

/// The regularised incomplete gamma functions $P(a, x)$ and $Q(a, x) = 1 - P(a, x)$.
pub fn gamma_tails(a: f64, x: f64) -> (f64, f64) {
    if !is_positive(a) || x.is_nan() || x < 0.0 {
        return (f64::NAN, f64::NAN);
    }
    if x == 0.0 || x.is_infinite() {
        return if x == 0.0 { (0.0, 1.0) } else { (1.0, 0.0) };
    }
    let front = gamma_front(a, x);
    if x < a + 1.0 {
        let (mut term, mut sum) = (1.0, 1.0);
        for n in 1..TERMS {
            term *= x / (a + f64::from(n));
            sum += term;
            if term < ENOUGH * sum {
                break;
            }
        }
        let lower = (front * sum).min(1.0);
        (lower, 1.0 - lower)
    } else {
        let upper = (front * a / upper_fraction(a, x)).min(1.0);
        (1.0 - upper, upper)
    }
}

/// The continued fraction behind the upper tail.
fn upper_fraction(a: f64, x: f64) -> f64 {
    continued_fraction(x + 1.0 - a, |n| {
        let n = f64::from(n);
        (n * (a - n), x + 1.0 - a + 2.0 * n)
    })
}

/// $x^a e^{-x} / \Gamma(a+1)$, by Loader's saddle point.
fn gamma_front(a: f64, x: f64) -> f64 {
    (-stirling_error(a) - deviance(a, x)).exp() / (2.0 * PI * a).sqrt()
}

fn ln_gamma_front(a: f64, x: f64) -> f64 {
    -stirling_error(a) - deviance(a, x) - 0.5 * (2.0 * PI * a).ln()
}
