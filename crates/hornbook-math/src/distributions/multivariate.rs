//! What every distribution of several numbers can do.

use crate::matrix::Matrix;
use hornbook_core::{Rng, Seed};

/// A distribution of several numbers. A matrix counts as its values, row by row.
///
/// ```
/// use hornbook_core::Seed;
/// use hornbook_math::distributions::{Dirichlet, Multivariate};
/// let shares = Dirichlet::new(&[2.0, 3.0, 5.0])?;
/// assert!((shares.density(&[0.2, 0.3, 0.5]) - 8.505).abs() < 1e-12);
/// assert_eq!(shares.samples(2, Seed(1)).columns(), 3);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub trait Multivariate {
    /// How many numbers there are.
    fn dimension(&self) -> usize;

    /// The natural logarithm of [`density`](Multivariate::density).
    fn ln_density(&self, x: &[f64]) -> f64;

    /// The density at `x`, or its probability if there are only so many possible `x`. Zero where `x` cannot be, NaN
    /// if it has the wrong length or is NaN.
    fn density(&self, x: &[f64]) -> f64 {
        self.ln_density(x).exp()
    }

    /// The means.
    fn mean(&self) -> Vec<f64>;

    /// The covariances.
    fn covariance(&self) -> Matrix;

    /// One random point.
    fn sample(&self, rng: &mut Rng) -> Vec<f64>;

    /// Some random points, a row each; the same seed gives the same ones.
    fn samples(&self, count: usize, seed: Seed) -> Matrix {
        let mut rng = seed.rng();
        let mut points = Matrix::zeros(count, self.dimension());
        for row in points.values_mut().chunks_exact_mut(self.dimension()) {
            row.copy_from_slice(&self.sample(&mut rng));
        }
        points
    }

    /// The log-likelihood of some points, a row each.
    fn ln_likelihood(&self, points: &Matrix) -> f64 {
        (0..points.rows()).map(|row| self.ln_density(points.row(row))).sum()
    }
}

/// Whether a point can be asked about: so many numbers, none of them NaN.
pub(super) fn is_point(x: &[f64], dimension: usize) -> bool {
    x.len() == dimension && !x.iter().any(|v| v.is_nan())
}
