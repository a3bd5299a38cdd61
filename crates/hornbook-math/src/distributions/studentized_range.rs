//! The studentized range: how far apart the largest and the smallest of some normal variables are, in units of
//! their estimated standard deviation.

use super::normal::{normal_cdf, normal_quantile};
use super::numerics::{AS_GOOD_AS_INFINITE, LN_SQRT_TAU, solve, stirling_error};

/// Halving the step of a trapezoid rule squares its error on these integrands, so that two sums this near are
/// followed by one that is right to all digits.
const NEAR: f64 = 1e-9;
/// Halvings allowed.
const HALVINGS: u32 = 12;
/// Terms of an integral at most.
const MOST_TERMS: u32 = 1_000_000;
/// Where the terms of an integral no longer count.
const NEGLIGIBLE: f64 = 1e-18;

/// Points and weights of the Gauss-Legendre rule of ten points on −1 to 1; the points come in pairs.
const GAUSS_LEGENDRE: [(f64, f64); 5] = [
    (0.148_874_338_981_631_2, 0.295_524_224_714_752_9),
    (0.433_395_394_129_247_2, 0.269_266_719_309_996_3),
    (0.679_409_568_299_024_4, 0.219_086_362_515_982_05),
    (0.865_063_366_688_984_5, 0.149_451_349_150_580_6),
    (0.973_906_528_517_171_7, 0.066_671_344_308_688_1),
];

/// The probability that the studentized range of `groups` variables is at most `q`.
///
/// `degrees` are those of the estimated standard deviation; infinitely many mean that it is known.
pub fn studentized_range_cdf(q: f64, groups: u32, degrees: f64) -> f64 {
    tail(q, groups, degrees, within)
}

/// The probability that the studentized range of `groups` variables is more than `q`: the p-value of Tukey's and
/// Nemenyi's comparisons.
///
/// ```
/// use hornbook_math::distributions::studentized_range_upper;
/// let q = 2.569031772546483 * 2f64.sqrt();
/// assert!((studentized_range_upper(q, 4, f64::INFINITY) - 0.05).abs() < 1e-14);
/// ```
pub fn studentized_range_upper(q: f64, groups: u32, degrees: f64) -> f64 {
    tail(q, groups, degrees, beyond)
}

/// The number that the studentized range of `groups` variables stays below with probability `p`.
///
/// ```
/// use hornbook_math::distributions::studentized_range_quantile;
/// let q = studentized_range_quantile(0.95, 10, f64::INFINITY);
/// assert!((q / 2f64.sqrt() - 3.163683577053372).abs() < 1e-12);
/// ```
pub fn studentized_range_quantile(p: f64, groups: u32, degrees: f64) -> f64 {
    if !(0.0..=1.0).contains(&p) || !are_parameters(groups, degrees) {
        return f64::NAN;
    }
    if p == 0.0 || p == 1.0 {
        return if p == 0.0 { 0.0 } else { f64::INFINITY };
    }
    // Bonferroni's bound for normal variables: near enough to start from, whatever the degrees.
    let pairs = 0.5 * f64::from(groups) * f64::from(groups - 1);
    let start = -normal_quantile(0.5 * (1.0 - p) / pairs) * std::f64::consts::SQRT_2;
    solve(start.max(1e-3), 0.0, f64::INFINITY, 1e-14, |q| {
        let excess = if p < 0.5 {
            studentized_range_cdf(q, groups, degrees) - p
        } else {
            (1.0 - p) - studentized_range_upper(q, groups, degrees)
        };
        let derivative = over_scales(degrees, 1.0 + q, |scale| scale * density(q * scale, groups));
        (excess, derivative)
    })
}

fn tail(q: f64, groups: u32, degrees: f64, known: fn(f64, u32) -> f64) -> f64 {
    if q.is_nan() || !are_parameters(groups, degrees) {
        return f64::NAN;
    }
    if q <= 0.0 || q.is_infinite() {
        return known(q, groups);
    }
    over_scales(degrees, 1.0, |scale| known(q * scale, groups)).min(1.0)
}

fn are_parameters(groups: u32, degrees: f64) -> bool {
    groups >= 2 && degrees > 0.0
}

/// $k \int \varphi(z) \, [\Phi(z) - \Phi(z - q)]^{k-1} dz$: the largest is at `z`, the others within `q` below it.
fn within(q: f64, groups: u32) -> f64 {
    if q <= 0.0 || q.is_infinite() {
        return if q <= 0.0 { 0.0 } else { 1.0 };
    }
    over_the_largest(q, groups, |z, others| normal_difference(z, q).powf(others))
}

