//! Wishart's distribution.

use super::checks::wrong;
use super::covariance_factor::CovarianceFactor;
use super::multivariate::{Multivariate, is_point};
use super::sampling::{standard_gamma, standard_normal};
use crate::matrix::Matrix;
use crate::special::ln_multivariate_gamma;
use hornbook_core::{Result, Rng};
use std::f64::consts::LN_2;

/// The distribution of the scatter of $\nu$ normal rows of covariance $T$: the conjugate prior of a precision matrix.
///
/// $$p(X) \propto |X|^{(\nu-d-1)/2} \exp\left(-\tfrac12 \mathrm{tr}(T^{-1} X)\right)$$
///
/// ```
/// use hornbook_math::distributions::{Multivariate, Wishart};
/// use hornbook_math::matrix::Matrix;
/// let scatter = Wishart::new(4.0, &Matrix::new(2, 2, vec![1.0, 0.3, 0.3, 2.0])?)?;
/// assert!((scatter.density(&[3.0, 0.5, 0.5, 4.0]) - 0.0029506838938992827).abs() < 1e-16);
/// assert!((scatter.covariance().at(1, 1) - 8.36).abs() < 1e-14);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Wishart {
    degrees: f64,
    scale: Matrix,
    root: CovarianceFactor,
}

impl Wishart {
    /// From the degrees of freedom, more than the rows of the matrix less one, and the scale matrix.
    pub fn new(degrees: f64, scale: &Matrix) -> Result<Wishart> {
        let root = CovarianceFactor::new("Wishart", "scale", scale)?;
        let least = root.dimension() as f64 - 1.0;
        if degrees.is_nan() || degrees <= least || degrees.is_infinite() {
            return Err(wrong("Wishart", "degrees", degrees, &format!("a finite number above {least}")));
        }
        Ok(Wishart { degrees, scale: scale.clone(), root })
    }

    /// The degrees of freedom.
    pub fn degrees(&self) -> f64 {
        self.degrees
    }

    /// The scale matrix.
    pub fn scale(&self) -> &Matrix {
        &self.scale
    }

    /// How many rows its matrices have.
    pub fn rows(&self) -> usize {
        self.root.dimension()
    }
}

impl Multivariate for Wishart {
    fn dimension(&self) -> usize {
        self.rows() * self.rows()
    }

    /// Of a matrix, row by row; minus infinity where it is not symmetric and positive definite.
    fn ln_density(&self, x: &[f64]) -> f64 {
        let (rows, d) = (self.rows(), self.rows() as f64);
        if !is_point(x, self.dimension()) {
            return f64::NAN;
        }
        let Some(inside) =
            Matrix::new(rows, rows, x.to_vec()).ok().as_ref().and_then(CovarianceFactor::try_new)
        else {
            return f64::NEG_INFINITY;
        };
        // tr(T⁻¹X) is the sum of squares of L⁻¹ times a root of X, column by column.
        let trace: f64 =
            (0..rows).flat_map(|j| self.root.whiten(&inside.column(j))).map(|entry| entry * entry).sum();
        0.5 * (self.degrees - d - 1.0) * inside.ln_determinant()
            - 0.5 * (trace + self.degrees * (d * LN_2 + self.root.ln_determinant()))
            - ln_multivariate_gamma(rows, 0.5 * self.degrees)
    }

    fn mean(&self) -> Vec<f64> {
        self.scale.values().iter().map(|t| self.degrees * t).collect()
    }

    /// $\mathrm{Cov}(X_{ij}, X_{kl}) = \nu (T_{ik} T_{jl} + T_{il} T_{jk})$.
    fn covariance(&self) -> Matrix {
        let (rows, size) = (self.rows(), self.dimension());
        let t = |i: usize, j: usize| self.scale.at(i, j);
        let mut covariance = Matrix::zeros(size, size);
        for (at, value) in covariance.values_mut().iter_mut().enumerate() {
            let ((i, j), (k, l)) = ((at / size / rows, at / size % rows), (at % size / rows, at % rows));
            *value = self.degrees * (t(i, k) * t(j, l) + t(i, l) * t(j, k));
        }
        covariance
    }

    /// By Bartlett's decomposition: a triangle of normals with roots of chi-squares on its diagonal.
    fn sample(&self, rng: &mut Rng) -> Vec<f64> {
        let rows = self.rows();
        // A column of L A, for a lower triangle A.
        let columns: Vec<Vec<f64>> = (0..rows)
            .map(|j| {
                let entry = |i: usize| match i {
                    i if i < j => 0.0,
                    i if i == j => (2.0 * standard_gamma(rng, 0.5 * (self.degrees - j as f64))).sqrt(),
                    _ => standard_normal(rng),
                };
                self.root.color(&(0..rows).map(entry).collect::<Vec<f64>>())
            })
            .collect();
        (0..rows * rows)
            .map(|at| columns.iter().map(|column| column[at / rows] * column[at % rows]).sum())
            .collect()
    }
}
