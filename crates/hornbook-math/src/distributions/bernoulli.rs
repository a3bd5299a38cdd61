//! Bernoulli's distribution.

use super::checks::probability;
use super::fitting::WeightedSample;
use super::univariate::{Tail, Univariate, tails_outside};
use crate::information::entropy;
use hornbook_core::Result;
use std::f64::consts::LN_2;

/// One with a probability, else zero.
///
/// ```
/// use hornbook_math::distributions::{Bernoulli, Univariate};
/// let coin = Bernoulli::new(0.25)?;
/// assert_eq!((coin.mean(), coin.variance()), (0.25, 0.1875));
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Bernoulli {
    p: f64,
}

impl Bernoulli {
    /// From the probability of a one.
    pub fn new(p: f64) -> Result<Bernoulli> {
        Ok(Bernoulli { p: probability("Bernoulli", "p", p)? })
    }

    /// The maximum-likelihood estimate: the fraction of ones.
    pub fn fit(values: &[f64], weights: Option<&[f64]>) -> Result<Bernoulli> {
        Bernoulli::new(WeightedSample::whole(values, weights, 0.0, 1.0)?.mean())
    }
}

impl Univariate for Bernoulli {
    fn support(&self) -> (f64, f64) {
        (0.0, 1.0)
    }

    fn ln_density(&self, x: f64) -> f64 {
        if x == 0.0 { (-self.p).ln_1p() } else { self.density(x).ln() }
    }

    fn density(&self, x: f64) -> f64 {
        match x {
            0.0 => 1.0 - self.p,
            1.0 => self.p,
            _ if x.is_nan() => f64::NAN,
            _ => 0.0,
        }
    }

    fn tails(&self, x: f64) -> (f64, f64) {
        tails_outside(x, self.support()).unwrap_or((1.0 - self.p, self.p))
    }

    fn point(&self, tail: Tail) -> f64 {
        let one = match tail {
            Tail::Lower(p) => 1.0 - self.p < p,
            Tail::Upper(p) => self.p > p,
        };
        f64::from(u8::from(one))
    }

    fn mean(&self) -> f64 {
        self.p
    }

    fn variance(&self) -> f64 {
        self.p * (1.0 - self.p)
    }

    fn skewness(&self) -> f64 {
        (1.0 - 2.0 * self.p) / self.deviation()
    }

    fn kurtosis(&self) -> f64 {
        1.0 / self.variance() - 6.0
    }

    fn entropy(&self) -> f64 {
        LN_2 * entropy(&[self.p, 1.0 - self.p])
    }

    fn mode(&self) -> f64 {
        f64::from(u8::from(self.p > 0.5))
    }
}
