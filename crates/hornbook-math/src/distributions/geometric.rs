//! The geometric distribution.

use super::checks::chance;
use super::fitting::WeightedSample;
use super::sampling::open_unit;
use super::univariate::{Tail, Univariate, tails_outside};
use super::whole::{whole, whole_point};
use crate::information::entropy;
use hornbook_core::{Result, Rng};
use std::f64::consts::LN_2;

/// The number of trials up to and with the first success: 1, 2, ….
///
/// ```
/// use hornbook_math::distributions::{Geometric, Univariate};
/// let throws = Geometric::new(0.5)?;
/// assert_eq!((throws.density(3.0), throws.mean()), (0.125, 2.0));
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Geometric {
    p: f64,
}

impl Geometric {
    /// From the probability of success, which is above 0.
    pub fn new(p: f64) -> Result<Geometric> {
        Ok(Geometric { p: chance("geometric", "p", p)? })
    }

    /// The maximum-likelihood estimate: one over the mean.
    pub fn fit(values: &[f64], weights: Option<&[f64]>) -> Result<Geometric> {
        Geometric::new(WeightedSample::whole(values, weights, 1.0, f64::INFINITY)?.mean().recip())
    }

    /// The logarithm of the probability that so many trials all fail.
    fn ln_all_fail(&self, trials: f64) -> f64 {
        if trials == 0.0 { 0.0 } else { trials * (-self.p).ln_1p() }
    }
}

impl Univariate for Geometric {
    fn support(&self) -> (f64, f64) {
        (1.0, if self.p == 1.0 { 1.0 } else { f64::INFINITY })
    }

    fn ln_density(&self, x: f64) -> f64 {
        match whole(x, self.support()) {
            Some(_) => self.ln_all_fail(x - 1.0) + self.p.ln(),
            None if x.is_nan() => x,
            None => f64::NEG_INFINITY,
        }
    }

    fn density(&self, x: f64) -> f64 {
        match whole(x, self.support()) {
            Some(_) => self.ln_all_fail(x - 1.0).exp() * self.p,
            None if x.is_nan() => x,
            None => 0.0,
        }
    }

    fn tails(&self, x: f64) -> (f64, f64) {
        tails_outside(x, self.support()).unwrap_or_else(|| {
            let ln = self.ln_all_fail(x.floor());
            (-ln.exp_m1(), ln.exp())
        })
    }

    fn ln_upper(&self, x: f64) -> f64 {
        if x < 1.0 { 0.0 } else { self.ln_all_fail(x.floor()) }
    }

    fn point(&self, tail: Tail) -> f64 {
        whole_point(self, tail)
    }

    fn mean(&self) -> f64 {
        self.p.recip()
    }

    fn variance(&self) -> f64 {
        (1.0 - self.p) / (self.p * self.p)
    }

    fn skewness(&self) -> f64 {
        (2.0 - self.p) / (1.0 - self.p).sqrt()
    }

    fn kurtosis(&self) -> f64 {
        6.0 + self.p * self.p / (1.0 - self.p)
    }

    fn entropy(&self) -> f64 {
        LN_2 * entropy(&[self.p, 1.0 - self.p]) / self.p
    }

    fn mode(&self) -> f64 {
        1.0
    }

    fn sample(&self, rng: &mut Rng) -> f64 {
        (open_unit(rng).ln() / (-self.p).ln_1p()).floor() + 1.0
    }
}
