//! Integrals, for what has no formula.

use std::f64::consts::FRAC_PI_2;

/// Levels of halving the step; the last has about 1600 points.
const LEVELS: u32 = 8;

/// $\int_a^b f(x)\,\mathrm{d}x$ of a function that is smooth inside; ends may be infinite, and the function may be
/// infinite at a finite end.
///
/// By the double exponential rule, which halves its step until the answer stays the same. Split an integral where the
/// function has a kink. NaN if an end is, or if the function is inside.
///
/// ```
/// use hornbook_math::probability::integrate;
/// assert!((integrate(|x| x.sqrt().recip(), 0.0, 1.0) - 2.0).abs() < 1e-7);
/// assert!((integrate(|x| (-x * x).exp(), f64::NEG_INFINITY, f64::INFINITY).powi(2)
///     - std::f64::consts::PI).abs() < 1e-12);
/// ```
pub fn integrate(f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() {
        return f64::NAN;
    }
    if a == b {
        return 0.0;
    }
    if a > b {
        return -integrate(f, b, a);
    }
    // The point of each t and how fast it moves; far t crowd toward the ends.
    let at = |t: f64| -> (f64, f64) {
        let (inner, speed) = (FRAC_PI_2 * t.sinh(), FRAC_PI_2 * t.cosh());
        match (a.is_finite(), b.is_finite()) {
            (true, true) => {
                let (half, cosh) = (0.5 * (b - a), inner.cosh());
                // From the nearer end, so that the distance to it keeps its digits.
                let gap = half * (-inner.abs()).exp() / cosh;
                (if t < 0.0 { a + gap } else { b - gap }, half * speed / (cosh * cosh))
            }
            (true, false) => (a + inner.exp(), speed * inner.exp()),
            (false, true) => (b - inner.exp(), speed * inner.exp()),
            (false, false) => (inner.sinh(), speed * inner.cosh()),
        }
    };
    let term = |t: f64| {
        let (x, speed) = at(t);
        let value = if x > a && x < b && speed > 0.0 && speed.is_finite() { f(x) * speed } else { 0.0 };
        if value.is_infinite() { 0.0 } else { value }
    };
    const REACH: f64 = 6.0;
    let sum = |step: f64, first: f64, stride: f64| -> f64 {
        let count = (REACH / step) as i64;
        (-count..=count).map(|i| first + stride * i as f64).filter(|t| t.abs() <= REACH).map(term).sum()
    };
    let mut step = 0.5;
    let mut total = sum(step, 0.0, step);
    let mut before = step * total;
    for level in 0..LEVELS {
        // The points between those there are.
        total += sum(step, 0.5 * step, step);
        step *= 0.5;
        let now = step * total;
        if level > 1 && (now - before).abs() <= 1e-14 * now.abs() {
            return now;
        }
        before = now;
    }
    before
}

/// The mean of `g` under a density on an interval: $\int g(x)\, p(x)\, \mathrm{d}x$. With `g` = 1 it is a probability,
/// with `g` = x the mean.
///
/// ```
/// use hornbook_math::probability::expectation;
/// let density = |x: f64| 2.0 * x;
/// assert!((expectation(density, 0.0, 1.0, |x| x) - 2.0 / 3.0).abs() < 1e-14);
/// ```
pub fn expectation(density: impl Fn(f64) -> f64, low: f64, high: f64, g: impl Fn(f64) -> f64) -> f64 {
    integrate(|x| density(x) * g(x), low, high)
}
