//! The square root of a covariance matrix.

use super::checks::wrong;
use crate::matrix::Matrix;
use hornbook_core::{Error, Result};

/// The lower triangle $L$ with $L L^\mathsf{T}$ the matrix.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct CovarianceFactor {
    lower: Matrix,
}

impl CovarianceFactor {
    /// Of a matrix that must be symmetric and positive definite; the name is for the error.
    pub(super) fn new(distribution: &str, parameter: &str, matrix: &Matrix) -> Result<CovarianceFactor> {
        CovarianceFactor::try_new(matrix).ok_or_else(|| {
            let found = format!("a matrix of {} × {} that is not", matrix.rows(), matrix.columns());
            wrong(distribution, parameter, found, "a symmetric positive definite matrix of finite numbers")
        })
    }

    /// None for a matrix that is not symmetric and positive definite.
    pub(super) fn try_new(matrix: &Matrix) -> Option<CovarianceFactor> {
        let n = matrix.rows();
        if n == 0 || matrix.columns() != n || matrix.values().iter().any(|v| !v.is_finite()) {
            return None;
        }
        let mut lower = Matrix::zeros(n, n);
        for i in 0..n {
            for j in 0..=i {
                let (entry, mirror) = (matrix.at(i, j), matrix.at(j, i));
                if (entry - mirror).abs() > 1e-9 * (entry.abs() + mirror.abs()) {
                    return None;
                }
                let inner: f64 = lower.row(i)[..j].iter().zip(&lower.row(j)[..j]).map(|(a, b)| a * b).sum();
                let rest = entry - inner;
                let value = if i == j { rest.sqrt() } else { rest / lower.at(j, j) };
                // The root of a negative number is NaN.
                if i == j && (value.is_nan() || value <= 0.0) {
                    return None;
                }
                lower.values_mut()[i * n + j] = value;
            }
        }
        Some(CovarianceFactor { lower })
    }

    pub(super) fn dimension(&self) -> usize {
        self.lower.rows()
    }

    /// The logarithm of the matrix's determinant.
    pub(super) fn ln_determinant(&self) -> f64 {
        (0..self.dimension()).map(|i| 2.0 * self.lower.at(i, i).ln()).sum()
    }

    /// $L^{-1} x$.
    pub(super) fn whiten(&self, x: &[f64]) -> Vec<f64> {
        let mut solved: Vec<f64> = Vec::with_capacity(x.len());
        for (i, value) in x.iter().enumerate() {
            let row = self.lower.row(i);
            let known: f64 = row.iter().zip(&solved).map(|(a, b)| a * b).sum();
            solved.push((value - known) / row[i]);
        }
        solved
    }

    /// A column of $L$.
    pub(super) fn column(&self, column: usize) -> Vec<f64> {
        (0..self.dimension()).map(|row| self.lower.at(row, column)).collect()
    }

    /// $L x$.
    pub(super) fn color(&self, x: &[f64]) -> Vec<f64> {
        (0..self.dimension())
            .map(|i| self.lower.row(i)[..=i].iter().zip(x).map(|(a, b)| a * b).sum())
            .collect()
    }

    /// The matrix itself, multiplied by a factor.
    pub(super) fn scaled(&self, factor: f64) -> Matrix {
        let n = self.dimension();
        let mut product = Matrix::zeros(n, n);
        for i in 0..n {
            for j in 0..n {
                let inner: f64 = self.lower.row(i).iter().zip(self.lower.row(j)).map(|(a, b)| a * b).sum();
                product.values_mut()[i * n + j] = factor * inner;
            }
        }
        product
    }

    /// The inverse of the matrix: $W^\mathsf{T} W$ with $W = L^{-1}$.
    pub(super) fn inverse(&self) -> Matrix {
        let n = self.dimension();
        let unit = |at: usize| (0..n).map(|i| f64::from(u8::from(i == at))).collect::<Vec<f64>>();
        let columns: Vec<Vec<f64>> = (0..n).map(|at| self.whiten(&unit(at))).collect();
        let mut inverse = Matrix::zeros(n, n);
        for i in 0..n {
            for j in 0..n {
                inverse.values_mut()[i * n + j] =
                    columns[i].iter().zip(&columns[j]).map(|(a, b)| a * b).sum();
            }
        }
        inverse
    }
}

/// The mean of the rows and their scatter, $\sum_i w_i (x_i - \bar x)(x_i - \bar x)^\mathsf{T}$, with the sum of the
/// weights.
pub(super) fn scatter(rows: &Matrix, weights: Option<&[f64]>) -> Result<(Vec<f64>, Matrix, f64)> {
    let (n, d) = (rows.rows(), rows.columns());
    if weights.is_some_and(|weights| weights.len() != n) {
        return Err(Error::data(
            format!("there are {n} rows and another number of weights"),
            "give every row a weight",
        ));
    }
    let weight = |row: usize| weights.map_or(1.0, |weights| weights[row]);
    if (0..n).any(|row| !(weight(row) >= 0.0 && weight(row).is_finite())) {
        return Err(Error::data("a weight is negative or not finite", "give finite weights of at least 0"));
    }
    let counting: Vec<usize> = (0..n).filter(|&row| weight(row) > 0.0).collect();
    if counting.is_empty() || d == 0 {
        return Err(Error::data("there are no rows that count", "give at least one of a positive weight"));
    }
    if counting.iter().any(|&row| rows.row(row).iter().any(|x| !x.is_finite())) {
        return Err(Error::data("a value is missing or infinite", "give finite numbers"));
    }
    let total: f64 = counting.iter().map(|&row| weight(row)).sum();
    let mean: Vec<f64> = (0..d)
        .map(|j| counting.iter().map(|&row| weight(row) * rows.at(row, j)).sum::<f64>() / total)
        .collect();
    let mut scatter = Matrix::zeros(d, d);
    for &row in &counting {
        let from_mean: Vec<f64> = rows.row(row).iter().zip(&mean).map(|(x, m)| x - m).collect();
        for (i, a) in from_mean.iter().enumerate() {
            for (j, b) in from_mean.iter().enumerate() {
                scatter.values_mut()[i * d + j] += weight(row) * a * b;
            }
        }
    }
    Ok((mean, scatter, total))
}
