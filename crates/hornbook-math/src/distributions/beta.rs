//! The beta distribution, on which Student's, Fisher's and the binomial stand.

use super::beta_binomial::BetaBinomial;
use super::checks::positive;
use super::dirichlet::most_likely_concentrations;
use super::fitting::WeightedSample;
use super::gamma::gamma_tails;
use super::normal::normal_quantile;
use super::numerics::{
    AS_GOOD_AS_INFINITE, MANY, continued_fraction, deviance, is_positive, solve, stirling_error,
};
use super::sampling;
use super::univariate::{Tail, Univariate, ln_density_outside, tails_outside};
use crate::special::{digamma, gamma_entropy, ln_beta};
use hornbook_core::{Error, Result, Rng};
use std::f64::consts::PI;

/// The regularized incomplete beta function $I_x(a, b)$: the probability that a beta variable is at most `x`.
///
/// ```
/// use hornbook_math::distributions::beta_cdf;
/// assert!((beta_cdf(0.5, 2.0, 3.0) - 0.6875).abs() < 1e-15);
/// ```
pub fn beta_cdf(x: f64, a: f64, b: f64) -> f64 {
    if !(0.0..=1.0).contains(&x) || !is_positive(a) || !is_positive(b) {
        return f64::NAN;
    }
    beta_tails(a, b, x, 1.0 - x).0
}

/// The `x` with $I_x(a, b) = p$.
pub fn beta_inverse(p: f64, a: f64, b: f64) -> f64 {
    if !(0.0..=1.0).contains(&p) || !is_positive(a) || !is_positive(b) {
        return f64::NAN;
    }
    if p == 0.0 || p == 1.0 {
        return p;
    }
    beta_point(Tail::below(p), a, b)
}

/// The point of a beta variable with this tail, by Newton's method on its logarithm inside a bracket.
pub(super) fn beta_point(tail: Tail, a: f64, b: f64) -> f64 {
    if a.min(b) > MANY {
        return large_beta_point(tail, a, b);
    }
    // Close to zero I is x^a / (a B(a, b)): the start for a small tail, and harmless for any other.
    let start = match tail {
        Tail::Lower(p) => ((p.ln() + a.ln() + ln_beta(a, b)) / a).exp(),
        Tail::Upper(_) => 1.0,
    };
    // A start that underflows is where the answer underflows too.
    if start == 0.0 {
        return 0.0;
    }
    let start = if start < 0.5 { start } else { a / (a + b) };
    solve(start, 0.0, 1.0, f64::EPSILON, |x| {
        tail.excess(beta_tails(a, b, x, 1.0 - x), beta_density(a, b, x, 1.0 - x) / (x * (1.0 - x)))
    })
}

/// $I_x(a, b)$ and $1 - I_x(a, b)$, for `y` = 1 − `x` given apart so that neither loses digits.
pub(super) fn beta_tails(a: f64, b: f64, x: f64, y: f64) -> (f64, f64) {
    if x <= 0.0 || y <= 0.0 {
        return if x <= 0.0 { (0.0, 1.0) } else { (1.0, 0.0) };
    }
    if let Some(tails) = large_beta_tails(a, b, x, y) {
        return tails;
    }
    if x > (a + 1.0) / (a + b + 2.0) {
        let (lower, upper) = beta_tails_below_mean(b, a, y, x);
        return (upper, lower);
    }
    beta_tails_below_mean(a, b, x, y)
}

/// The tails where the continued fraction would take long or overflow, if it would.
fn large_beta_tails(a: f64, b: f64, x: f64, y: f64) -> Option<(f64, f64)> {
    let (small, large) = (a.min(b), a.max(b));
    // One parameter is so much larger that the ratio is a gamma variable in other units (Wise 1950), to a relative error of
    // about small³/large².
    if large > AS_GOOD_AS_INFINITE && (small / large) * (small / large) * small < 1e-14 {
        let half = 0.5 * (small - 1.0);
        let (share, rest) = if a < b { (x, y) } else { (y, x) };
        let logarithm = if share < 0.5 { (-share).ln_1p() } else { rest.ln() };
        let (lower, upper) = gamma_tails(small, -(large + half) * logarithm);
        return Some(if a < b { (lower, upper) } else { (upper, lower) });
    }
    if small <= MANY {
        return None;
    }
    // Both are large: normal tails of the signed root of the deviance, with a correction for skewness, on the scale of the
    // log odds.
    let (a, b) = if (a + b).is_finite() { (a, b) } else { (0.25 * a, 0.25 * b) };
    let n = a + b;
    let curvature = a * (b / n);
    let half_square = deviance(a, n * x) + deviance(b, n * y);
    let derivative = n * x - a;
    let root = half_square.max(0.0).sqrt().copysign(derivative);
    // Its limit at the mean: what it changes away from it is of the order of 1 / n.
    let skewness = (b - a) / n / (3.0 * curvature.sqrt());
    let correction = (-half_square).exp() / (2.0 * PI).sqrt() * skewness;
    let correction = if correction.is_finite() { correction } else { 0.0 };
    let tail = |root: f64, correction: f64| (0.5 * libm::erfc(root) + correction).clamp(0.0, 1.0);
    Some((tail(-root, correction), tail(root, -correction)))
}

