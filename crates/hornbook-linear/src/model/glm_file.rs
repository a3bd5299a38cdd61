//! What follows the coefficients of a mean in a model file.

use super::file::{NO_FIT, OTHER_COLUMNS, WHAT, is_weight};
use super::{CoefficientPosterior, FitStatistics, GlmFit, Link, ResponseType, RobustFit};
use hornbook_core::{Error, Result, Task};
use hornbook_data::Matrix;
use hornbook_learner::{ModelInfo, read_model_part, write_model_part};
use serde::{Deserialize, Serialize};

/// What is known of the fit.
#[derive(Serialize, Deserialize)]
enum FileFitStatistics {
    Nothing,
    Glm(GlmFit),
    Posterior(CoefficientPosterior),
    Robust(RobustFit),
}

/// Whether there is something to write though sums stand for themselves.
pub(super) fn keeps(fit_statistics: &FitStatistics) -> bool {
    matches!(fit_statistics, FitStatistics::Posterior(_) | FitStatistics::Robust(_))
}

pub(super) fn to_bytes(fit_statistics: &FitStatistics) -> Result<Vec<u8>> {
    write_model_part(&match fit_statistics {
        FitStatistics::Glm(fit) => FileFitStatistics::Glm(fit.clone()),
        FitStatistics::Posterior(posterior) => FileFitStatistics::Posterior(posterior.clone()),
        FitStatistics::Robust(fit) => FileFitStatistics::Robust(fit.clone()),
        FitStatistics::None
        | FitStatistics::LeastSquares(_)
        | FitStatistics::Likelihood(_)
        | FitStatistics::Margin(_) => FileFitStatistics::Nothing,
    })
}

/// What the sums stand for, and what is known of the fit.
pub(super) fn after_weights(
    link: Link,
    bytes: &[u8],
    info: &ModelInfo,
    width: usize,
) -> Result<(ResponseType, FitStatistics)> {
    if info.schema.target.task != Task::Regression || !info.schema.additional_targets.is_empty() {
        return Err(Error::damaged("what its sums stand for does not fit its target"));
    }
    let fit_statistics = match read_model_part(bytes, WHAT)? {
        FileFitStatistics::Nothing => FitStatistics::None,
        FileFitStatistics::Glm(fit) => FitStatistics::Glm(checked_glm(fit, info, width)?),
        FileFitStatistics::Posterior(posterior) => {
            FitStatistics::Posterior(checked_posterior(posterior, width)?)
        }
        FileFitStatistics::Robust(fit) => {
            check_columns(&fit.deviations, fit.errors.as_deref(), width)?;
            FitStatistics::Robust(fit)
        }
    };
    let weight = match &fit_statistics {
        FitStatistics::Posterior(posterior) => posterior.weight,
        FitStatistics::Robust(fit) => fit.weight,
        _ => 0.0,
    };
    let degrees = match &fit_statistics {
        FitStatistics::Robust(fit) => fit.degrees(),
        _ => None,
    };
    if !is_weight(weight, info) || degrees.is_some_and(|degrees| degrees.is_nan() || degrees > weight) {
        return Err(Error::damaged(NO_FIT));
    }
    let response = if keeps(&fit_statistics) { ResponseType::Numbers } else { ResponseType::Mean { link } };
    Ok((response, fit_statistics))
}

fn checked_glm(fit: GlmFit, info: &ModelInfo, width: usize) -> Result<GlmFit> {
    check_columns(&fit.deviations, fit.errors.as_deref(), width)?;
    let is_sound = is_weight(fit.weight, info)
        && fit.power.is_finite()
        && fit.effective_dof.is_none_or(|effective_dof| effective_dof.is_finite() && effective_dof >= 0.0);
    if is_sound { Ok(fit) } else { Err(Error::damaged(NO_FIT)) }
}

fn checked_posterior(posterior: CoefficientPosterior, width: usize) -> Result<CoefficientPosterior> {
    let misfit = || Error::damaged("its posterior does not fit its columns");
    if posterior.deviations.len() != width
        || posterior.noise_precision.is_nan()
        || posterior.noise_precision <= 0.0
    {
        return Err(misfit());
    }
    let covariance = Matrix::new(width, width, posterior.covariance.into_values()).map_err(|_| misfit())?;
    Ok(CoefficientPosterior { covariance, ..posterior })
}

/// Whether there is a standard deviation of each column, and, if any, a standard error of each coefficient and the intercept.
fn check_columns(deviations: &[f64], errors: Option<&[f64]>, width: usize) -> Result<()> {
    let fits = deviations.len() == width && errors.is_none_or(|errors| errors.len() == width + 1);
    if fits { Ok(()) } else { Err(Error::damaged(OTHER_COLUMNS)) }
}
