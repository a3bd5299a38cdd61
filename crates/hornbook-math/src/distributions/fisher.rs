//! Fisher's F distribution: the ratio of two mean squares.

use super::beta::{beta_density, beta_inverse, beta_tails};
use super::gamma::{chi_square_cdf, chi_square_quantile, chi_square_upper};

/// The probability that a variable with Fisher's F distribution is at most `x`.
///
/// Either number of degrees of freedom may be infinite, though not both.
pub fn fisher_cdf(x: f64, numerator: f64, denominator: f64) -> f64 {
    fisher_tails(x, numerator, denominator).0
}

/// The probability that a variable with Fisher's F distribution is more than `x`: the p-value of an F test.
///
/// ```
/// use hornbook_math::distributions::fisher_upper;
/// assert!((fisher_upper(4.735063069693, 10.0, 5.0) - 0.05).abs() < 1e-12);
/// ```
pub fn fisher_upper(x: f64, numerator: f64, denominator: f64) -> f64 {
    fisher_tails(x, numerator, denominator).1
}

/// The number a variable with Fisher's F distribution stays below with probability `p`.
pub fn fisher_quantile(p: f64, numerator: f64, denominator: f64) -> f64 {
    if !(0.0..=1.0).contains(&p) || !are_degrees(numerator, denominator) {
        return f64::NAN;
    }
    if p == 0.0 || p == 1.0 {
        return if p == 0.0 { 0.0 } else { f64::INFINITY };
    }
    if denominator.is_infinite() {
        return chi_square_quantile(p, numerator) / numerator;
    }
    if numerator.is_infinite() {
        return denominator / chi_square_quantile(1.0 - p, denominator);
    }
    let (a, b) = (0.5 * numerator, 0.5 * denominator);
    let share = beta_inverse(p, a, b);
    // A share near 1 has few digits of what is left to 1; ask for that instead.
    let x = if share < 0.5 {
        b * share / (a * (1.0 - share))
    } else {
        let rest = beta_inverse(1.0 - p, b, a);
        b * (1.0 - rest) / (a * rest)
    };
    // With many degrees of freedom a share near ½ lost digits; a step of Newton's method brings them back.
    let (below, above) = fisher_tails(x, numerator, denominator);
    let excess = if p < 0.5 { below - p } else { (1.0 - p) - above };
    let (share, rest) = fisher_shares(x, numerator, denominator);
    let step = excess / beta_density(a, b, share, rest) * x;
    if step.is_finite() { x - step } else { x }
}

fn fisher_tails(x: f64, numerator: f64, denominator: f64) -> (f64, f64) {
    if x.is_nan() || !are_degrees(numerator, denominator) {
        return (f64::NAN, f64::NAN);
    }
    if x <= 0.0 {
        return (0.0, 1.0);
    }
    if denominator.is_infinite() {
        return (chi_square_cdf(x * numerator, numerator), chi_square_upper(x * numerator, numerator));
    }
    if numerator.is_infinite() {
        let inverse = denominator / x;
        return (chi_square_upper(inverse, denominator), chi_square_cdf(inverse, denominator));
    }
    let (share, rest) = fisher_shares(x, numerator, denominator);
    beta_tails(0.5 * numerator, 0.5 * denominator, share, rest)
}

/// The share of the numerator's sum of squares in both, and the rest to 1. It has a beta distribution.
fn fisher_shares(x: f64, numerator: f64, denominator: f64) -> (f64, f64) {
    let ratio = x * (numerator / denominator);
    if ratio.is_infinite() { (1.0, 0.0) } else { (ratio / (1.0 + ratio), 1.0 / (1.0 + ratio)) }
}

fn are_degrees(numerator: f64, denominator: f64) -> bool {
    numerator > 0.0 && denominator > 0.0 && (numerator.is_finite() || denominator.is_finite())
}
