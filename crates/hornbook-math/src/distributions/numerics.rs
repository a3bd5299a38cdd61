//! What the distributions are computed with.

/// ln √(2π).
pub(crate) const LN_SQRT_TAU: f64 = 0.918_938_533_204_672_8;
/// Where a continued fraction or a series has converged.
pub(crate) const ENOUGH: f64 = 1e-16;
/// Terms allowed; the slowest case, a parameter of 10¹², needs about a million.
pub(crate) const TERMS: u32 = 4_000_000;
/// Parameters beyond this have tails by their expansion for large ones: series and continued fractions take a number of terms
/// that grows with the root of the parameter, and their products overflow. What the expansion leaves out is below 10⁻¹².
pub(crate) const MANY: f64 = 1e9;
/// Degrees of freedom so many times the other ones, or 1, are as good as infinitely many.
pub(crate) const AS_GOOD_AS_INFINITE: f64 = 1e15;
/// Steps allowed to an inverse. Halving from 1 to the smallest number takes 1074.
const STEPS: u32 = 1200;

/// What Stirling's formula for ln Γ(z+1) leaves out.
pub(crate) fn stirling_error(z: f64) -> f64 {
    if z < 16.0 {
        return libm::lgamma(z + 1.0) - (z + 0.5) * z.ln() + z - LN_SQRT_TAU;
    }
    let s = 1.0 / (z * z);
    (1.0 / 12.0
        - s * (1.0 / 360.0
            - s * (1.0 / 1260.0 - s * (1.0 / 1680.0 - s * (1.0 / 1188.0 - s * 691.0 / 360_360.0)))))
        / z
}

/// $a \ln(a/m) + m - a$, without cancellation where `a` is near `m`; `m` where `a` is zero.
pub(crate) fn deviance(a: f64, m: f64) -> f64 {
    if a == 0.0 {
        return m;
    }
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
pub(crate) fn continued_fraction(first: f64, term: impl Fn(u32) -> (f64, f64)) -> f64 {
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

/// Where an increasing function is zero, between `low` and `high`; `high` may be infinite. `excess(x)` gives the
/// function and its derivative.
///
/// Newton's method inside a bracket that every step narrows; a step out of the bracket is replaced by halving it,
/// or by doubling `x` while the bracket has no end. It stops where a step is at most `tolerance` of `x`.
pub(crate) fn solve(
    start: f64,
    mut low: f64,
    mut high: f64,
    tolerance: f64,
    excess: impl Fn(f64) -> (f64, f64),
) -> f64 {
    let mut x = start;
    for _ in 0..STEPS {
        let (value, derivative) = excess(x);
        if value == 0.0 {
            return x;
        }
        if value > 0.0 {
            high = x;
        } else {
            low = x;
        }
        let newton = x - value / derivative;
        let next = if newton > low && newton < high {
            newton
        } else if high.is_infinite() {
            2.0 * x
        } else {
            0.5 * (low + high)
        };
        if (next - x).abs() <= tolerance * x || next == low && next == high {
            return next;
        }
        x = next;
    }
    x
}

pub(crate) fn is_positive(x: f64) -> bool {
    x > 0.0 && x.is_finite()
}
