//! The gamma distribution and its special case, chi-square.

use super::checks::positive;
use super::fitting::WeightedSample;
use super::lomax::Lomax;
use super::negative_binomial::NegativeBinomial;
use super::normal::normal_quantile;
use super::numerics::{
    ENOUGH, MANY, TERMS, continued_fraction, deviance, is_positive, solve, stirling_error,
};
use super::sampling::standard_gamma;
use super::univariate::{Tail, Univariate, ln_density_outside, tails_outside};
use crate::special::{gamma_entropy, ln_less_digamma, trigamma};
use hornbook_core::{Error, Result, Rng};
use std::f64::consts::PI;

/// The probability that a chi-square variable is at most `x`.
pub fn chi_square_cdf(x: f64, degrees: f64) -> f64 {
    gamma_tails(0.5 * degrees, 0.5 * x).0
}

/// The probability that a chi-square variable is more than `x`: the p-value of a chi-square test.
///
/// ```
/// use hornbook_math::distributions::chi_square_upper;
/// assert!((chi_square_upper(3.841458820694124, 1.0) - 0.05).abs() < 1e-14);
/// ```
pub fn chi_square_upper(x: f64, degrees: f64) -> f64 {
    gamma_tails(0.5 * degrees, 0.5 * x).1
}

/// The natural logarithm of [`chi_square_upper`], which stays finite where the probability itself is too small for a
/// number.
///
/// ```
/// use hornbook_math::distributions::ln_chi_square_upper;
/// assert!((ln_chi_square_upper(4000.0, 2.0) + 2000.0).abs() < 1e-9);
/// ```
pub fn ln_chi_square_upper(x: f64, degrees: f64) -> f64 {
    ln_gamma_upper(0.5 * degrees, 0.5 * x)
}

/// The logarithm of $Q(a, x)$.
pub(super) fn ln_gamma_upper(a: f64, x: f64) -> f64 {
    if !is_positive(a) || !x.is_finite() || x < a + 1.0 {
        return gamma_tails(a, x).1.ln();
    }
    if a > MANY {
        let upper = gamma_tails(a, x).1;
        if upper > f64::MIN_POSITIVE {
            return upper.ln();
        }
    }
    ln_gamma_front(a, x) + (a / upper_fraction(a, x)).ln()
}

/// The number a chi-square variable stays below with probability `p`.
///
/// ```
/// use hornbook_math::distributions::chi_square_quantile;
/// assert!((chi_square_quantile(0.95, 1.0) - 3.841458820694124).abs() < 1e-13);
/// ```
pub fn chi_square_quantile(p: f64, degrees: f64) -> f64 {
    if !(0.0..=1.0).contains(&p) || !is_positive(degrees) {
        return f64::NAN;
    }
    if p == 0.0 || p == 1.0 {
        return if p == 0.0 { 0.0 } else { f64::INFINITY };
    }
    2.0 * gamma_point(Tail::below(p), 0.5 * degrees)
}

/// The point of a gamma variable of rate 1 with this tail, by Newton's method on its logarithm inside a bracket.
pub(super) fn gamma_point(tail: Tail, a: f64) -> f64 {
    if a > MANY {
        // Cornish and Fisher's expansion, whose next term is of the order of 1 / a.
        let z = match tail {
            Tail::Lower(p) => normal_quantile(p),
            Tail::Upper(p) => -normal_quantile(p),
        };
        return a + a.sqrt() * z + (z * z - 1.0) / 3.0 + (z * z * z - 7.0 * z) / (36.0 * a.sqrt());
    }
    // Close to zero P(a, x) is x^a / Γ(a+1): the start for a small tail; the mean serves any other.
    let near_zero = match tail {
        Tail::Lower(p) => ((p.ln() + libm::lgamma(a + 1.0)) / a).exp(),
        Tail::Upper(_) => a,
    };
    // A start that underflows is where the answer underflows too.
    if near_zero == 0.0 {
        return 0.0;
    }
    solve(near_zero.min(a), 0.0, f64::INFINITY, f64::EPSILON, |x| {
        tail.excess(gamma_tails(a, x), gamma_front(a, x) * a / x)
    })
}

