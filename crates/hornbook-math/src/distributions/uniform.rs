//! The uniform distribution.

use super::checks::{finite, wrong};
use super::fitting::WeightedSample;
use super::univariate::{Tail, Univariate, ln_density_outside, tails_outside};
use hornbook_core::Result;

/// Every number between two ends alike.
///
/// ```
/// use hornbook_math::distributions::{Uniform, Univariate};
/// let waiting = Uniform::new(0.0, 10.0)?;
/// assert_eq!((waiting.cdf(4.0), waiting.mean()), (0.4, 5.0));
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Uniform {
    low: f64,
    high: f64,
}

impl Uniform {
    /// From the two ends.
    pub fn new(low: f64, high: f64) -> Result<Uniform> {
        finite("uniform", "low", low)?;
        if high > low && (high - low).is_finite() {
            return Ok(Uniform { low, high });
        }
        Err(wrong("uniform", "high", high, &format!("a number above {low}, at a finite distance")))
    }

    /// The maximum-likelihood estimate: the least and the largest value.
    pub fn fit(values: &[f64], weights: Option<&[f64]>) -> Result<Uniform> {
        let (low, high) = WeightedSample::numbers(values, weights)?.spread()?.range();
        Uniform::new(low, high)
    }

    fn width(&self) -> f64 {
        self.high - self.low
    }
}

impl Univariate for Uniform {
    fn support(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    fn ln_density(&self, x: f64) -> f64 {
        ln_density_outside(x, self.support()).unwrap_or_else(|| -self.width().ln())
    }

    fn density(&self, x: f64) -> f64 {
        ln_density_outside(x, self.support()).map_or_else(|| self.width().recip(), f64::exp)
    }

    fn tails(&self, x: f64) -> (f64, f64) {
        tails_outside(x, self.support())
            .unwrap_or_else(|| ((x - self.low) / self.width(), (self.high - x) / self.width()))
    }

    fn point(&self, tail: Tail) -> f64 {
        match tail {
            Tail::Lower(p) => self.low + p * self.width(),
            Tail::Upper(p) => self.high - p * self.width(),
        }
    }

    fn mean(&self) -> f64 {
        self.low + 0.5 * self.width()
    }

    fn variance(&self) -> f64 {
        self.width() * self.width() / 12.0
    }

    fn skewness(&self) -> f64 {
        0.0
    }

    fn kurtosis(&self) -> f64 {
        -1.2
    }

    fn entropy(&self) -> f64 {
        self.width().ln()
    }

    fn mode(&self) -> f64 {
        self.low
    }
}
