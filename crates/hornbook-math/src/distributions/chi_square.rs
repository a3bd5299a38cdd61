//! The chi-square distribution.

use super::checks::positive;
use super::fitting::WeightedSample;
use super::gamma::Gamma;
use super::univariate::{Tail, Univariate};
use crate::special::inverse_digamma;
use hornbook_core::{Result, Rng};

/// The sum of the squares of so many standard normal variables.
///
/// ```
/// use hornbook_math::distributions::{ChiSquare, Univariate};
/// assert!((ChiSquare::new(1.0)?.upper(3.841458820694124) - 0.05).abs() < 1e-14);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct ChiSquare {
    /// It is the gamma distribution of half the degrees and rate ½.
    gamma: Gamma,
}

impl ChiSquare {
    /// From the degrees of freedom, which are above 0.
    pub fn new(degrees: f64) -> Result<ChiSquare> {
        Ok(ChiSquare { gamma: Gamma::new(0.5 * positive("chi-square", "degrees", degrees)?, 0.5)? })
    }

    /// The maximum-likelihood estimate, from positive values.
    pub fn fit(values: &[f64], weights: Option<&[f64]>) -> Result<ChiSquare> {
        let sample = WeightedSample::positive(values, weights)?;
        ChiSquare::new(2.0 * inverse_digamma(sample.mean_of(|x| (0.5 * x).ln())))
    }

    /// The degrees of freedom.
    pub fn degrees(&self) -> f64 {
        2.0 * self.gamma.shape()
    }
}

impl Univariate for ChiSquare {
    fn support(&self) -> (f64, f64) {
        self.gamma.support()
    }

    fn ln_density(&self, x: f64) -> f64 {
        self.gamma.ln_density(x)
    }

    fn density(&self, x: f64) -> f64 {
        self.gamma.density(x)
    }

    fn tails(&self, x: f64) -> (f64, f64) {
        self.gamma.tails(x)
    }

    fn ln_upper(&self, x: f64) -> f64 {
        self.gamma.ln_upper(x)
    }

    fn point(&self, tail: Tail) -> f64 {
        self.gamma.point(tail)
    }

    fn mean(&self) -> f64 {
        self.gamma.mean()
    }

    fn variance(&self) -> f64 {
        self.gamma.variance()
    }

    fn skewness(&self) -> f64 {
        self.gamma.skewness()
    }

    fn kurtosis(&self) -> f64 {
        self.gamma.kurtosis()
    }

    fn entropy(&self) -> f64 {
        self.gamma.entropy()
    }

    fn mode(&self) -> f64 {
        self.gamma.mode()
    }

    fn sample(&self, rng: &mut Rng) -> f64 {
        self.gamma.sample(rng)
    }
}
