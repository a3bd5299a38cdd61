//! The binomial distribution.

use super::beta::beta_tails;
use super::numerics::{deviance, stirling_error};
use std::f64::consts::PI;

/// The probability of exactly `successes` in `trials`, each of which succeeds with probability `p`.
///
/// By Loader's saddle point, which is exact in logarithms: nothing overflows, however many trials there are.
///
/// ```
/// use hornbook_math::distributions::binomial_probability;
/// assert!((binomial_probability(3, 5, 0.5) - 0.3125).abs() < 1e-15);
/// ```
pub fn binomial_probability(successes: u64, trials: u64, p: f64) -> f64 {
    if !(0.0..=1.0).contains(&p) {
        return f64::NAN;
    }
    if successes > trials {
        return 0.0;
    }
    let (k, n, q) = (successes as f64, trials as f64, 1.0 - p);
    if successes == 0 {
        return (n * (-p).ln_1p()).exp().min(1.0);
    }
    if successes == trials {
        return p.powf(n);
    }
    if p == 0.0 || q == 0.0 {
        return 0.0;
    }
    let rest = n - k;
    let exponent = stirling_error(n)
        - stirling_error(k)
        - stirling_error(rest)
        - deviance(k, n * p)
        - deviance(rest, n * q);
    (n / (2.0 * PI * k * rest)).sqrt() * exponent.exp()
}

/// The probability of at most `successes` in `trials`.
pub fn binomial_cdf(successes: u64, trials: u64, p: f64) -> f64 {
    binomial_tails(successes, trials, p).0
}

/// The probability of more than `successes` in `trials`.
///
/// ```
/// use hornbook_math::distributions::binomial_upper;
/// assert!((binomial_upper(8, 10, 0.5) - 11.0 / 1024.0).abs() < 1e-16);
/// ```
pub fn binomial_upper(successes: u64, trials: u64, p: f64) -> f64 {
    binomial_tails(successes, trials, p).1
}

/// At most `successes`, and more, as tails of a beta variable: the place of the `successes + 1`-th smallest of
/// `trials` numbers drawn evenly from 0 to 1.
fn binomial_tails(successes: u64, trials: u64, p: f64) -> (f64, f64) {
    if !(0.0..=1.0).contains(&p) {
        return (f64::NAN, f64::NAN);
    }
    if successes >= trials {
        return (1.0, 0.0);
    }
    let (more, at_most) = beta_tails(successes as f64 + 1.0, (trials - successes) as f64, p, 1.0 - p);
    (at_most, more)
}
