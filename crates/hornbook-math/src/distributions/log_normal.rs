//! The log-normal distribution.

use super::fitting::WeightedSample;
use super::normal::Normal;
use super::univariate::{Tail, Univariate, ln_density_outside, tails_outside};
use hornbook_core::{Result, Rng};

/// The distribution of a number whose logarithm is normal.
///
/// ```
/// use hornbook_math::distributions::{LogNormal, Univariate};
/// let incomes = LogNormal::new(0.0, 1.0)?;
/// assert!((incomes.quantile(0.5) - 1.0).abs() < 1e-15);
/// assert!((incomes.mean() - 0.5f64.exp()).abs() < 1e-15);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct LogNormal {
    logarithm: Normal,
}

impl LogNormal {
    /// From the mean and the standard deviation of the logarithm.
    pub fn new(mean: f64, deviation: f64) -> Result<LogNormal> {
        Ok(LogNormal { logarithm: Normal::new(mean, deviation)? })
    }

    /// The maximum-likelihood estimate, from positive values.
    pub fn fit(values: &[f64], weights: Option<&[f64]>) -> Result<LogNormal> {
        let sample = WeightedSample::positive(values, weights)?.spread()?;
        let mean = sample.mean_of(f64::ln);
        LogNormal::new(mean, sample.mean_of(|x| (x.ln() - mean).powi(2)).sqrt())
    }

    /// The distribution of the logarithm.
    pub fn logarithm(&self) -> &Normal {
        &self.logarithm
    }
}

impl Univariate for LogNormal {
    fn support(&self) -> (f64, f64) {
        (0.0, f64::INFINITY)
    }

    fn ln_density(&self, x: f64) -> f64 {
        match ln_density_outside(x, self.support()) {
            Some(outside) => outside,
            None if x == 0.0 => f64::NEG_INFINITY,
            None => self.logarithm.ln_density(x.ln()) - x.ln(),
        }
    }

    fn tails(&self, x: f64) -> (f64, f64) {
        tails_outside(x, self.support()).unwrap_or_else(|| self.logarithm.tails(x.ln()))
    }

    fn ln_cdf(&self, x: f64) -> f64 {
        if x < 0.0 { f64::NEG_INFINITY } else { self.logarithm.ln_cdf(x.ln()) }
    }

    fn ln_upper(&self, x: f64) -> f64 {
        if x < 0.0 { 0.0 } else { self.logarithm.ln_upper(x.ln()) }
    }

    fn point(&self, tail: Tail) -> f64 {
        self.logarithm.point(tail).exp()
    }

    fn mean(&self) -> f64 {
        (self.logarithm.mean() + 0.5 * self.logarithm.variance()).exp()
    }

    fn variance(&self) -> f64 {
        let square = self.logarithm.variance();
        square.exp_m1() * (2.0 * self.logarithm.mean() + square).exp()
    }

    fn skewness(&self) -> f64 {
        let square = self.logarithm.variance();
        (square.exp() + 2.0) * square.exp_m1().sqrt()
    }

    fn kurtosis(&self) -> f64 {
        let power = |n: f64| (n * self.logarithm.variance()).exp_m1();
        power(4.0) + 2.0 * power(3.0) + 3.0 * power(2.0)
    }

    fn entropy(&self) -> f64 {
        self.logarithm.entropy() + self.logarithm.mean()
    }

    fn mode(&self) -> f64 {
        (self.logarithm.mean() - self.logarithm.variance()).exp()
    }

    fn sample(&self, rng: &mut Rng) -> f64 {
        self.logarithm.sample(rng).exp()
    }
}