/// The point of a beta variable of large parameters with this tail, by Cornish and Fisher's expansion.
fn large_beta_point(tail: Tail, a: f64, b: f64) -> f64 {
    let z = match tail {
        Tail::Lower(p) => normal_quantile(p),
        Tail::Upper(p) => -normal_quantile(p),
    };
    let mean = 1.0 / (1.0 + b / a);
    let rest = 1.0 / (1.0 + a / b);
    let deviation = (mean / a * rest).sqrt() * mean.sqrt();
    mean + deviation * z + deviation * deviation * (rest - mean) / (mean * rest) * (z * z - 1.0) / 3.0
}

/// By the continued fraction of DiDonato and Morris (1992), whose terms do not cancel where one parameter is
/// large and the other small, as the common one's do.
fn beta_tails_below_mean(a: f64, b: f64, x: f64, y: f64) -> (f64, f64) {
    let distance = a * y - b * x;
    let denominator = |n: f64| {
        let product = if n == 0.0 { 0.0 } else { n * (b - n) * x / (a + 2.0 * n - 1.0) };
        n + product + (a + n) / (a + 2.0 * n + 1.0) * (distance + 1.0 + n * (1.0 + y))
    };
    let fraction = continued_fraction(denominator(0.0), |n| {
        let n = f64::from(n);
        let scaled = x / (a + 2.0 * n - 1.0);
        ((a + n - 1.0) * (a + b + n - 1.0) * n * (b - n) * scaled * scaled, denominator(n))
    });
    let lower = (beta_density(a, b, x, y) / fraction).min(1.0);
    (lower, 1.0 - lower)
}

/// $x^a y^b / B(a, b)$, by Loader's saddle point: no difference of large logarithms of gamma functions.
pub(super) fn beta_density(a: f64, b: f64, x: f64, y: f64) -> f64 {
    (a * b / (2.0 * PI * (a + b))).sqrt() * beta_exponent(a, b, x, y).exp()
}

/// The logarithm of [`beta_density`].
pub(super) fn ln_beta_density(a: f64, b: f64, x: f64, y: f64) -> f64 {
    0.5 * (a * b / (2.0 * PI * (a + b))).ln() + beta_exponent(a, b, x, y)
}

/// The power of e in [`beta_density`].
pub(super) fn beta_exponent(a: f64, b: f64, x: f64, y: f64) -> f64 {
    let n = a + b;
    stirling_error(n) - stirling_error(a) - stirling_error(b) - deviance(a, n * x) - deviance(b, n * y)
}

/// The beta distribution on 0 to 1: the conjugate prior of a probability.
///
/// $$p(x) = \frac{x^{a-1} (1-x)^{b-1}}{B(a, b)}$$
///
/// ```
/// use hornbook_math::distributions::{Beta, Univariate};
/// // A coin that fell heads, heads, tails, tails, tails, heads, heads.
/// let posterior = Beta::new(1.0, 1.0)?.posterior(4.0, 3.0)?;
/// assert_eq!(posterior, Beta::new(5.0, 4.0)?);
/// assert!((posterior.mean() - 5.0 / 9.0).abs() < 1e-15);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Beta {
    a: f64,
    b: f64,
}

impl Beta {
    /// From its two parameters, both above 0.
    pub fn new(a: f64, b: f64) -> Result<Beta> {
        Ok(Beta { a: positive("beta", "a", a)?, b: positive("beta", "b", b)? })
    }

