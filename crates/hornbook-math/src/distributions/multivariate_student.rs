//! The multivariate t distribution.

use super::checks::{finite_vector, positive};
use super::covariance_factor::CovarianceFactor;
use super::multivariate::Multivariate;
use super::multivariate_normal::{same_dimension, squared_distance};
use super::sampling::{standard_gamma, standard_normal};
use super::student::ln_student_kernel;
use crate::matrix::Matrix;
use crate::special::{ln_beta, ln_gamma};
use hornbook_core::{Result, Rng};
use std::f64::consts::PI;

/// Student's t distribution of several numbers: the predictive distribution of normal rows of unknown covariance.
///
/// ```
/// use hornbook_math::distributions::{Multivariate, MultivariateStudent, Student, Univariate};
/// use hornbook_math::matrix::Matrix;
/// let one = MultivariateStudent::new(5.0, &[1.0], &Matrix::new(1, 1, vec![4.0])?)?;
/// assert!((one.density(&[2.5]) - Student::new(5.0, 1.0, 2.0)?.density(2.5)).abs() < 1e-15);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct MultivariateStudent {
    degrees: f64,
    location: Vec<f64>,
    root: CovarianceFactor,
}

impl MultivariateStudent {
    /// From the degrees of freedom, the location and the scale matrix (of squared scales, as covariances are).
    pub fn new(degrees: f64, location: &[f64], scale: &Matrix) -> Result<MultivariateStudent> {
        let degrees = positive("multivariate t", "degrees", degrees)?;
        let location = finite_vector("multivariate t", "location", location)?;
        let root = CovarianceFactor::new("multivariate t", "scale", scale)?;
        same_dimension("multivariate t", &location, &root)?;
        Ok(MultivariateStudent { degrees, location, root })
    }

    /// The degrees of freedom.
    pub fn degrees(&self) -> f64 {
        self.degrees
    }

    /// The scale matrix.
    pub fn scale(&self) -> Matrix {
        self.root.scaled(1.0)
    }
}

impl Multivariate for MultivariateStudent {
    fn dimension(&self) -> usize {
        self.location.len()
    }

    fn ln_density(&self, x: &[f64]) -> f64 {
        let (d, v) = (self.location.len() as f64, self.degrees);
        let distance = squared_distance(&self.root, &self.location, x).sqrt();
        ln_student_kernel(distance, v, d) + ln_gamma(0.5 * d)
            - ln_beta(0.5 * v, 0.5 * d)
            - 0.5 * (d * (v * PI).ln() + self.root.ln_determinant())
    }

    /// The means; NaN for at most one degree of freedom.
    fn mean(&self) -> Vec<f64> {
        let exists = self.degrees > 1.0;
        self.location.iter().map(|&m| if exists { m } else { f64::NAN }).collect()
    }

    /// The covariances; infinite for at most two degrees of freedom, NaN for at most one.
    fn covariance(&self) -> Matrix {
        match self.degrees {
            v if v > 2.0 => self.root.scaled(v / (v - 2.0)),
            v => {
                let mut none = self.root.scaled(1.0);
                none.values_mut().fill(if v > 1.0 { f64::INFINITY } else { f64::NAN });
                none
            }
        }
    }

    fn sample(&self, rng: &mut Rng) -> Vec<f64> {
        let half = 0.5 * self.degrees;
        let normals: Vec<f64> = self.location.iter().map(|_| standard_normal(rng)).collect();
        let stretch = (half / standard_gamma(rng, half)).sqrt();
        self.root.color(&normals).iter().zip(&self.location).map(|(x, m)| m + stretch * x).collect()
    }
}
