//! What follows the coefficients of a mean in a model file.

use super::file::{NO_FIT, damaged, is_weight, unreadable};
use super::posterior_file::FilePosterior;
use super::robust_file::FileRobust;
use super::{FitStatistics, GlmFit, Link, ResponseType};
use hornbook_core::{Result, Task};
use hornbook_learner::ModelInfo;
use serde::{Deserialize, Serialize};

/// What is known of the fit.
#[derive(Serialize, Deserialize)]
enum FileFitStatistics {
    Nothing,
    Means(FileMeans),
    Posterior(FilePosterior),
    Robust(FileRobust),
}

#[derive(Serialize, Deserialize)]
struct FileMeans {
    power: f64,
    weight: f64,
    intercept: bool,
    is_penalized: bool,
    null_deviance: f64,
    deviance: f64,
    pearson: f64,
    aic: Option<f64>,
    steps: u64,
    effective_dof: Option<f64>,
    errors: Option<Vec<f64>>,
    deviations: Vec<f64>,
}

/// Whether there is something to write though sums stand for themselves.
pub(super) fn keeps(fit_statistics: &FitStatistics) -> bool {
    matches!(fit_statistics, FitStatistics::Posterior(_) | FitStatistics::Robust(_))
}

pub(super) fn to_bytes(fit_statistics: &FitStatistics) -> postcard::Result<Vec<u8>> {
    let file = match fit_statistics {
        FitStatistics::Glm(fit) => FileFitStatistics::Means(FileMeans {
            power: fit.power,
            weight: fit.weight,
            intercept: fit.intercept,
            is_penalized: fit.is_penalized,
            null_deviance: fit.null_deviance,
            deviance: fit.deviance,
            pearson: fit.pearson,
            aic: fit.aic,
            steps: fit.steps,
            effective_dof: fit.effective_dof,
            errors: fit.errors.clone(),
            deviations: fit.deviations.clone(),
        }),
        FitStatistics::Posterior(posterior) => FileFitStatistics::Posterior(FilePosterior::of(posterior)),
        FitStatistics::Robust(fit) => FileFitStatistics::Robust(FileRobust::of(fit)),
        FitStatistics::None
        | FitStatistics::LeastSquares(_)
        | FitStatistics::Likelihood(_)
        | FitStatistics::Margin(_) => FileFitStatistics::Nothing,
    };
    postcard::to_stdvec(&file)
}

/// What the sums stand for, and what is known of the fit.
pub(super) fn after_weights(
    link: Link,
    bytes: &[u8],
    info: &ModelInfo,
    width: usize,
) -> Result<(ResponseType, FitStatistics)> {
    if info.schema.target.task != Task::Regression || !info.schema.additional_targets.is_empty() {
        return Err(damaged("what its sums stand for does not fit its target"));
    }
    let fit_statistics = match postcard::from_bytes(bytes).map_err(unreadable)? {
        FileFitStatistics::Nothing => FitStatistics::None,
        FileFitStatistics::Means(file) => FitStatistics::Glm(means(file, info, width)?),
        FileFitStatistics::Posterior(file) => FitStatistics::Posterior(file.posterior(width)?),
        FileFitStatistics::Robust(file) => FitStatistics::Robust(file.fit(width)?),
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
        return Err(damaged(NO_FIT));
    }
    let response = if keeps(&fit_statistics) { ResponseType::Numbers } else { ResponseType::Mean { link } };
    Ok((response, fit_statistics))
}

fn means(file: FileMeans, info: &ModelInfo, width: usize) -> Result<GlmFit> {
    let fits =
        file.deviations.len() == width && file.errors.as_ref().is_none_or(|errors| errors.len() == width + 1);
    if !fits {
        return Err(damaged("what it knows of its fit does not fit its columns"));
    }
    let is_sound = is_weight(file.weight, info)
        && file.power.is_finite()
        && file.effective_dof.is_none_or(|effective_dof| effective_dof.is_finite() && effective_dof >= 0.0);
    if !is_sound {
        return Err(damaged(NO_FIT));
    }
    Ok(GlmFit {
        power: file.power,
        weight: file.weight,
        intercept: file.intercept,
        is_penalized: file.is_penalized,
        null_deviance: file.null_deviance,
        deviance: file.deviance,
        pearson: file.pearson,
        aic: file.aic,
        steps: file.steps,
        effective_dof: file.effective_dof,
        errors: file.errors,
        deviations: file.deviations,
    })
}
