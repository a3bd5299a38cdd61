//! The multivariate normal distribution.

use super::checks::{finite_vector, wrong};
use super::covariance_factor::{CovarianceFactor, scatter};
use super::multivariate::{Multivariate, is_point};
use super::numerics::LN_SQRT_TAU;
use super::sampling::standard_normal;
use crate::matrix::Matrix;
use hornbook_core::{Result, Rng};

/// The normal distribution of several numbers by its means and covariances.
///
/// ```
/// use hornbook_math::distributions::{Multivariate, MultivariateNormal};
/// use hornbook_math::matrix::Matrix;
/// let covariance = Matrix::new(2, 2, vec![2.0, 0.5, 0.5, 1.0])?;
/// let cloud = MultivariateNormal::new(&[0.0, 1.0], &covariance)?;
/// assert!((cloud.density(&[1.0, 2.0]) - 0.06794114034470021).abs() < 1e-15);
/// assert!((cloud.squared_distance(&[1.0, 2.0]) - 8.0 / 7.0).abs() < 1e-14);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct MultivariateNormal {
    mean: Vec<f64>,
    covariance: Matrix,
    root: CovarianceFactor,
}

impl MultivariateNormal {
    /// From the means and the covariances, which are symmetric and positive definite.
    pub fn new(mean: &[f64], covariance: &Matrix) -> Result<MultivariateNormal> {
        let mean = finite_vector("multivariate normal", "mean", mean)?;
        let root = CovarianceFactor::new("multivariate normal", "covariance", covariance)?;
        same_dimension("multivariate normal", &mean, &root)?;
        Ok(MultivariateNormal { mean, covariance: covariance.clone(), root })
    }

    /// The maximum-likelihood estimate from rows: the means, and the covariances with divisor n.
    pub fn fit(rows: &Matrix, weights: Option<&[f64]>) -> Result<MultivariateNormal> {
        let (mean, mut scatter, total) = scatter(rows, weights)?;
        scatter.values_mut().iter_mut().for_each(|v| *v /= total);
        MultivariateNormal::new(&mean, &scatter)
    }

    /// The square of Mahalanobis' distance from the mean, $(x-\mu)^\mathsf{T} \Sigma^{-1} (x-\mu)$; NaN for a point of
    /// another length.
    pub fn squared_distance(&self, x: &[f64]) -> f64 {
        squared_distance(&self.root, &self.mean, x)
    }

    /// The differential entropy in nats.
    pub fn entropy(&self) -> f64 {
        self.mean.len() as f64 * (0.5 + LN_SQRT_TAU) + 0.5 * self.root.ln_determinant()
    }

    /// This distribution as the prior of a mean, after `rows` of a known `covariance` were seen.
    pub fn posterior(&self, rows: &Matrix, covariance: &Matrix) -> Result<MultivariateNormal> {
        let (average, _, n) = scatter(rows, None)?;
        let known = CovarianceFactor::new("multivariate normal", "covariance", covariance)?;
        same_dimension("multivariate normal", &average, &self.root)?;
        same_dimension("multivariate normal", &average, &known)?;
        let (before, each) = (self.root.inverse(), known.inverse());
        let mut precision = before.clone();
        precision.values_mut().iter_mut().zip(each.values()).for_each(|(v, e)| *v += n * e);
        let after = CovarianceFactor::new("multivariate normal", "covariance", &precision)?.inverse();
        let dot = |row: &[f64], x: &[f64]| row.iter().zip(x).map(|(a, b)| a * b).sum::<f64>();
        let pull: Vec<f64> = (0..average.len())
            .map(|i| dot(before.row(i), &self.mean) + n * dot(each.row(i), &average))
            .collect();
        let mean: Vec<f64> = (0..average.len()).map(|i| dot(after.row(i), &pull)).collect();
        MultivariateNormal::new(&mean, &after)
    }
}

impl Multivariate for MultivariateNormal {
    fn dimension(&self) -> usize {
        self.mean.len()
    }

    fn ln_density(&self, x: &[f64]) -> f64 {
        let d = self.mean.len() as f64;
        -0.5 * (self.squared_distance(x) + self.root.ln_determinant()) - d * LN_SQRT_TAU
    }

    fn mean(&self) -> Vec<f64> {
        self.mean.clone()
    }

    fn covariance(&self) -> Matrix {
        self.covariance.clone()
    }

    fn sample(&self, rng: &mut Rng) -> Vec<f64> {
        let normals: Vec<f64> = self.mean.iter().map(|_| standard_normal(rng)).collect();
        self.root.color(&normals).iter().zip(&self.mean).map(|(x, m)| m + x).collect()
    }
}

/// $(x-\mu)^\mathsf{T} (L L^\mathsf{T})^{-1} (x-\mu)$; NaN for a point of another length.
pub(super) fn squared_distance(root: &CovarianceFactor, mean: &[f64], x: &[f64]) -> f64 {
    if !is_point(x, mean.len()) {
        return f64::NAN;
    }
    let from_mean: Vec<f64> = x.iter().zip(mean).map(|(x, m)| x - m).collect();
    root.whiten(&from_mean).iter().map(|z| z * z).sum()
}

/// A mean and a matrix must be of the same dimension.
pub(super) fn same_dimension(distribution: &str, mean: &[f64], root: &CovarianceFactor) -> Result<()> {
    if mean.len() == root.dimension() {
        return Ok(());
    }
    let expected = format!("{} numbers, as the matrix has rows", root.dimension());
    Err(wrong(distribution, "mean", format!("a list of {}", mean.len()), &expected))
}