/// The regularized incomplete gamma functions $P(a, x)$ and $Q(a, x) = 1 - P(a, x)$.
pub fn gamma_tails(a: f64, x: f64) -> (f64, f64) {
    if !is_positive(a) || x.is_nan() || x < 0.0 {
        return (f64::NAN, f64::NAN);
    }
    if x == 0.0 || x.is_infinite() {
        return if x == 0.0 { (0.0, 1.0) } else { (1.0, 0.0) };
    }
    if a > MANY {
        return large_gamma_tails(a, x);
    }
    let front = gamma_front(a, x);
    if x < a + 1.0 {
        let (mut term, mut sum) = (1.0, 1.0);
        for n in 1..TERMS {
            term *= x / (a + f64::from(n));
            sum += term;
            if term < ENOUGH * sum {
                break;
            }
        }
        let lower = (front * sum).min(1.0);
        (lower, 1.0 - lower)
    } else {
        let upper = (front * a / upper_fraction(a, x)).min(1.0);
        (1.0 - upper, upper)
    }
}

/// The tails for a large shape, by the first term of Temme's uniform expansion: normal tails of the signed root of the
/// deviance, and a correction for skewness. Where the correction is not small, both tails are 0 and 1.
fn large_gamma_tails(a: f64, x: f64) -> (f64, f64) {
    // Sums of the two must be numbers; so far out a part of both says the same.
    let (a, x) = if (a + x).is_finite() { (a, x) } else { (0.25 * a, 0.25 * x) };
    let half_square = deviance(a, x);
    let root = half_square.sqrt().copysign(x - a);
    let eta = root * (2.0 / a).sqrt();
    let correction = (-half_square).exp() / (2.0 * PI).sqrt() / a.sqrt() * (eta / 12.0 - 1.0 / 3.0);
    let tail = |root: f64, correction: f64| (0.5 * libm::erfc(root) + correction).clamp(0.0, 1.0);
    (tail(-root, -correction), tail(root, correction))
}

/// The continued fraction behind the upper tail.
fn upper_fraction(a: f64, x: f64) -> f64 {
    continued_fraction(x + 1.0 - a, |n| {
        let n = f64::from(n);
        (n * (a - n), x + 1.0 - a + 2.0 * n)
    })
}

/// $x^a e^{-x} / \Gamma(a+1)$, by Loader's saddle point.
fn gamma_front(a: f64, x: f64) -> f64 {
    (-stirling_error(a) - deviance(a, x)).exp() / (2.0 * PI * a).sqrt()
}

/// The logarithm of $x^a e^{-x} / \Gamma(a+1)$.
pub(super) fn ln_gamma_front(a: f64, x: f64) -> f64 {
    -stirling_error(a) - deviance(a, x) - 0.5 * (2.0 * PI * a).ln()
}

/// The gamma distribution by its shape $a$ and rate $b$: the waiting time for the $a$-th event of rate $b$, and the
/// conjugate prior of a rate or a precision.
///
/// $$p(x) = \frac{b^a}{\Gamma(a)} x^{a-1} e^{-bx}$$
///
/// ```
/// use hornbook_math::distributions::{Gamma, Univariate};
/// let precision = Gamma::new(3.0, 2.0)?;
/// assert!((precision.density(2.0) - 0.2930502222197468).abs() < 1e-15);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Gamma {
    shape: f64,
    rate: f64,
}

impl Gamma {
    /// From the shape and the rate, both above 0.
    pub fn new(shape: f64, rate: f64) -> Result<Gamma> {
        Ok(Gamma { shape: positive("gamma", "shape", shape)?, rate: positive("gamma", "rate", rate)? })
    }

