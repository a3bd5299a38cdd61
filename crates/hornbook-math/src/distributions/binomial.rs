//! The binomial distribution.

use super::beta::{beta_exponent, beta_tails};
use super::checks::{probability, trials};
use super::fitting::WeightedSample;
use super::sampling;
use super::univariate::{Tail, Univariate, tails_outside};
use super::whole::{whole, whole_entropy, whole_point};
use hornbook_core::{Result, Rng};
use std::f64::consts::PI;

/// The probability of exactly `successes` in `trials`, each of which succeeds with probability `p`.
///
/// By Loader's saddle point, which is exact in logarithms: nothing overflows, however many trials there are.
///
/// ```
/// use hornbook_math::distributions::binomial_probability;
/// assert!((binomial_probability(3, 5, 0.5) - 0.3125).abs() < 1e-15);
/// ```
pub fn binomial_probability(successes: u64, trials: u64, p: f64) -> f64 {
    if !(0.0..=1.0).contains(&p) {
        return f64::NAN;
    }
    let (factor, exponent) = binomial_parts(successes, trials, p, 1.0 - p);
    factor * exponent.exp()
}

/// The logarithm of the probability of exactly `successes`, for `q` = 1 − `p` given apart.
pub(super) fn ln_binomial(successes: u64, trials: u64, p: f64, q: f64) -> f64 {
    let (factor, exponent) = binomial_parts(successes, trials, p, q);
    factor.ln() + exponent
}

/// The probability of exactly `successes` as a factor and a power of e.
fn binomial_parts(successes: u64, trials: u64, p: f64, q: f64) -> (f64, f64) {
    if successes > trials || (p == 0.0 && successes > 0) || (q == 0.0 && successes < trials) {
        return (0.0, 0.0);
    }
    if trials == 0 {
        return (1.0, 0.0);
    }
    let (k, n) = (successes as f64, trials as f64);
    // The logarithm of a number near one from what is left to one.
    let ln = |base: f64, rest: f64| if base < 0.5 { base.ln() } else { (-rest).ln_1p() };
    if successes == 0 {
        return (1.0, n * ln(q, p));
    }
    if successes == trials {
        return (1.0, n * ln(p, q));
    }
    ((n / (2.0 * PI * k * (n - k))).sqrt(), beta_exponent(k, n - k, p, q))
}

/// The probability of at most `successes` in `trials`.
pub fn binomial_cdf(successes: u64, trials: u64, p: f64) -> f64 {
    binomial_tails(successes, trials, p).0
}

/// The probability of more than `successes` in `trials`.
///
/// ```
/// use hornbook_math::distributions::binomial_upper;
/// assert!((binomial_upper(8, 10, 0.5) - 11.0 / 1024.0).abs() < 1e-16);
/// ```
pub fn binomial_upper(successes: u64, trials: u64, p: f64) -> f64 {
    binomial_tails(successes, trials, p).1
}

/// At most `successes`, and more, as tails of a beta variable: the point of the `successes + 1`-th smallest of
/// `trials` numbers drawn evenly from 0 to 1.
pub(super) fn binomial_tails(successes: u64, trials: u64, p: f64) -> (f64, f64) {
    if !(0.0..=1.0).contains(&p) {
        return (f64::NAN, f64::NAN);
    }
    if successes >= trials {
        return (1.0, 0.0);
    }
    let (more, at_most) = beta_tails(successes as f64 + 1.0, (trials - successes) as f64, p, 1.0 - p);
    (at_most, more)
}

/// The binomial distribution: the successes among so many trials of the same probability.
///
/// ```
/// use hornbook_math::distributions::{Binomial, Univariate};
/// let heads = Binomial::new(5, 0.4)?;
/// assert!((heads.density(3.0) - 0.2304).abs() < 1e-15);
/// assert_eq!((heads.quantile(0.5), heads.density(2.5)), (2.0, 0.0));
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Binomial {
    trials: u64,
    p: f64,
}

impl Binomial {
    /// From the number of trials and the probability of success.
    pub fn new(trials: u64, p: f64) -> Result<Binomial> {
        Ok(Binomial {
            trials: self::trials("binomial", "trials", trials)?,
            p: probability("binomial", "p", p)?,
        })
    }

    /// The maximum-likelihood estimate of the probability, from the successes of several lots of `trials` each.
    pub fn fit(trials: u64, values: &[f64], weights: Option<&[f64]>) -> Result<Binomial> {
        let mean = WeightedSample::whole(values, weights, 0.0, trials as f64)?.mean();
        Binomial::new(trials, if trials == 0 { 0.0 } else { mean / trials as f64 })
    }
}

impl Univariate for Binomial {
    fn support(&self) -> (f64, f64) {
        (0.0, self.trials as f64)
    }

    fn ln_density(&self, x: f64) -> f64 {
        match whole(x, self.support()) {
            Some(k) => ln_binomial(k, self.trials, self.p, 1.0 - self.p),
            None if x.is_nan() => x,
            None => f64::NEG_INFINITY,
        }
    }

    fn density(&self, x: f64) -> f64 {
        match whole(x, self.support()) {
            Some(k) => binomial_probability(k, self.trials, self.p),
            None if x.is_nan() => x,
            None => 0.0,
        }
    }

    fn tails(&self, x: f64) -> (f64, f64) {
        tails_outside(x, self.support()).unwrap_or_else(|| binomial_tails(x as u64, self.trials, self.p))
    }

    fn point(&self, tail: Tail) -> f64 {
        whole_point(self, tail)
    }

    fn mean(&self) -> f64 {
        self.trials as f64 * self.p
    }

    fn variance(&self) -> f64 {
        self.mean() * (1.0 - self.p)
    }

    fn skewness(&self) -> f64 {
        (1.0 - 2.0 * self.p) / self.deviation()
    }

    fn kurtosis(&self) -> f64 {
        (1.0 - 6.0 * self.p * (1.0 - self.p)) / self.variance()
    }

    /// In nats. Adds up the likely numbers, so its cost grows with the standard deviation.
    fn entropy(&self) -> f64 {
        whole_entropy(self)
    }

    fn mode(&self) -> f64 {
        (((self.trials as f64 + 1.0) * self.p).ceil() - 1.0).clamp(0.0, self.trials as f64)
    }

    fn sample(&self, rng: &mut Rng) -> f64 {
        sampling::binomial(rng, self.trials, self.p) as f64
    }
}
