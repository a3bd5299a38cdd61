//! The distributions behind intervals and tests: normal, Student's t, beta and chi-square.
//!
//! Written by hand over libm's `erfc` and `lgamma`: statrs brings far more than is used here, and its `erfc` is
//! good to ten digits only. Everything here is good to about thirteen. A tail is computed as itself, never as
//! one minus the other, so small probabilities keep their digits. Arguments outside a function's domain give
//! NaN.

use std::f64::consts::{FRAC_1_SQRT_2, PI};

/// ln √(2π).
const LN_SQRT_TAU: f64 = 0.918_938_533_204_672_8;
/// Where a continued fraction or a series has converged.
const ENOUGH: f64 = 1e-16;
/// Terms allowed; the slowest case, a parameter of 10¹², needs about a million.
const TERMS: u32 = 4_000_000;
/// Steps allowed to an inverse. Halving from 1 to the smallest number takes 1074.
const STEPS: u32 = 1200;

/// The probability that a standard normal variable is at most `x`.
///
/// ```
/// use hornbook_math::distributions::normal_cdf;
/// assert!((normal_cdf(1.96) - 0.9750021048517795).abs() < 1e-15);
/// ```
pub fn normal_cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x * FRAC_1_SQRT_2)
}

/// The number a standard normal variable stays below with probability `p`.
///
/// A rough start (Abramowitz and Stegun 26.2.23, good to 4.5·10⁻⁴) and Halley's method, which triples the
/// digits at each step.
///
/// ```
/// use hornbook_math::distributions::normal_quantile;
/// assert!((normal_quantile(0.975) - 1.959963984540054).abs() < 1e-14);
/// ```
pub fn normal_quantile(p: f64) -> f64 {
    if !(0.0..=1.0).contains(&p) {
        return f64::NAN;
    }
    if p == 0.0 || p == 1.0 {
        return if p == 0.0 { f64::NEG_INFINITY } else { f64::INFINITY };
    }
    if p > 0.5 {
        return -normal_quantile(1.0 - p);
    }
    let t = (-2.0 * p.ln()).sqrt();
    let mut x = (2.515517 + t * (0.802853 + t * 0.010328))
        / (1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308)))
        - t;
    for _ in 0..3 {
        let density = (-0.5 * x * x - LN_SQRT_TAU).exp();
        // The density of the least numbers underflows; the start is then as good as it gets.
        if density <= 0.0 {
            break;
        }
        let newton = (normal_cdf(x) - p) / density;
        x -= newton / (1.0 + 0.5 * x * newton);
    }
    x
}

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
/// Newton's method inside a bracket that every step narrows; a step out of the bracket is replaced by halving.
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
    let (mut low, mut high) = (0.0, 1.0);
    let mut x = if near_zero < 0.5 { near_zero } else { a / (a + b) };
    for _ in 0..STEPS {
        let (below, above) = beta_tails(a, b, x, 1.0 - x);
        // The difference from the smaller tail keeps its digits.
        let excess = if p < 0.5 { below - p } else { (1.0 - p) - above };
        if excess == 0.0 {
            return x;
        }
        if excess > 0.0 {
            high = x;
        } else {
            low = x;
        }
        let slope = beta_density(a, b, x, 1.0 - x) / (x * (1.0 - x));
        let newton = x - excess / slope;
        let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
        if (next - x).abs() <= f64::EPSILON * x || next == low && next == high {
            return next;
        }
        x = next;
    }
    x
}

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

/// The regularised incomplete gamma functions $P(a, x)$ and $Q(a, x) = 1 - P(a, x)$.
pub fn gamma_tails(a: f64, x: f64) -> (f64, f64) {
    if !is_positive(a) || x.is_nan() || x < 0.0 {
        return (f64::NAN, f64::NAN);
    }
    if x == 0.0 || x.is_infinite() {
        return if x == 0.0 { (0.0, 1.0) } else { (1.0, 0.0) };
    }
    // x^a e^{-x} / Γ(a+1), by Loader's saddle point.
    let front = (-stirling_error(a) - deviance(a, x)).exp() / (2.0 * PI * a).sqrt();
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
        let fraction = continued_fraction(x + 1.0 - a, |n| {
            let n = f64::from(n);
            (n * (a - n), x + 1.0 - a + 2.0 * n)
        });
        let upper = (front * a / fraction).min(1.0);
        (1.0 - upper, upper)
    }
}

/// $I_x(a, b)$ and $1 - I_x(a, b)$, for `y` = 1 − `x` given apart so that neither loses digits.
fn beta_tails(a: f64, b: f64, x: f64, y: f64) -> (f64, f64) {
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
fn beta_density(a: f64, b: f64, x: f64, y: f64) -> f64 {
    let n = a + b;
    let exponent =
        stirling_error(n) - stirling_error(a) - stirling_error(b) - deviance(a, n * x) - deviance(b, n * y);
    (a * b / (2.0 * PI * n)).sqrt() * exponent.exp()
}

/// What Stirling's formula for ln Γ(z+1) leaves out.
fn stirling_error(z: f64) -> f64 {
    if z < 16.0 {
        return libm::lgamma(z + 1.0) - (z + 0.5) * z.ln() + z - LN_SQRT_TAU;
    }
    let s = 1.0 / (z * z);
    (1.0 / 12.0
        - s * (1.0 / 360.0
            - s * (1.0 / 1260.0 - s * (1.0 / 1680.0 - s * (1.0 / 1188.0 - s * 691.0 / 360_360.0)))))
        / z
}

/// $a \ln(a/m) + m - a$, without cancellation where `a` is near `m`.
fn deviance(a: f64, m: f64) -> f64 {
    let difference = a - m;
    if difference.abs() >= 0.1 * (a + m) {
        return a * (a / m).ln() - difference;
    }
    // ln(a/m) = 2 artanh(v) as a series in v = (a−m)/(a+m).
    let v = difference / (a + m);
    let mut sum = difference * v;
    let mut power = 2.0 * a * v;
    for n in 1..1000 {
        power *= v * v;
        let next = sum + power / f64::from(2 * n + 1);
        if next == sum {
            break;
        }
        sum = next;
    }
    sum
}

/// The continued fraction b₀ + a₁/(b₁ + a₂/(b₂ + …)) by Lentz's method; `term(n)` gives (aₙ, bₙ) from n = 1.
fn continued_fraction(first: f64, term: impl Fn(u32) -> (f64, f64)) -> f64 {
    const TINY: f64 = 1e-300;
    let nonzero = |x: f64| if x.abs() < TINY { TINY } else { x };
    let mut value = nonzero(first);
    let (mut up, mut down) = (value, 0.0);
    for n in 1..TERMS {
        let (a, b) = term(n);
        down = 1.0 / nonzero(b + a * down);
        up = nonzero(b + a / up);
        let change = up * down;
        value *= change;
        if (change - 1.0).abs() < 2.0 * ENOUGH {
            break;
        }
    }
    value
}

fn is_positive(x: f64) -> bool {
    x > 0.0 && x.is_finite()
}
