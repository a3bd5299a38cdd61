//! The normal-gamma distribution.

use super::checks::{finite, positive};
use super::fitting::WeightedSample;
use super::gamma::Gamma;
use super::multivariate::{Multivariate, is_point};
use super::normal::Normal;
use super::student::Student;
use super::univariate::Univariate;
use crate::matrix::Matrix;
use hornbook_core::{Result, Rng};

/// The distribution of a mean and a precision: the conjugate prior of a normal variable of which both are unknown.
///
/// $$p(\mu, \lambda) = \mathcal{N}(\mu;\, \mu_0, 1/(\kappa\lambda))\; \mathrm{Ga}(\lambda;\, a, b)$$
///
/// ```
/// use hornbook_math::distributions::{NormalGamma, Univariate};
/// let posterior = NormalGamma::new(0.0, 1.0, 2.0, 3.0)?.posterior(&[4.0, 6.0, 5.0, 7.0, 8.0])?;
/// assert_eq!(posterior, NormalGamma::new(5.0, 6.0, 4.5, 23.0)?);
/// assert!((posterior.predictive()?.density(6.0) - 0.14489382650464755).abs() < 1e-15);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct NormalGamma {
    mean: f64,
    confidence: f64,
    precision: Gamma,
}

impl NormalGamma {
    /// From the mean $\mu_0$, how many values it is worth ($\kappa$), and the shape and rate of the precision.
    pub fn new(mean: f64, confidence: f64, shape: f64, rate: f64) -> Result<NormalGamma> {
        Ok(NormalGamma {
            mean: finite("normal-gamma", "mean", mean)?,
            confidence: positive("normal-gamma", "confidence", confidence)?,
            precision: Gamma::new(
                positive("normal-gamma", "shape", shape)?,
                positive("normal-gamma", "rate", rate)?,
            )?,
        })
    }

    /// How many values the mean is worth.
    pub fn confidence(&self) -> f64 {
        self.confidence
    }

    /// The distribution of the precision alone.
    pub fn precision(&self) -> &Gamma {
        &self.precision
    }

    /// This distribution as a prior, after these values of the normal variable.
    pub fn posterior(&self, values: &[f64]) -> Result<NormalGamma> {
        if values.is_empty() {
            return Ok(self.clone());
        }
        let sample = WeightedSample::numbers(values, None)?;
        let (n, average, k) = (sample.total(), sample.mean(), self.confidence);
        let scatter = n * sample.variance(average) + k * n * (average - self.mean).powi(2) / (k + n);
        NormalGamma::new(
            (k * self.mean + n * average) / (k + n),
            k + n,
            self.precision.shape() + 0.5 * n,
            self.precision.rate() + 0.5 * scatter,
        )
    }

    /// The distribution of the next value.
    pub fn predictive(&self) -> Result<Student> {
        let (a, k) = (self.precision.shape(), self.confidence);
        Student::new(2.0 * a, self.mean, (self.precision.rate() * (k + 1.0) / (a * k)).sqrt())
    }

    /// The distribution of the mean alone.
    pub fn marginal_mean(&self) -> Result<Student> {
        let a = self.precision.shape();
        Student::new(2.0 * a, self.mean, (self.precision.rate() / (a * self.confidence)).sqrt())
    }
}

/// The two numbers are the mean and the precision.
impl Multivariate for NormalGamma {
    fn dimension(&self) -> usize {
        2
    }

    fn ln_density(&self, x: &[f64]) -> f64 {
        if !is_point(x, 2) {
            return f64::NAN;
        }
        match Normal::new(self.mean, (self.confidence * x[1]).sqrt().recip()) {
            Ok(mean) => mean.ln_density(x[0]) + self.precision.ln_density(x[1]),
            Err(_) => f64::NEG_INFINITY,
        }
    }

    fn mean(&self) -> Vec<f64> {
        vec![self.mean, self.precision.mean()]
    }

    /// The mean and the precision are uncorrelated; the variance of the mean is infinite for a shape of at most 1.
    fn covariance(&self) -> Matrix {
        let (a, b) = (self.precision.shape(), self.precision.rate());
        let mut covariance = Matrix::zeros(2, 2);
        let of_mean = if a > 1.0 { b / ((a - 1.0) * self.confidence) } else { f64::INFINITY };
        covariance.values_mut()[0] = of_mean;
        covariance.values_mut()[3] = self.precision.variance();
        covariance
    }

    fn sample(&self, rng: &mut Rng) -> Vec<f64> {
        let precision = self.precision.sample(rng);
        let noise = super::sampling::standard_normal(rng);
        vec![self.mean + noise / (self.confidence * precision).sqrt(), precision]
    }
}