/// The rest to 1, as $k \int \varphi(z) \, (\Phi(z)^{k-1} - [\Phi(z) - \Phi(z - q)]^{k-1}) dz$, whose terms are all
/// positive.
fn beyond(q: f64, groups: u32) -> f64 {
    if q <= 0.0 || q.is_infinite() {
        return if q <= 0.0 { 1.0 } else { 0.0 };
    }
    over_the_largest(q, groups, |z, others| {
        let below = normal_cdf(z);
        let far_below = normal_cdf(z - q) / below;
        -below.powf(others) * (others * (-far_below).ln_1p()).exp_m1()
    })
}

/// The derivative of `within` in `q`.
fn density(q: f64, groups: u32) -> f64 {
    over_the_largest(q, groups, |z, others| {
        others * normal_density(z - q) * normal_difference(z, q).powf(others - 1.0)
    })
}

/// $k \int \varphi(z) f(z, k - 1) dz$.
fn over_the_largest(q: f64, groups: u32, f: impl Fn(f64, f64) -> f64) -> f64 {
    let k = f64::from(groups);
    // Beyond nine standard deviations of the largest, or of the smallest, nothing is left.
    let (low, high) = (-9.0, 9.0 + q.min(40.0));
    k * halved(0.5, |step, start| {
        let mut sum = 0.0;
        let mut z = low + start;
        while z <= high {
            sum += normal_density(z) * f(z, k - 1.0);
            z += step;
        }
        sum
    })
}

/// The mean of `f` over the estimated standard deviation $s$, whose square is chi-square over its degrees.
///
/// In $t = \ln s$ the density falls off exponentially to the left and faster to the right, as the trapezoid rule
/// likes it. `bound` is the most that `f` can be.
fn over_scales(degrees: f64, bound: f64, f: impl Fn(f64) -> f64) -> f64 {
    if degrees >= AS_GOOD_AS_INFINITE {
        return f(1.0);
    }
    let half = 0.5 * degrees;
    // The density of t at 0: 2 (ν/2)^{ν/2} e^{-ν/2} / Γ(ν/2), by Stirling's formula.
    let peak = (half.ln() * 0.5 - LN_SQRT_TAU - stirling_error(half)).exp() * 2.0;
    let weight = |t: f64| peak * (half * (2.0 * t - (2.0 * t).exp_m1())).exp();
    halved((0.5f64).min(1.0 / degrees.sqrt()), |step, start| {
        let mut sum = 0.0;
        for (first, direction) in [(start, 1.0), (start - step, -1.0)] {
            let mut t = first;
            // Few degrees of freedom have weights that hardly fall; no more than these are looked at.
            for _ in 0..MOST_TERMS {
                let weight = weight(t);
                if weight * bound <= NEGLIGIBLE * sum {
                    break;
                }
                sum += weight * f(t.exp());
                t += direction * step;
            }
        }
        sum
    })
}

/// A trapezoid rule whose step is halved until the sum stands still. `sum(step, start)` adds the function at
/// `start` + any integer of steps.
fn halved(first: f64, sum: impl Fn(f64, f64) -> f64) -> f64 {
    let mut step = first;
    let mut total = sum(step, 0.0);
    for _ in 0..HALVINGS {
        let between = sum(step, 0.5 * step);
        let change = between - total;
        total += between;
        step *= 0.5;
        if change.abs() <= NEAR * total {
            break;
        }
    }
    total * step
}

fn normal_density(x: f64) -> f64 {
    (-0.5 * x * x - LN_SQRT_TAU).exp()
}

/// $\Phi(z) - \Phi(z - q)$ without cancellation: from the nearer tail, or for near arguments as the integral of the
/// density.
fn normal_difference(z: f64, q: f64) -> f64 {
    if q > 1.0 {
        let (low, high) = if z > q { (-z, q - z) } else { (z - q, z) };
        return normal_cdf(high) - normal_cdf(low);
    }
    let (middle, half) = (z - 0.5 * q, 0.5 * q);
    half * GAUSS_LEGENDRE
        .iter()
        .map(|(place, weight)| {
            weight * (normal_density(middle - half * place) + normal_density(middle + half * place))
        })
        .sum::<f64>()
}
