//! The exponential distribution.

use super::checks::positive;
use super::fitting::WeightedSample;
use super::univariate::{Tail, Univariate, ln_density_outside, tails_outside};
use hornbook_core::{Error, Result};

/// The waiting time for an event that comes at a constant rate.
///
/// ```
/// use hornbook_math::distributions::{Exponential, Univariate};
/// let decay = Exponential::new(2.0)?;
/// assert_eq!(decay.mean(), 0.5);
/// assert!((decay.upper(400.0) - (-800f64).exp()).abs() < 1e-300);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Exponential {
    rate: f64,
}

impl Exponential {
    /// From the rate, which is above 0.
    pub fn new(rate: f64) -> Result<Exponential> {
        Ok(Exponential { rate: positive("exponential", "rate", rate)? })
    }

    /// The maximum-likelihood estimate: one over the mean.
    pub fn fit(values: &[f64], weights: Option<&[f64]>) -> Result<Exponential> {
        let mean = WeightedSample::new(values, weights, |x| x >= 0.0, "numbers of at least 0")?.mean();
        if mean > 0.0 {
            return Exponential::new(mean.recip());
        }
        Err(Error::data("all values that count are 0", "give at least one above 0"))
    }

    /// The rate.
    pub fn rate(&self) -> f64 {
        self.rate
    }
}

impl Univariate for Exponential {
    fn support(&self) -> (f64, f64) {
        (0.0, f64::INFINITY)
    }

    fn ln_density(&self, x: f64) -> f64 {
        ln_density_outside(x, self.support()).unwrap_or_else(|| self.rate.ln() - self.rate * x)
    }

    fn density(&self, x: f64) -> f64 {
        ln_density_outside(x, self.support()).map_or_else(|| self.rate * (-self.rate * x).exp(), f64::exp)
    }

    fn tails(&self, x: f64) -> (f64, f64) {
        tails_outside(x, self.support())
            .unwrap_or_else(|| (-(-self.rate * x).exp_m1(), (-self.rate * x).exp()))
    }

    fn ln_upper(&self, x: f64) -> f64 {
        -self.rate * if x < 0.0 { 0.0 } else { x }
    }

    fn point(&self, tail: Tail) -> f64 {
        let time = match tail {
            Tail::Lower(p) => -(-p).ln_1p(),
            Tail::Upper(p) => -p.ln(),
        };
        time / self.rate
    }

    fn mean(&self) -> f64 {
        self.rate.recip()
    }

    fn variance(&self) -> f64 {
        (self.rate * self.rate).recip()
    }

    fn skewness(&self) -> f64 {
        2.0
    }

    fn kurtosis(&self) -> f64 {
        6.0
    }

    fn entropy(&self) -> f64 {
        1.0 - self.rate.ln()
    }

    fn mode(&self) -> f64 {
        0.0
    }
}
