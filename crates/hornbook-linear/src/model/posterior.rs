//! What Bayesian regression knows of its coefficients, and how sure its predictions are.

use super::{FitStatistics, LinearModel};
use hornbook_core::{Error, Result};
use hornbook_data::{Features, Matrix};
use hornbook_math::distributions::normal_quantile;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// The posterior of the coefficients of Bayesian regression: normal, with the model's weights as its mean.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CoefficientPosterior {
    /// The weight of the rows; their number, if none was given.
    pub weight: f64,
    /// Whether there is an intercept.
    pub intercept: bool,
    /// The precision of the noise: one over its variance (scikit-learn's `alpha_`).
    pub noise_precision: f64,
    /// The precision of the prior of each coefficient (scikit-learn's `lambda_`).
    pub prior_precision: f64,
    /// How many weights the rows determine, as opposed to the prior; not an integer.
    pub determined: f64,
    /// The log likelihood of the targets under these precisions, whatever the coefficients.
    pub log_evidence: f64,
    /// The same with the log prior of the precisions that were learned, but for a constant.
    pub score: f64,
    /// How many iterations it took to converge the precisions.
    pub rounds: u64,
    #[serde(with = "super::matrix_values")]
    pub(crate) covariance: Matrix,
    /// The standard deviations of the columns.
    pub(crate) deviations: Vec<f64>,
}

impl CoefficientPosterior {
    /// The covariance of the coefficients.
    pub fn covariance(&self) -> &Matrix {
        &self.covariance
    }

    /// The standard deviations of the coefficients, and behind them that of the intercept at zero; without a
    /// constant, zero.
    pub(super) fn errors(&self, means: &[f64]) -> Vec<f64> {
        let at_zero = if self.intercept { self.variance_at(means) } else { 0.0 };
        let variances = self.covariance.diagonal_values().into_iter().chain([at_zero]);
        variances.map(|variance| variance.max(0.0).sqrt()).collect()
    }

    /// The variance of a weighted sum of columns that are this far from their means.
    fn variance_at(&self, distance: &[f64]) -> f64 {
        let of_row = |(row, x): (usize, &f64)| {
            x * self.covariance.row(row).iter().zip(distance).map(|(c, y)| c * y).sum::<f64>()
        };
        distance.iter().enumerate().map(of_row).sum::<f64>().max(0.0)
    }
}

impl LinearModel {
    /// What Bayesian regression knows of its coefficients.
    pub fn posterior(&self) -> Option<&CoefficientPosterior> {
        match &self.fit_statistics {
            FitStatistics::Posterior(posterior) => Some(posterior),
            _ => None,
        }
    }

    /// For each row the standard deviation of its target: that of the noise, and what the coefficients are
    /// not sure of. An error if the model is not Bayesian.
    pub fn predictive_deviations(&self, rows: &Features<'_>) -> Result<Vec<f64>> {
        let posterior = self.posterior().ok_or_else(|| {
            Error::mismatch(
                "this model has no posterior of its coefficients, so it has no predictive distribution",
                "train bayesian-ridge",
            )
        })?;
        self.checked_sums(rows)?;
        let width = self.design.width();
        let mut distances = Vec::new();
        self.design.write_rows(rows, posterior.intercept.then_some(&self.means), &mut distances);
        let noise = 1.0 / posterior.noise_precision;
        let deviation = |line: &[f64]| (noise + posterior.variance_at(line)).sqrt();
        Ok(match width {
            0 => vec![noise.sqrt(); rows.rows()],
            _ => distances.par_chunks_exact(width).map(deviation).collect(),
        })
    }

    /// For each row the interval that holds its target with this probability, given the model: a lower and an upper end.
    pub fn predictive_intervals(&self, rows: &Features<'_>, level: f64) -> Result<Matrix> {
        if !(level > 0.0 && level < 1.0) {
            return Err(Error::data(
                format!("{level} is no level of a credible interval"),
                "give a level between 0 and 1, such as 0.9",
            ));
        }
        let (deviations, sums) = (self.predictive_deviations(rows)?, self.checked_sums(rows)?);
        let far = normal_quantile(0.5 + 0.5 * level);
        let ends = sums.iter().zip(&deviations).flat_map(|(mean, s)| [mean - far * s, mean + far * s]);
        Matrix::new(rows.rows(), 2, ends.collect())
    }
}
