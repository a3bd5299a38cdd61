//! A posterior in a model file.

use super::CoefficientPosterior;
use super::file::damaged;
use hornbook_core::Result;
use hornbook_data::Matrix;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub(super) struct FilePosterior {
    weight: f64,
    intercept: bool,
    noise_precision: f64,
    prior_precision: f64,
    determined: f64,
    log_evidence: f64,
    score: f64,
    rounds: u64,
    covariance: Vec<f64>,
    deviations: Vec<f64>,
}

impl FilePosterior {
    pub fn of(posterior: &CoefficientPosterior) -> FilePosterior {
        FilePosterior {
            weight: posterior.weight,
            intercept: posterior.intercept,
            noise_precision: posterior.noise_precision,
            prior_precision: posterior.prior_precision,
            determined: posterior.determined,
            log_evidence: posterior.log_evidence,
            score: posterior.score,
            rounds: posterior.rounds,
            covariance: posterior.covariance.values().to_vec(),
            deviations: posterior.deviations.clone(),
        }
    }

    pub fn posterior(self, width: usize) -> Result<CoefficientPosterior> {
        let misfit = || damaged("its posterior does not fit its columns");
        if self.deviations.len() != width || self.noise_precision.is_nan() || self.noise_precision <= 0.0 {
            return Err(misfit());
        }
        Ok(CoefficientPosterior {
            weight: self.weight,
            intercept: self.intercept,
            noise_precision: self.noise_precision,
            prior_precision: self.prior_precision,
            determined: self.determined,
            log_evidence: self.log_evidence,
            score: self.score,
            rounds: self.rounds,
            covariance: Matrix::new(width, width, self.covariance).map_err(|_| misfit())?,
            deviations: self.deviations,
        })
    }
}
