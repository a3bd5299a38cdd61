//! The normal distribution.

use super::checks::{finite, positive};
use super::fitting::WeightedSample;
use super::numerics::{LN_SQRT_TAU, continued_fraction};
use super::sampling::standard_normal;
use super::univariate::{Tail, Univariate};
use hornbook_core::{Result, Rng};
use std::f64::consts::FRAC_1_SQRT_2;

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
    if p == 0.5 {
        return 0.0;
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

/// The logarithm of [`normal_cdf`], which stays finite where the probability is too small for a number.
///
/// ```
/// use hornbook_math::distributions::ln_normal_cdf;
/// assert!((ln_normal_cdf(-100.0) + 5005.524208694205).abs() < 1e-9);
/// ```
pub fn ln_normal_cdf(x: f64) -> f64 {
    if x > 0.0 {
        return (-normal_cdf(-x)).ln_1p();
    }
    if x > -5.0 || x == f64::NEG_INFINITY {
        return normal_cdf(x).ln();
    }
    // Mills' ratio as a continued fraction.
    let ratio = continued_fraction(-x, |n| (f64::from(n), -x));
    -0.5 * x * x - LN_SQRT_TAU - ratio.ln()
}

/// The normal distribution by its mean and standard deviation.
///
/// $$p(x) = \frac{1}{\sqrt{2\pi}\,\sigma} \exp\left(-\frac{(x-\mu)^2}{2\sigma^2}\right)$$
///
/// ```
/// use hornbook_math::distributions::{Normal, Univariate};
/// let heights = Normal::new(0.0, 2.0)?;
/// assert!((heights.density(1.0) - 0.17603266338214973).abs() < 1e-15);
/// assert!((heights.cdf(1.0) - 0.6914624612740131).abs() < 1e-15);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Normal {
    mean: f64,
    deviation: f64,
}

impl Normal {
    /// From the mean and the standard deviation, which is above 0.
    pub fn new(mean: f64, deviation: f64) -> Result<Normal> {
        Ok(Normal {
            mean: finite("normal", "mean", mean)?,
            deviation: positive("normal", "deviation", deviation)?,
        })
    }

    /// The maximum-likelihood estimate: the mean, and the standard deviation with divisor n.
    pub fn fit(values: &[f64], weights: Option<&[f64]>) -> Result<Normal> {
        let sample = WeightedSample::numbers(values, weights)?.spread()?;
        let mean = sample.mean();
        Normal::new(mean, sample.variance(mean).sqrt())
    }

    /// How many deviations `x` is above the mean.
    pub fn standardize(&self, x: f64) -> f64 {
        (x - self.mean) / self.deviation
    }

    /// This distribution as the prior of a mean, after `values` of a known `variance` were seen.
    ///
    /// ```
    /// use hornbook_math::distributions::{Normal, Univariate};
    /// let posterior = Normal::new(0.0, 2.0)?.posterior(&[4.0, 6.0, 5.0, 7.0, 8.0], 2.0)?;
    /// assert!((posterior.mean() - 60.0 / 11.0).abs() < 1e-14);
    /// assert!((posterior.variance() - 4.0 / 11.0).abs() < 1e-14);
    /// assert!((posterior.predictive(2.0)?.variance() - 26.0 / 11.0).abs() < 1e-14);
    /// # Ok::<(), hornbook_core::Error>(())
    /// ```
    pub fn posterior(&self, values: &[f64], variance: f64) -> Result<Normal> {
        positive("normal", "variance", variance)?;
        if values.is_empty() {
            return Ok(self.clone());
        }
        let sample = WeightedSample::numbers(values, None)?;
        let (before, seen) = (self.deviation.powi(-2), sample.total() / variance);
        let mean = (before * self.mean + seen * sample.mean()) / (before + seen);
        Normal::new(mean, (before + seen).sqrt().recip())
    }

    /// This distribution as that of a mean: the distribution of the next value of a known `variance`.
    pub fn predictive(&self, variance: f64) -> Result<Normal> {
        positive("normal", "variance", variance)?;
        Normal::new(self.mean, (self.deviation * self.deviation + variance).sqrt())
    }
}

impl Univariate for Normal {
    fn support(&self) -> (f64, f64) {
        (f64::NEG_INFINITY, f64::INFINITY)
    }

    fn ln_density(&self, x: f64) -> f64 {
        let z = self.standardize(x);
        -0.5 * z * z - LN_SQRT_TAU - self.deviation.ln()
    }

    fn density(&self, x: f64) -> f64 {
        let z = self.standardize(x);
        (-0.5 * z * z - LN_SQRT_TAU).exp() / self.deviation
    }

    fn tails(&self, x: f64) -> (f64, f64) {
        let z = self.standardize(x);
        (normal_cdf(z), normal_cdf(-z))
    }

    fn ln_cdf(&self, x: f64) -> f64 {
        ln_normal_cdf(self.standardize(x))
    }

    fn ln_upper(&self, x: f64) -> f64 {
        ln_normal_cdf(-self.standardize(x))
    }

    fn point(&self, tail: Tail) -> f64 {
        self.mean + self.deviation * standard_point(tail)
    }

    fn mean(&self) -> f64 {
        self.mean
    }

    fn variance(&self) -> f64 {
        self.deviation * self.deviation
    }

    fn deviation(&self) -> f64 {
        self.deviation
    }

    fn skewness(&self) -> f64 {
        0.0
    }

    fn kurtosis(&self) -> f64 {
        0.0
    }

    fn entropy(&self) -> f64 {
        0.5 + LN_SQRT_TAU + self.deviation.ln()
    }

    fn mode(&self) -> f64 {
        self.mean
    }

    fn sample(&self, rng: &mut Rng) -> f64 {
        self.mean + self.deviation * standard_normal(rng)
    }
}

/// The point of a standard normal variable with this tail.
fn standard_point(tail: Tail) -> f64 {
    match tail {
        Tail::Lower(p) => normal_quantile(p),
        Tail::Upper(p) => -normal_quantile(p),
    }
}
