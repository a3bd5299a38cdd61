//! Poisson's distribution.

use super::checks::positive;
use super::fitting::WeightedSample;
use super::gamma::{gamma_tails, ln_gamma_front};
use super::sampling;
use super::univariate::{Tail, Univariate, tails_outside};
use super::whole::{whole, whole_entropy, whole_point};
use hornbook_core::{Error, Result, Rng};

/// The number of events that come at a constant rate.
///
/// ```
/// use hornbook_math::distributions::{Poisson, Univariate};
/// let calls = Poisson::new(2.0)?;
/// assert!((calls.density(0.0) - (-2f64).exp()).abs() < 1e-16);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Poisson {
    mean: f64,
}

impl Poisson {
    /// From the mean, which is above 0.
    pub fn new(mean: f64) -> Result<Poisson> {
        Ok(Poisson { mean: positive("Poisson", "mean", mean)? })
    }

    /// The maximum-likelihood estimate: the mean.
    pub fn fit(values: &[f64], weights: Option<&[f64]>) -> Result<Poisson> {
        let mean = WeightedSample::whole(values, weights, 0.0, f64::INFINITY)?.mean();
        if mean > 0.0 {
            return Poisson::new(mean);
        }
        Err(Error::data("all values that count are 0", "give at least one above 0"))
    }
}

impl Univariate for Poisson {
    fn support(&self) -> (f64, f64) {
        (0.0, f64::INFINITY)
    }

    fn ln_density(&self, x: f64) -> f64 {
        match whole(x, self.support()) {
            Some(0) => -self.mean,
            Some(_) => ln_gamma_front(x, self.mean),
            None if x.is_nan() => x,
            None => f64::NEG_INFINITY,
        }
    }

    fn tails(&self, x: f64) -> (f64, f64) {
        // At most k events: the k+1-th comes after the time.
        tails_outside(x, self.support()).unwrap_or_else(|| {
            let (sooner, later) = gamma_tails(x.floor() + 1.0, self.mean);
            (later, sooner)
        })
    }

    fn point(&self, tail: Tail) -> f64 {
        whole_point(self, tail)
    }

    fn mean(&self) -> f64 {
        self.mean
    }

    fn variance(&self) -> f64 {
        self.mean
    }

    fn skewness(&self) -> f64 {
        self.mean.sqrt().recip()
    }

    fn kurtosis(&self) -> f64 {
        self.mean.recip()
    }

    /// In nats. Adds up the likely numbers, so its cost grows with the standard deviation.
    fn entropy(&self) -> f64 {
        whole_entropy(self)
    }

    fn mode(&self) -> f64 {
        self.mean.ceil() - 1.0
    }

    fn sample(&self, rng: &mut Rng) -> f64 {
        sampling::poisson(rng, self.mean)
    }
}
