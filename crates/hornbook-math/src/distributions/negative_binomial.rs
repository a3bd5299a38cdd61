//! The negative binomial distribution.

use super::beta::{beta_tails, ln_beta_density};
use super::checks::{chance, positive};
use super::fitting::WeightedSample;
use super::numerics::solve;
use super::sampling;
use super::univariate::{Tail, Univariate, tails_outside};
use super::whole::{whole, whole_entropy, whole_point};
use crate::special::{digamma, trigamma};
use hornbook_core::{Error, Result, Rng};

/// The number of failures before so many successes. As the successes need not be whole, it is also the distribution of
/// counts that vary more than Poisson's: a Poisson variable whose mean has a gamma distribution.
///
/// ```
/// use hornbook_math::distributions::{NegativeBinomial, Univariate};
/// let failures = NegativeBinomial::new(2.0, 0.5)?;
/// assert!((failures.density(1.0) - 0.25).abs() < 1e-15);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct NegativeBinomial {
    successes: f64,
    p: f64,
}

impl NegativeBinomial {
    /// From the number of successes and the probability of one, both above 0.
    pub fn new(successes: f64, p: f64) -> Result<NegativeBinomial> {
        Ok(NegativeBinomial {
            successes: positive("negative binomial", "successes", successes)?,
            p: chance("negative binomial", "p", p)?,
        })
    }

    /// The maximum-likelihood estimate, by Newton's method in the number of successes.
    ///
    /// It exists only if the variance is above the mean; else it is Poisson's distribution that fits.
    pub fn fit(values: &[f64], weights: Option<&[f64]>) -> Result<NegativeBinomial> {
        let sample = WeightedSample::whole(values, weights, 0.0, f64::INFINITY)?;
        let mean = sample.mean();
        let variance = sample.variance(mean);
        if variance <= mean {
            return Err(Error::data(
                format!("the variance {variance} is not above the mean {mean}"),
                "fit Poisson's distribution, which is the limit",
            ));
        }
        let start = mean * mean / (variance - mean);
        let successes = solve(start, 0.0, f64::INFINITY, 4.0 * f64::EPSILON, |r| {
            let score = sample.mean_of(|x| digamma(x + r) - digamma(r)) - (mean / r).ln_1p();
            let derivative = sample.mean_of(|x| trigamma(x + r) - trigamma(r)) + mean / (r * (r + mean));
            (-score, -derivative)
        });
        NegativeBinomial::new(successes, successes / (successes + mean))
    }

    /// The number of successes waited for.
    pub fn successes(&self) -> f64 {
        self.successes
    }

    /// The probability of a success.
    pub fn p(&self) -> f64 {
        self.p
    }
}

impl Univariate for NegativeBinomial {
    fn support(&self) -> (f64, f64) {
        (0.0, if self.p == 1.0 { 0.0 } else { f64::INFINITY })
    }

    fn ln_density(&self, x: f64) -> f64 {
        match whole(x, self.support()) {
            Some(_) => ln_failures(x, self.successes, self.p, 1.0 - self.p),
            None if x.is_nan() => x,
            None => f64::NEG_INFINITY,
        }
    }

    fn tails(&self, x: f64) -> (f64, f64) {
        tails_outside(x, self.support())
            .unwrap_or_else(|| beta_tails(self.successes, x.floor() + 1.0, self.p, 1.0 - self.p))
    }

    fn point(&self, tail: Tail) -> f64 {
        whole_point(self, tail)
    }

    fn mean(&self) -> f64 {
        self.successes * (1.0 - self.p) / self.p
    }

    fn variance(&self) -> f64 {
        self.mean() / self.p
    }

    fn skewness(&self) -> f64 {
        (2.0 - self.p) / (self.successes * (1.0 - self.p)).sqrt()
    }

    fn kurtosis(&self) -> f64 {
        (6.0 + self.p * self.p / (1.0 - self.p)) / self.successes
    }

    /// In nats. Adds up the likely numbers, so its cost grows with the standard deviation.
    fn entropy(&self) -> f64 {
        whole_entropy(self)
    }

    fn mode(&self) -> f64 {
        (((self.successes - 1.0) * (1.0 - self.p) / self.p).ceil() - 1.0).max(0.0)
    }

    fn sample(&self, rng: &mut Rng) -> f64 {
        let mean = sampling::standard_gamma(rng, self.successes) * (1.0 - self.p) / self.p;
        sampling::poisson(rng, mean)
    }
}

/// The logarithm of the probability of so many failures before the successes, for `q` = 1 − `p` given apart.
pub(super) fn ln_failures(failures: f64, successes: f64, p: f64, q: f64) -> f64 {
    if failures == 0.0 {
        return successes * if p < 0.5 { p.ln() } else { (-q).ln_1p() };
    }
    ln_beta_density(successes, failures, p, q) - failures.ln()
}
