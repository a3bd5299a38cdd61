//! The beta-binomial distribution.

use super::checks::{positive, trials};
use super::negative_binomial::ln_failures;
use super::sampling;
use super::univariate::{Tail, Univariate, tails_outside};
use super::whole::{summed_tails, whole, whole_point};
use hornbook_core::{Result, Rng};

/// A binomial variable whose probability has a beta distribution: the predictive distribution of successes.
///
/// ```
/// use hornbook_math::distributions::{BetaBinomial, Univariate};
/// // Every number of successes is alike if every probability is.
/// let any = BetaBinomial::new(4, 1.0, 1.0)?;
/// assert!((any.density(3.0) - 0.2).abs() < 1e-15);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct BetaBinomial {
    trials: u64,
    a: f64,
    b: f64,
}

impl BetaBinomial {
    /// From the number of trials and the parameters of the beta distribution.
    pub fn new(trials: u64, a: f64, b: f64) -> Result<BetaBinomial> {
        Ok(BetaBinomial {
            trials: self::trials("beta-binomial", "trials", trials)?,
            a: positive("beta-binomial", "a", a)?,
            b: positive("beta-binomial", "b", b)?,
        })
    }
}

impl Univariate for BetaBinomial {
    fn support(&self) -> (f64, f64) {
        (0.0, self.trials as f64)
    }

    fn ln_density(&self, x: f64) -> f64 {
        if whole(x, self.support()).is_none() {
            return if x.is_nan() { x } else { f64::NEG_INFINITY };
        }
        // A quotient of negative binomials of any one probability; with this one no large logarithms cancel.
        let (n, sum) = (self.trials as f64, self.a + self.b);
        let (p, q) = (sum / (sum + n), n / (sum + n));
        ln_failures(x, self.a, p, q) + ln_failures(n - x, self.b, p, q) - ln_failures(n, sum, p, q)
    }

    /// The probabilities of at most `x` and of more. Adds up one side, so its cost grows with the standard
    /// deviation, or with the trials where a parameter is below 1.
    fn tails(&self, x: f64) -> (f64, f64) {
        let (n, a, b) = (self.trials as f64, self.a, self.b);
        let ratio = |k: f64, upwards: bool| {
            if upwards {
                (n - k) * (k + a) / ((k + 1.0) * (n - k - 1.0 + b))
            } else {
                k * (n - k + b) / ((n - k + 1.0) * (k - 1.0 + a))
            }
        };
        let hill = a >= 1.0 && b >= 1.0;
        tails_outside(x, self.support()).unwrap_or_else(|| summed_tails(self, x.floor(), hill, ratio))
    }

    fn point(&self, tail: Tail) -> f64 {
        whole_point(self, tail)
    }

    fn mean(&self) -> f64 {
        self.trials as f64 * (self.a / (self.a + self.b))
    }

    fn variance(&self) -> f64 {
        let sum = self.a + self.b;
        self.mean() * (self.b / sum) * ((sum + self.trials as f64) / (sum + 1.0))
    }

    fn skewness(&self) -> f64 {
        let (n, a, b, sum) = (self.trials as f64, self.a, self.b, self.a + self.b);
        (sum + 2.0 * n) * (b - a) / (sum + 2.0) * ((1.0 + sum) / (n * a * b * (n + sum))).sqrt()
    }

    fn kurtosis(&self) -> f64 {
        let (n, product, sum) = (self.trials as f64, self.a * self.b, self.a + self.b);
        let scale = sum * sum * (1.0 + sum) / (n * product * (sum + 2.0) * (sum + 3.0) * (sum + n));
        let inside = sum * (sum - 1.0 + 6.0 * n) + 3.0 * product * (n - 2.0) + 6.0 * n * n
            - 3.0 * product * n * (6.0 - n) / sum
            - 18.0 * product * n * n / (sum * sum);
        scale * inside - 3.0
    }

    /// In nats. Adds up all numbers, so its cost grows with the trials.
    fn entropy(&self) -> f64 {
        let term = |k: u64| {
            let ln = self.ln_density(k as f64);
            -ln * ln.exp()
        };
        (0..=self.trials).map(term).sum()
    }

    fn mode(&self) -> f64 {
        let (n, curvature) = (self.trials as f64, self.a + self.b - 2.0);
        // Where the next is no more likely, if there is a hill; else one of the ends.
        let hill = ((n * (self.a - 1.0) + 1.0 - self.b) / curvature).ceil();
        if self.a > 1.0 && self.b > 1.0 {
            return hill.clamp(0.0, n);
        }
        if self.ln_density(n) > self.ln_density(0.0) { n } else { 0.0 }
    }

    fn sample(&self, rng: &mut Rng) -> f64 {
        let p = sampling::beta(rng, self.a, self.b);
        sampling::binomial(rng, self.trials, p) as f64
    }
}
