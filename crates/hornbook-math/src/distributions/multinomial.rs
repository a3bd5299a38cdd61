//! The multinomial distribution.

use super::checks::{probabilities, trials};
use super::covariance_factor::scatter;
use super::multivariate::{Multivariate, is_point};
use super::numerics::{LN_SQRT_TAU, deviance, stirling_error};
use super::sampling;
use crate::matrix::Matrix;
use hornbook_core::{Error, Result, Rng};

/// How often each of several outcomes comes in so many trials.
///
/// ```
/// use hornbook_math::distributions::{Multinomial, Multivariate};
/// let counts = Multinomial::new(4, &[0.5, 0.3, 0.2])?;
/// assert!((counts.density(&[2.0, 1.0, 1.0]) - 0.18).abs() < 1e-15);
/// assert!((counts.covariance().at(0, 1) + 0.6).abs() < 1e-15);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Multinomial {
    trials: u64,
    probabilities: Vec<f64>,
}

impl Multinomial {
    /// From the number of trials and the probabilities of the outcomes, which sum to 1.
    pub fn new(trials: u64, probabilities: &[f64]) -> Result<Multinomial> {
        Ok(Multinomial {
            trials: self::trials("multinomial", "trials", trials)?,
            probabilities: self::probabilities("multinomial", probabilities)?,
        })
    }

    /// The maximum-likelihood estimate of the probabilities, from counts that sum to `trials` in each row.
    pub fn fit(trials: u64, counts: &Matrix, weights: Option<&[f64]>) -> Result<Multinomial> {
        let (mean, ..) = scatter(counts, weights)?;
        if (0..counts.rows()).any(|row| !are_counts(counts.row(row), trials as f64)) || trials == 0 {
            return Err(Error::data(
                format!("a row is no list of counts with the sum {trials}"),
                "give integers of at least 0 that sum to the trials, of which there is at least one",
            ));
        }
        let shares: Vec<f64> = mean.iter().map(|count| count / trials as f64).collect();
        Multinomial::new(trials, &shares)
    }

    /// The probabilities.
    pub fn probabilities(&self) -> &[f64] {
        &self.probabilities
    }
}

impl Multivariate for Multinomial {
    fn dimension(&self) -> usize {
        self.probabilities.len()
    }

    fn ln_density(&self, x: &[f64]) -> f64 {
        let n = self.trials as f64;
        if !is_point(x, self.dimension()) {
            return f64::NAN;
        }
        if !are_counts(x, n) || x.iter().zip(&self.probabilities).any(|(&x, &p)| x > 0.0 && p == 0.0) {
            return f64::NEG_INFINITY;
        }
        if self.trials == 0 {
            return 0.0;
        }
        // By saddle points, as the binomial: no difference of large logarithms of factorials.
        let from_expected: f64 = x.iter().zip(&self.probabilities).map(|(&x, p)| deviance(x, n * p)).sum();
        let stirling = |x: f64| if x > 0.0 { stirling_error(x) + 0.5 * x.ln() + LN_SQRT_TAU } else { 0.0 };
        stirling(n) - x.iter().map(|&x| stirling(x)).sum::<f64>() - from_expected
    }

    fn mean(&self) -> Vec<f64> {
        self.probabilities.iter().map(|p| self.trials as f64 * p).collect()
    }

    fn covariance(&self) -> Matrix {
        covariance_of_shares(&self.probabilities, self.trials as f64)
    }

    fn sample(&self, rng: &mut Rng) -> Vec<f64> {
        multinomial(rng, self.trials, &self.probabilities)
    }
}

/// Counts of each outcome, one binomial after the other.
pub(super) fn multinomial(rng: &mut Rng, trials: u64, probabilities: &[f64]) -> Vec<f64> {
    let mut left = trials;
    let mut counts = Vec::with_capacity(probabilities.len());
    for (at, p) in probabilities.iter().enumerate() {
        let rest: f64 = probabilities[at..].iter().sum();
        let last = at + 1 == probabilities.len() || rest <= *p;
        let count = if last { left } else { sampling::binomial(rng, left, p / rest) };
        left -= count;
        counts.push(count as f64);
    }
    counts
}

/// Whether these are integers of at least zero with the sum `total`.
pub(super) fn are_counts(x: &[f64], total: f64) -> bool {
    x.iter().all(|&x| x >= 0.0 && x.fract() == 0.0) && x.iter().sum::<f64>() == total
}

/// $\sigma^2 (\mathrm{diag}(p) - p p^\mathsf{T})$, which multinomial and Dirichlet variables have in common.
pub(super) fn covariance_of_shares(shares: &[f64], scale: f64) -> Matrix {
    let n = shares.len();
    let mut covariance = Matrix::zeros(n, n);
    for (at, value) in covariance.values_mut().iter_mut().enumerate() {
        let (i, j) = (at / n, at % n);
        *value = scale * shares[i] * if i == j { 1.0 - shares[i] } else { -shares[j] };
    }
    covariance
}