    /// The maximum-likelihood estimate, from values between 0 and 1, by Newton's method.
    pub fn fit(values: &[f64], weights: Option<&[f64]>) -> Result<Beta> {
        let between = "numbers strictly between 0 and 1";
        let sample = WeightedSample::new(values, weights, |x| x > 0.0 && x < 1.0, between)?.spread()?;
        let mean = sample.mean();
        let precision = mean * (1.0 - mean) / sample.variance(mean) - 1.0;
        let logs = [sample.mean_of(f64::ln), sample.mean_of(|x| (-x).ln_1p())];
        let best = most_likely_concentrations(&logs, &[mean, 1.0 - mean], precision)?;
        Beta::new(best[0], best[1])
    }

    /// The first parameter: as a prior, the successes that were imagined.
    pub fn a(&self) -> f64 {
        self.a
    }

    /// The second parameter: as a prior, the failures that were imagined.
    pub fn b(&self) -> f64 {
        self.b
    }

    /// This distribution as the prior of a probability, after so many successes and failures. Counts need not be
    /// whole.
    pub fn posterior(&self, successes: f64, failures: f64) -> Result<Beta> {
        counts_at_least_zero(&[successes, failures])?;
        Beta::new(self.a + successes, self.b + failures)
    }

    /// The logarithm of the probability of one sequence of so many successes and failures, averaged over this prior.
    pub fn ln_evidence(&self, successes: f64, failures: f64) -> Result<f64> {
        let posterior = self.posterior(successes, failures)?;
        Ok(ln_beta(posterior.a, posterior.b) - ln_beta(self.a, self.b))
    }

    /// This distribution as that of a probability: the distribution of the successes in the next `trials`.
    pub fn predictive(&self, trials: u64) -> Result<BetaBinomial> {
        BetaBinomial::new(trials, self.a, self.b)
    }
}

impl Univariate for Beta {
    fn support(&self) -> (f64, f64) {
        (0.0, 1.0)
    }

    fn ln_density(&self, x: f64) -> f64 {
        if let Some(outside) = ln_density_outside(x, self.support()) {
            return outside;
        }
        let end =
            |power: f64| if power == 1.0 { -ln_beta(self.a, self.b) } else { (1.0 - power) * f64::INFINITY };
        match x {
            0.0 => end(self.a),
            1.0 => end(self.b),
            _ => ln_beta_density(self.a, self.b, x, 1.0 - x) - x.ln() - (-x).ln_1p(),
        }
    }

    fn tails(&self, x: f64) -> (f64, f64) {
        tails_outside(x, self.support()).unwrap_or_else(|| beta_tails(self.a, self.b, x, 1.0 - x))
    }

    fn point(&self, tail: Tail) -> f64 {
        beta_point(tail, self.a, self.b)
    }

    fn mean(&self) -> f64 {
        self.a / (self.a + self.b)
    }

    fn variance(&self) -> f64 {
        let n = self.a + self.b;
        self.a / n * (self.b / n) / (n + 1.0)
    }

    fn skewness(&self) -> f64 {
        let (a, b) = (self.a, self.b);
        2.0 * (b - a) * (a + b + 1.0).sqrt() / ((a + b + 2.0) * (a * b).sqrt())
    }

    fn kurtosis(&self) -> f64 {
        let (a, b, n) = (self.a, self.b, self.a + self.b);
        6.0 * ((a - b).powi(2) * (n + 1.0) - a * b * (n + 2.0)) / (a * b * (n + 2.0) * (n + 3.0))
    }

    fn entropy(&self) -> f64 {
        let n = self.a + self.b;
        gamma_entropy(self.a) + gamma_entropy(self.b) - gamma_entropy(n) - digamma(n)
    }

    fn mode(&self) -> f64 {
        let (before, after) = (self.a - 1.0, self.b - 1.0);
        match (before > 0.0, after > 0.0) {
            (true, true) => before / (before + after),
            (true, false) => 1.0,
            (false, false) if before == 0.0 && after < 0.0 => 1.0,
            _ => 0.0,
        }
    }

    fn sample(&self, rng: &mut Rng) -> f64 {
        sampling::beta(rng, self.a, self.b)
    }
}

/// Counts that a posterior can add.
pub(super) fn counts_at_least_zero(counts: &[f64]) -> Result<()> {
    match counts.iter().find(|&&c| !(c >= 0.0 && c.is_finite())) {
        Some(count) => Err(Error::data(format!("a count is {count}"), "give finite counts of at least 0")),
        None => Ok(()),
    }
}
