//! Mahalanobis' distance is Euclid's after a linear map.

use hornbook_core::{Error, Result};
use hornbook_math::algebra::Cholesky;
use hornbook_math::matrix::Matrix;

/// The map $z = L^{-1} x$ that makes columns of covariance $S = LL^\top$ uncorrelated, with a variance of 1 each.
#[derive(Debug, Clone, PartialEq)]
pub struct Whitening {
    lower: Matrix,
}

impl Whitening {
    /// For this covariance; an error if it is not positive definite.
    pub fn of_covariance(covariance: &Matrix) -> Result<Whitening> {
        let cholesky = Cholesky::new(covariance).map_err(|_| {
            Error::data(
                "the covariance of the features is not positive definite: some are constant or collinear",
                "leave those columns out, or choose another metric",
            )
        })?;
        // Of columns that depend on each other, rounding may leave a little.
        let diagonal = cholesky.lower().diagonal_values();
        let tiny = diagonal.iter().zip(covariance.diagonal_values()).any(|(l, s)| l * l <= 1e-12 * s);
        if tiny {
            return Err(Error::data(
                "the covariance of the features is nearly singular: some are collinear",
                "leave those columns out, or choose another metric",
            ));
        }
        Ok(Whitening { lower: cholesky.lower().clone() })
    }

    /// For the covariance of these rows, divided by their weight less one.
    pub fn of_rows(rows: &Matrix, weights: &[f64]) -> Result<Whitening> {
        let width = rows.columns();
        let total: f64 = weights.iter().sum();
        if rows.rows() != weights.len() || total <= 1.0 {
            return Err(Error::data(
                "there are too few rows for a covariance",
                "give rows of a weight of more than 1, or the covariance itself",
            ));
        }
        let mut means = vec![0.0; width];
        for (row, weight) in (0..rows.rows()).zip(weights) {
            means.iter_mut().zip(rows.row(row)).for_each(|(mean, x)| *mean += weight / total * x);
        }
        let mut covariance = Matrix::zeros(width, width);
        let mut centered = vec![0.0; width];
        for (row, weight) in (0..rows.rows()).zip(weights) {
            centered.iter_mut().zip(rows.row(row)).zip(&means).for_each(|((c, x), mean)| *c = x - mean);
            for (i, &a) in centered.iter().enumerate() {
                let factor = weight * a / (total - 1.0);
                covariance.row_mut(i)[..=i].iter_mut().zip(&centered).for_each(|(s, b)| *s += factor * b);
            }
        }
        for i in 0..width {
            for j in 0..i {
                *covariance.at_mut(j, i) = covariance.at(i, j);
            }
        }
        Whitening::of_covariance(&covariance)
    }

    /// From $L$, lower triangular with a positive diagonal.
    pub(crate) fn from_lower(lower: Matrix) -> Option<Whitening> {
        let size = lower.rows();
        let is_sound = lower.columns() == size
            && lower.values().iter().all(|x| x.is_finite())
            && (0..size).all(|i| lower.at(i, i) > 0.0);
        is_sound.then_some(Whitening { lower })
    }

    /// $L$.
    pub(crate) fn lower(&self) -> &Matrix {
        &self.lower
    }

    /// How many columns there are.
    pub fn width(&self) -> usize {
        self.lower.rows()
    }

    /// Maps a row in place.
    pub fn apply(&self, row: &mut [f64]) -> Result<()> {
        if row.len() != self.width() {
            return Err(Error::data(
                format!("a row has {} numbers, and the covariance is for {}", row.len(), self.width()),
                "give rows of the columns of the covariance",
            ));
        }
        for i in 0..row.len() {
            let (known, rest) = row.split_at_mut(i);
            let line = self.lower.row(i);
            let sum: f64 = line.iter().zip(known.iter()).map(|(l, z)| l * z).sum();
            rest[0] = (rest[0] - sum) / line[i];
        }
        Ok(())
    }
}
