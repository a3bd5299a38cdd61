//! Laplace's distribution.

use super::checks::{finite, positive};
use super::fitting::WeightedSample;
use super::univariate::{Tail, Univariate};
use hornbook_core::Result;
use std::f64::consts::LN_2;

/// Two exponential distributions back to back: $p(x) = e^{-|x-\mu|/b} / (2b)$.
///
/// ```
/// use hornbook_math::distributions::{Laplace, Univariate};
/// let noise = Laplace::new(1.0, 2.0)?;
/// assert_eq!((noise.density(1.0), noise.variance()), (0.25, 8.0));
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Laplace {
    location: f64,
    scale: f64,
}

impl Laplace {
    /// From the location and the scale, which is above 0.
    pub fn new(location: f64, scale: f64) -> Result<Laplace> {
        Ok(Laplace {
            location: finite("Laplace", "location", location)?,
            scale: positive("Laplace", "scale", scale)?,
        })
    }

    /// The maximum-likelihood estimate: the median, and the mean distance from it.
    pub fn fit(values: &[f64], weights: Option<&[f64]>) -> Result<Laplace> {
        let sample = WeightedSample::numbers(values, weights)?.spread()?;
        let median = sample.median();
        Laplace::new(median, sample.mean_of(|x| (x - median).abs()))
    }

    /// The location.
    pub fn location(&self) -> f64 {
        self.location
    }

    /// The scale.
    pub fn scale(&self) -> f64 {
        self.scale
    }
}

impl Univariate for Laplace {
    fn support(&self) -> (f64, f64) {
        (f64::NEG_INFINITY, f64::INFINITY)
    }

    fn ln_density(&self, x: f64) -> f64 {
        -((x - self.location) / self.scale).abs() - LN_2 - self.scale.ln()
    }

    fn density(&self, x: f64) -> f64 {
        0.5 * (-((x - self.location) / self.scale).abs()).exp() / self.scale
    }

    fn tails(&self, x: f64) -> (f64, f64) {
        let z = (x - self.location) / self.scale;
        let beyond = 0.5 * (-z.abs()).exp();
        if z < 0.0 { (beyond, 1.0 - beyond) } else { (1.0 - beyond, beyond) }
    }

    fn ln_cdf(&self, x: f64) -> f64 {
        let z = (x - self.location) / self.scale;
        if z < 0.0 { z - LN_2 } else { (-0.5 * (-z).exp()).ln_1p() }
    }

    fn ln_upper(&self, x: f64) -> f64 {
        let z = (x - self.location) / self.scale;
        if z > 0.0 { -z - LN_2 } else { (-0.5 * z.exp()).ln_1p() }
    }

    fn point(&self, tail: Tail) -> f64 {
        match tail {
            Tail::Lower(p) => self.location + self.scale * (2.0 * p).ln(),
            Tail::Upper(p) => self.location - self.scale * (2.0 * p).ln(),
        }
    }

    fn mean(&self) -> f64 {
        self.location
    }

    fn variance(&self) -> f64 {
        2.0 * self.scale * self.scale
    }

    fn skewness(&self) -> f64 {
        0.0
    }

    fn kurtosis(&self) -> f64 {
        3.0
    }

    fn entropy(&self) -> f64 {
        1.0 + LN_2 + self.scale.ln()
    }

    fn mode(&self) -> f64 {
        self.location
    }
}
