//! Special functions: the gamma function and its kin, binomial coefficients, sums of powers of e.

use crate::distributions::numerics::{LN_SQRT_TAU, stirling_error};
use std::f64::consts::PI;

/// From here the asymptotic series of the gamma function's kin are exact to rounding.
const LARGE: f64 = 16.0;
/// Euler's constant.
pub(crate) const EULER: f64 = 0.577_215_664_901_532_9;

/// The gamma function: $\Gamma(n) = (n-1)!$, and between integers $\Gamma(x+1) = x\,\Gamma(x)$ still.
///
/// ```
/// use hornbook_math::special::gamma;
/// assert_eq!(gamma(5.0), 24.0);
/// assert!((gamma(0.5) - std::f64::consts::PI.sqrt()).abs() < 1e-15);
/// ```
pub fn gamma(x: f64) -> f64 {
    libm::tgamma(x)
}

/// The natural logarithm of the absolute value of the [`gamma`] function.
pub fn ln_gamma(x: f64) -> f64 {
    libm::lgamma(x)
}

/// The logarithm of the multivariate gamma function of so many dimensions,
/// $\Gamma_d(x) = \pi^{d(d-1)/4} \prod_{j=1}^d \Gamma(x - (j-1)/2)$ for $x > (d-1)/2$; NaN elsewhere.
///
/// ```
/// use hornbook_math::special::{ln_gamma, ln_multivariate_gamma};
/// assert_eq!(ln_multivariate_gamma(1, 3.2), ln_gamma(3.2));
/// ```
pub fn ln_multivariate_gamma(dimensions: usize, x: f64) -> f64 {
    let d = dimensions as f64;
    if x.is_nan() || x <= 0.5 * (d - 1.0) {
        return f64::NAN;
    }
    (0..dimensions).map(|j| ln_gamma(x - 0.5 * j as f64)).sum::<f64>() + 0.25 * d * (d - 1.0) * PI.ln()
}

/// The logarithm of the beta function $B(a, b) = \Gamma(a)\Gamma(b)/\Gamma(a+b)$ of positive numbers, without the
/// difference of large logarithms.
///
/// ```
/// use hornbook_math::special::ln_beta;
/// assert!((ln_beta(2.0, 3.0) + 12f64.ln()).abs() < 1e-15);
/// ```
pub fn ln_beta(a: f64, b: f64) -> f64 {
    if !(a > 0.0 && b > 0.0) {
        return f64::NAN;
    }
    let n = a + b;
    let errors = stirling_error(a) + stirling_error(b) - stirling_error(n);
    LN_SQRT_TAU + 0.5 * (n / a / b).ln() - a * (b / a).ln_1p() - b * (a / b).ln_1p() + errors
}

/// The digamma function $\psi(x) = \mathrm{d} \ln\Gamma(x) / \mathrm{d}x$ of a positive number; NaN elsewhere.
///
/// ```
/// use hornbook_math::special::digamma;
/// assert!((digamma(1.0) + 0.5772156649015329).abs() < 1e-15);
/// ```
pub fn digamma(x: f64) -> f64 {
    if x.is_nan() || x <= 0.0 {
        return f64::NAN;
    }
    if x < LARGE {
        // ψ(x) = ψ(x + steps) − Σ 1/(x + i), the small terms first.
        let steps = (LARGE - x).ceil();
        let sum: f64 = (0..steps as u32).rev().map(|i| 1.0 / (x + f64::from(i))).sum();
        return digamma(x + steps) - sum;
    }
    x.ln() - 0.5 / x - digamma_rest(x)
}

/// The trigamma function $\psi'(x)$ of a positive number; NaN elsewhere.
///
/// ```
/// use hornbook_math::special::trigamma;
/// assert!((trigamma(1.0) - std::f64::consts::PI.powi(2) / 6.0).abs() < 1e-15);
/// ```
pub fn trigamma(x: f64) -> f64 {
    if x.is_nan() || x <= 0.0 {
        return f64::NAN;
    }
    if x < LARGE {
        let steps = (LARGE - x).ceil();
        let sum: f64 = (0..steps as u32).rev().map(|i| (x + f64::from(i)).powi(-2)).sum();
        return trigamma(x + steps) + sum;
    }
    let s = 1.0 / (x * x);
    let tail = s
        * (1.0 / 6.0
            - s * (1.0 / 30.0
                - s * (1.0 / 42.0
                    - s * (1.0 / 30.0 - s * (5.0 / 66.0 - s * (691.0 / 2730.0 - s * 7.0 / 6.0))))));
    (1.0 + 0.5 / x + tail) / x
}

/// The positive number whose [`digamma`] is `y`, by Newton's method from Minka's start.
///
/// ```
/// use hornbook_math::special::{digamma, inverse_digamma};
/// assert!((inverse_digamma(digamma(2.5)) - 2.5).abs() < 1e-14);
/// ```
pub fn inverse_digamma(y: f64) -> f64 {
    let mut x = if y > -2.22 { y.exp() + 0.5 } else { -1.0 / (y + EULER) };
    for _ in 0..8 {
        x -= (digamma(x) - y) / trigamma(x);
    }
    x
}

/// $\ln x - \psi(x)$, without cancellation where `x` is large.
pub(crate) fn ln_less_digamma(x: f64) -> f64 {
    if x < LARGE { x.ln() - digamma(x) } else { 0.5 / x + digamma_rest(x) }
}

