//! The normal-Wishart distribution.

use super::checks::{finite_vector, positive};
use super::covariance_factor::{CovarianceFactor, scatter};
use super::multivariate::{Multivariate, is_point};
use super::multivariate_normal::{MultivariateNormal, same_dimension};
use super::multivariate_student::MultivariateStudent;
use super::wishart::Wishart;
use crate::matrix::Matrix;
use hornbook_core::{Result, Rng};

/// The distribution of means and a precision matrix: the conjugate prior of normal rows of which both are unknown.
///
/// $$p(\mu, \Lambda) = \mathcal{N}(\mu;\, \mu_0, (\kappa\Lambda)^{-1})\; \mathrm{Wi}(\Lambda;\, \nu, T^{-1})$$
///
/// The matrix $T$ is an *inverse* scale: the scatter that the prior is worth, to which that of the data is added.
///
/// ```
/// use hornbook_math::distributions::{Multivariate, NormalWishart};
/// use hornbook_math::matrix::Matrix;
/// let rows = Matrix::new(4, 2, vec![1.0, 2.0, 2.0, 1.0, 3.0, 4.0, 4.0, 3.0])?;
/// let prior = NormalWishart::new(&[0.0, 0.0], 1.0, 4.0, &Matrix::new(2, 2, vec![1.0, 0.0, 0.0, 1.0])?)?;
/// let next = prior.posterior(&rows)?.predictive()?;
/// assert!((next.density(&[2.0, 2.0]) - 0.12297009194870227).abs() < 1e-15);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct NormalWishart {
    mean: Vec<f64>,
    confidence: f64,
    inverse_scale: Matrix,
    precision: Wishart,
}

impl NormalWishart {
    /// From the means, how many rows they are worth ($\kappa$), the degrees of freedom $\nu$ of the precision matrix,
    /// and its inverse scale $T$.
    pub fn new(mean: &[f64], confidence: f64, degrees: f64, inverse_scale: &Matrix) -> Result<NormalWishart> {
        let mean = finite_vector("normal-Wishart", "mean", mean)?;
        let confidence = positive("normal-Wishart", "confidence", confidence)?;
        let root = CovarianceFactor::new("normal-Wishart", "inverse_scale", inverse_scale)?;
        same_dimension("normal-Wishart", &mean, &root)?;
        let precision = Wishart::new(degrees, &root.inverse())?;
        Ok(NormalWishart { mean, confidence, inverse_scale: inverse_scale.clone(), precision })
    }

    /// How many rows the means are worth.
    pub fn confidence(&self) -> f64 {
        self.confidence
    }

    /// The inverse scale $T$.
    pub fn inverse_scale(&self) -> &Matrix {
        &self.inverse_scale
    }

    /// The distribution of the precision matrix alone.
    pub fn precision(&self) -> &Wishart {
        &self.precision
    }

    /// This distribution as a prior, after these rows.
    pub fn posterior(&self, rows: &Matrix) -> Result<NormalWishart> {
        let (average, mut sum, n) = scatter(rows, None)?;
        let root = CovarianceFactor::new("normal-Wishart", "inverse_scale", &self.inverse_scale)?;
        same_dimension("normal-Wishart", &average, &root)?;
        let (k, d) = (self.confidence, self.mean.len());
        let gap: Vec<f64> = average.iter().zip(&self.mean).map(|(x, m)| x - m).collect();
        for (at, value) in sum.values_mut().iter_mut().enumerate() {
            *value += self.inverse_scale.values()[at] + k * n / (k + n) * gap[at / d] * gap[at % d];
        }
        let mean: Vec<f64> = self.mean.iter().zip(&average).map(|(m, x)| (k * m + n * x) / (k + n)).collect();
        NormalWishart::new(&mean, k + n, self.precision.degrees() + n, &sum)
    }

    /// The distribution of the next row.
    pub fn predictive(&self) -> Result<MultivariateStudent> {
        let degrees = self.precision.degrees() - self.mean.len() as f64 + 1.0;
        let factor = (self.confidence + 1.0) / (self.confidence * degrees);
        let mut scale = self.inverse_scale.clone();
        scale.values_mut().iter_mut().for_each(|t| *t *= factor);
        MultivariateStudent::new(degrees, &self.mean, &scale)
    }

    /// The distribution of the means for a precision matrix, unless that is not positive definite.
    fn means_given(&self, precision: &[f64]) -> Option<MultivariateNormal> {
        let scaled = precision.iter().map(|p| self.confidence * p).collect();
        let matrix = Matrix::new(self.mean.len(), self.mean.len(), scaled).ok()?;
        MultivariateNormal::new(&self.mean, &CovarianceFactor::try_new(&matrix)?.inverse()).ok()
    }
}

/// The numbers are the means, then the precision matrix row by row.
impl Multivariate for NormalWishart {
    fn dimension(&self) -> usize {
        self.mean.len() + self.precision.dimension()
    }

    fn ln_density(&self, x: &[f64]) -> f64 {
        if !is_point(x, self.dimension()) {
            return f64::NAN;
        }
        let (means, precision) = x.split_at(self.mean.len());
        match self.means_given(precision) {
            Some(given) => given.ln_density(means) + self.precision.ln_density(precision),
            None => f64::NEG_INFINITY,
        }
    }

    fn mean(&self) -> Vec<f64> {
        [self.mean.clone(), self.precision.mean()].concat()
    }

    /// The means and the precision are uncorrelated. The variances of the means are infinite for at most as many
    /// degrees of freedom as there are means plus one.
    fn covariance(&self) -> Matrix {
        let (d, size) = (self.mean.len(), self.dimension());
        let of_precision = self.precision.covariance();
        let rest = self.precision.degrees() - d as f64 - 1.0;
        let mut covariance = Matrix::zeros(size, size);
        for (at, value) in covariance.values_mut().iter_mut().enumerate() {
            let (i, j) = (at / size, at % size);
            *value = match (i < d, j < d) {
                (true, true) if rest > 0.0 => self.inverse_scale.at(i, j) / (self.confidence * rest),
                (true, true) => f64::INFINITY,
                (false, false) => of_precision.at(i - d, j - d),
                _ => 0.0,
            };
        }
        covariance
    }

    fn sample(&self, rng: &mut Rng) -> Vec<f64> {
        loop {
            let precision = self.precision.sample(rng);
            // Rounding can leave a sampled matrix without a root, though hardly ever.
            if let Some(given) = self.means_given(&precision) {
                return [given.sample(rng), precision].concat();
            }
        }
    }
}