    /// The maximum-likelihood estimate, from positive values, by Newton's method in the shape.
    pub fn fit(values: &[f64], weights: Option<&[f64]>) -> Result<Gamma> {
        let sample = WeightedSample::positive(values, weights)?.spread()?;
        let mean = sample.mean();
        // The logarithm of the mean less the mean logarithm, without their difference.
        let gap = sample.mean_of(|x| deviance(mean, x)) / mean;
        let start = (3.0 - gap + ((gap - 3.0).powi(2) + 24.0 * gap).sqrt()) / (12.0 * gap);
        let shape = solve(start, 0.0, f64::INFINITY, 2.0 * f64::EPSILON, |a| {
            (gap - ln_less_digamma(a), trigamma(a) - 1.0 / a)
        });
        Gamma::new(shape, shape / mean)
    }

    /// The shape.
    pub fn shape(&self) -> f64 {
        self.shape
    }

    /// The rate.
    pub fn rate(&self) -> f64 {
        self.rate
    }

    /// This distribution as the prior of a Poisson rate, after `events` were counted in `exposure` units of time.
    ///
    /// ```
    /// use hornbook_math::distributions::{Gamma, Univariate};
    /// let posterior = Gamma::new(2.0, 1.0)?.posterior(10.0, 4.0)?;
    /// assert_eq!(posterior, Gamma::new(12.0, 5.0)?);
    /// assert!((posterior.predictive()?.mean() - 2.4).abs() < 1e-14);
    /// # Ok::<(), hornbook_core::Error>(())
    /// ```
    pub fn posterior(&self, events: f64, exposure: f64) -> Result<Gamma> {
        if !(events >= 0.0 && exposure >= 0.0) {
            return Err(Error::data(
                format!("there are {events} events in {exposure} units of time"),
                "give numbers of at least 0",
            ));
        }
        Gamma::new(self.shape + events, self.rate + exposure)
    }

    /// This distribution as that of a Poisson rate: the distribution of the events in the next unit of time.
    pub fn predictive(&self) -> Result<NegativeBinomial> {
        NegativeBinomial::new(self.shape, self.rate / (self.rate + 1.0))
    }

    /// This distribution as that of a rate: the distribution of the time until the next event.
    pub fn predictive_wait(&self) -> Result<Lomax> {
        Lomax::new(self.shape, self.rate)
    }
}

impl Univariate for Gamma {
    fn support(&self) -> (f64, f64) {
        (0.0, f64::INFINITY)
    }

    fn ln_density(&self, x: f64) -> f64 {
        match ln_density_outside(x, self.support()) {
            Some(outside) => outside,
            None if x == 0.0 && self.shape == 1.0 => self.rate.ln(),
            None if x == 0.0 => (1.0 - self.shape) * f64::INFINITY,
            None => ln_gamma_front(self.shape, self.rate * x) + (self.shape / x).ln(),
        }
    }

    fn density(&self, x: f64) -> f64 {
        match self.ln_density(x) {
            ln if ln.is_finite() && x > 0.0 => gamma_front(self.shape, self.rate * x) * self.shape / x,
            ln => ln.exp(),
        }
    }

    fn tails(&self, x: f64) -> (f64, f64) {
        tails_outside(x, self.support()).unwrap_or_else(|| gamma_tails(self.shape, self.rate * x))
    }

    fn ln_upper(&self, x: f64) -> f64 {
        if x < 0.0 { 0.0 } else { ln_gamma_upper(self.shape, self.rate * x) }
    }

    fn point(&self, tail: Tail) -> f64 {
        gamma_point(tail, self.shape) / self.rate
    }

    fn mean(&self) -> f64 {
        self.shape / self.rate
    }

    fn variance(&self) -> f64 {
        self.shape / (self.rate * self.rate)
    }

    fn skewness(&self) -> f64 {
        2.0 / self.shape.sqrt()
    }

    fn kurtosis(&self) -> f64 {
        6.0 / self.shape
    }

    fn entropy(&self) -> f64 {
        gamma_entropy(self.shape) - self.rate.ln()
    }

    fn mode(&self) -> f64 {
        (self.shape - 1.0).max(0.0) / self.rate
    }

    fn sample(&self, rng: &mut Rng) -> f64 {
        standard_gamma(rng, self.shape) / self.rate
    }
}