/// $\ln x - 1/(2x) - \psi(x)$ for a large `x`.
fn digamma_rest(x: f64) -> f64 {
    let s = 1.0 / (x * x);
    s * (1.0 / 12.0
        - s * (1.0 / 120.0
            - s * (1.0 / 252.0 - s * (1.0 / 240.0 - s * (1.0 / 132.0 - s * (691.0 / 32_760.0 - s / 12.0))))))
}

/// The entropy of a gamma variable of rate 1, $a + \ln\Gamma(a) + (1-a)\,\psi(a)$. Those of the beta, Dirichlet and F
/// distributions are sums of it, so large parameters cost them no digits either.
pub(crate) fn gamma_entropy(a: f64) -> f64 {
    if a < LARGE {
        return a + ln_gamma(a) + (1.0 - a) * digamma(a);
    }
    0.5 * a.ln() + LN_SQRT_TAU + stirling_error(a) + 0.5 - 0.5 / a + (a - 1.0) * digamma_rest(a)
}

/// How many ways there are to choose `k` of `n` things; exact as long as a number can hold it.
///
/// ```
/// use hornbook_math::special::binomial_coefficient;
/// assert_eq!(binomial_coefficient(52, 5), 2_598_960.0);
/// ```
pub fn binomial_coefficient(n: u64, k: u64) -> f64 {
    if k > n {
        return 0.0;
    }
    let mut ways = 1u128;
    for i in 1..=k.min(n - k) {
        // Every product of i neighbors is a multiple of i!.
        match ways.checked_mul(u128::from(n - i + 1)) {
            Some(product) => ways = product / u128::from(i),
            None => return ln_binomial_coefficient(n, k).exp(),
        }
    }
    ways as f64
}

/// The logarithm of the [`binomial_coefficient`], which does not overflow; minus infinity for more than all.
pub fn ln_binomial_coefficient(n: u64, k: u64) -> f64 {
    if k > n {
        return f64::NEG_INFINITY;
    }
    if k == 0 || k == n {
        return 0.0;
    }
    let (n, k) = (n as f64, k as f64);
    -ln_beta(n - k + 1.0, k + 1.0) - n.ln_1p()
}

/// $\ln \sum_i e^{v_i}$ without overflow; minus infinity for no values.
///
/// ```
/// use hornbook_math::special::log_sum_exp;
/// assert!((log_sum_exp(&[1000.0, 1000.0]) - 1000.0 - 2f64.ln()).abs() < 1e-12);
/// ```
pub fn log_sum_exp(values: &[f64]) -> f64 {
    if values.iter().any(|v| v.is_nan()) {
        return f64::NAN;
    }
    let largest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if largest.is_infinite() {
        return largest;
    }
    largest + values.iter().map(|v| (v - largest).exp()).sum::<f64>().ln()
}
/// $e^x$ of a number that is at most 0, by plain arithmetic that the compiler can do on many numbers at once; see
/// [`simd`](crate::simd). Good to 15 digits down to −708; below it stays at the least, about $10^{-308}$. NaN stays NaN or
/// becomes that least.
///
/// ```
/// use hornbook_math::special::exp_of_negative;
/// assert!((exp_of_negative(-1.0) * std::f64::consts::E - 1.0).abs() < 1e-15);
/// assert_eq!(exp_of_negative(0.0), 1.0);
/// ```
#[inline(always)]
pub fn exp_of_negative(x: f64) -> f64 {
    // ln 2 in two parts, the first with so few digits that its multiples are exact.
    const LN_2_HIGH: f64 = 0.693_147_180_369_123_8;
    const LN_2_LOW: f64 = 1.908_214_929_270_587_7e-10;
    // A number this large has no digits after the point: adding it rounds, and leaves the integer in the last bits.
    const ROUNDING: f64 = 6_755_399_441_055_744.0;
    let x = x.max(-708.0);
    let shifted = x * std::f64::consts::LOG2_E + ROUNDING;
    let whole = shifted - ROUNDING;
    let rest = (x - whole * LN_2_HIGH) - whole * LN_2_LOW;
    // The series of the exponential, written out: a loop over the terms would keep the compiler from doing many numbers at once.
    let series = 1.0 / 6_227_020_800.0;
    let series = series * rest + 1.0 / 479_001_600.0;
    let series = series * rest + 1.0 / 39_916_800.0;
    let series = series * rest + 1.0 / 3_628_800.0;
    let series = series * rest + 1.0 / 362_880.0;
    let series = series * rest + 1.0 / 40_320.0;
    let series = series * rest + 1.0 / 5040.0;
    let series = series * rest + 1.0 / 720.0;
    let series = series * rest + 1.0 / 120.0;
    let series = series * rest + 1.0 / 24.0;
    let series = series * rest + 1.0 / 6.0;
    let series = series * rest + 0.5;
    let series = series * rest + 1.0;
    let series = series * rest + 1.0;
    let power = f64::from_bits((shifted.to_bits().wrapping_add(1023)) << 52);
    series * power
}

#[cfg(test)]
mod exponential_tests {
    use super::exp_of_negative;

    #[test]
    fn agrees_with_the_exponential() {
        for step in 0..70_000 {
            let x = -f64::from(step) * 0.010_113;
            let (found, expected) = (exp_of_negative(x), x.exp());
            assert!((found / expected - 1.0).abs() < 1e-15, "{x}: {found} for {expected}");
        }
        assert_eq!(exp_of_negative(-0.0), 1.0);
        assert_eq!(exp_of_negative(f64::NEG_INFINITY), exp_of_negative(-708.0));
        assert!(exp_of_negative(-708.0) < 1e-307 && exp_of_negative(-708.0) > 0.0);
        assert!((exp_of_negative(-1e-300) - 1.0).abs() < 1e-15);
    }
}
