//! Fisher's F distribution: the ratio of two mean squares.

use super::beta::{beta_density, beta_point, beta_tails, ln_beta_density};
use super::checks::positive;
use super::gamma::{chi_square_cdf, chi_square_quantile, chi_square_upper};
use super::numerics::AS_GOOD_AS_INFINITE;
use super::sampling::ln_standard_gamma;
use super::univariate::{Tail, Univariate, ln_density_outside, tails_outside};
use crate::special::{digamma, gamma_entropy};
use hornbook_core::{Result, Rng};

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
    if is_infinite_beside(denominator, numerator) {
        return chi_square_quantile(p, numerator) / numerator;
    }
    if is_infinite_beside(numerator, denominator) {
        return denominator / chi_square_quantile(1.0 - p, denominator);
    }
    fisher_point(Tail::below(p), numerator, denominator)
}

/// The point with this tail, for finite degrees of freedom.
pub(super) fn fisher_point(tail: Tail, numerator: f64, denominator: f64) -> f64 {
    let (a, b) = (0.5 * numerator, 0.5 * denominator);
    let share = beta_point(tail, a, b);
    // A fraction near 1 has few digits of what is left to 1; ask for that instead.
    let x = if share < 0.5 {
        b * share / (a * (1.0 - share))
    } else {
        let rest = beta_point(tail.mirrored(), b, a);
        b * (1.0 - rest) / (a * rest)
    };
    // With many degrees of freedom a fraction near ½ lost digits; a step of Newton's method brings them
    // back.
    let (share, rest) = fisher_shares(x, numerator, denominator);
    let (excess, derivative) =
        tail.excess(beta_tails(a, b, share, rest), beta_density(a, b, share, rest) / x);
    let step = excess / derivative;
    if step.is_finite() { x - step } else { x }
}

pub(super) fn fisher_tails(x: f64, numerator: f64, denominator: f64) -> (f64, f64) {
    if x.is_nan() || !are_degrees(numerator, denominator) {
        return (f64::NAN, f64::NAN);
    }
    if x <= 0.0 {
        return (0.0, 1.0);
    }
    if is_infinite_beside(denominator, numerator) {
        return (chi_square_cdf(x * numerator, numerator), chi_square_upper(x * numerator, numerator));
    }
    if is_infinite_beside(numerator, denominator) {
        let inverse = denominator / x;
        return (chi_square_upper(inverse, denominator), chi_square_cdf(inverse, denominator));
    }
    let (share, rest) = fisher_shares(x, numerator, denominator);
    beta_tails(0.5 * numerator, 0.5 * denominator, share, rest)
}

/// The fraction of the numerator's sum of squares in both, and the rest to 1. It has a beta distribution.
pub(super) fn fisher_shares(x: f64, numerator: f64, denominator: f64) -> (f64, f64) {
    let ratio = x * (numerator / denominator);
    if ratio.is_infinite() { (1.0, 0.0) } else { (ratio / (1.0 + ratio), 1.0 / (1.0 + ratio)) }
}

/// Whether so many degrees of freedom change nothing any more where the others are so few.
fn is_infinite_beside(degrees: f64, others: f64) -> bool {
    degrees >= AS_GOOD_AS_INFINITE * others.max(1.0)
}

fn are_degrees(numerator: f64, denominator: f64) -> bool {
    numerator > 0.0 && denominator > 0.0 && (numerator.is_finite() || denominator.is_finite())
}

/// Fisher's F distribution by its two numbers of degrees of freedom.
///
/// ```
/// use hornbook_math::distributions::{Fisher, Univariate};
/// assert!((Fisher::new(10.0, 5.0)?.upper(4.735063069693) - 0.05).abs() < 1e-12);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Fisher {
    numerator: f64,
    denominator: f64,
}

impl Fisher {
    /// From the degrees of freedom above and below the fraction bar.
    pub fn new(numerator: f64, denominator: f64) -> Result<Fisher> {
        Ok(Fisher {
            numerator: positive("F", "numerator", numerator)?,
            denominator: positive("F", "denominator", denominator)?,
        })
    }
}

impl Univariate for Fisher {
    fn support(&self) -> (f64, f64) {
        (0.0, f64::INFINITY)
    }

    fn ln_density(&self, x: f64) -> f64 {
        match ln_density_outside(x, self.support()) {
            Some(outside) => outside,
            // At zero x^(a−1) decides, but for a = 1, where the density is 1 there.
            None if x == 0.0 && self.numerator == 2.0 => 0.0,
            None if x == 0.0 => (2.0 - self.numerator) * f64::INFINITY,
            None => {
                let (share, rest) = fisher_shares(x, self.numerator, self.denominator);
                ln_beta_density(0.5 * self.numerator, 0.5 * self.denominator, share, rest) - x.ln()
            }
        }
    }

    fn tails(&self, x: f64) -> (f64, f64) {
        tails_outside(x, self.support()).unwrap_or_else(|| fisher_tails(x, self.numerator, self.denominator))
    }

    fn point(&self, tail: Tail) -> f64 {
        fisher_point(tail, self.numerator, self.denominator)
    }

    fn mean(&self) -> f64 {
        let d = self.denominator;
        if d > 2.0 { d / (d - 2.0) } else { f64::INFINITY }
    }

    fn variance(&self) -> f64 {
        let (n, d) = (self.numerator, self.denominator);
        if d > 4.0 { 2.0 * self.mean().powi(2) * (n + d - 2.0) / (n * (d - 4.0)) } else { f64::INFINITY }
    }

    fn skewness(&self) -> f64 {
        let (n, d) = (self.numerator, self.denominator);
        if d <= 6.0 {
            return f64::NAN;
        }
        (2.0 * n + d - 2.0) / (d - 6.0) * (8.0 * (d - 4.0) / (n * (n + d - 2.0))).sqrt()
    }

    fn kurtosis(&self) -> f64 {
        let (n, d) = (self.numerator, self.denominator);
        if d <= 8.0 {
            return f64::NAN;
        }
        let sum = n + d - 2.0;
        let above = n * (5.0 * d - 22.0) * sum + (d - 4.0) * (d - 2.0).powi(2);
        12.0 * above / (n * (d - 6.0) * (d - 8.0) * sum)
    }

    fn entropy(&self) -> f64 {
        let (a, b) = (0.5 * self.numerator, 0.5 * self.denominator);
        let share = gamma_entropy(a) + gamma_entropy(b) - gamma_entropy(a + b) - digamma(a + b);
        share + 2.0 * (digamma(a + b) - digamma(b)) + (b / a).ln()
    }

    fn mode(&self) -> f64 {
        let (n, d) = (self.numerator, self.denominator);
        if n > 2.0 { (n - 2.0) / n * (d / (d + 2.0)) } else { 0.0 }
    }

    fn sample(&self, rng: &mut Rng) -> f64 {
        let mean_square = |rng: &mut Rng, degrees: f64| ln_standard_gamma(rng, 0.5 * degrees) - degrees.ln();
        (mean_square(rng, self.numerator) - mean_square(rng, self.denominator)).exp()
    }
}
