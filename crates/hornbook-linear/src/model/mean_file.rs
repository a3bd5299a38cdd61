//! What follows the weights of a mean in a model file.

use super::file::{damaged, unreadable};
use super::posterior_file::FilePosterior;
use super::robust_file::FileRobust;
use super::{Facts, Link, MeanFit, Response};
use hornbook_core::{Result, Task};
use hornbook_learner::ModelInfo;
use serde::{Deserialize, Serialize};

/// What is known of the fit.
#[derive(Serialize, Deserialize)]
enum FileFacts {
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
    is_penalised: bool,
    null_deviance: f64,
    deviance: f64,
    pearson: f64,
    aic: Option<f64>,
    steps: u64,
    used: Option<f64>,
    errors: Option<Vec<f64>>,
    deviations: Vec<f64>,
}

/// Whether there is something to write though sums stand for themselves.
pub(super) fn keeps(facts: &Facts) -> bool {
    matches!(facts, Facts::Posterior(_) | Facts::Robust(_))
}

pub(super) fn to_bytes(facts: &Facts) -> postcard::Result<Vec<u8>> {
    let file = match facts {
        Facts::Means(fit) => FileFacts::Means(FileMeans {
            power: fit.power,
            weight: fit.weight,
            intercept: fit.intercept,
            is_penalised: fit.is_penalised,
            null_deviance: fit.null_deviance,
            deviance: fit.deviance,
            pearson: fit.pearson,
            aic: fit.aic,
            steps: fit.steps,
            used: fit.used,
            errors: fit.errors.clone(),
            deviations: fit.deviations.clone(),
        }),
        Facts::Posterior(posterior) => FileFacts::Posterior(FilePosterior::of(posterior)),
        Facts::Robust(fit) => FileFacts::Robust(FileRobust::of(fit)),
        Facts::None | Facts::Squares(_) | Facts::Classes(_) | Facts::Scores(_) => FileFacts::Nothing,
    };
    postcard::to_stdvec(&file)
}

/// What the sums stand for, and what is known of the fit.
pub(super) fn after_weights(
    link: Link,
    bytes: &[u8],
    info: &ModelInfo,
    width: usize,
) -> Result<(Response, Facts)> {
    if info.schema.target.task != Task::Regression || !info.schema.more_targets.is_empty() {
        return Err(damaged("what its sums stand for does not fit its target"));
    }
    let facts = match postcard::from_bytes(bytes).map_err(unreadable)? {
        FileFacts::Nothing => Facts::None,
        FileFacts::Means(file) => Facts::Means(means(file, width)?),
        FileFacts::Posterior(file) => Facts::Posterior(file.posterior(width)?),
        FileFacts::Robust(file) => Facts::Robust(file.fit(width)?),
    };
    let response = if keeps(&facts) { Response::Numbers } else { Response::Mean { link } };
    Ok((response, facts))
}

fn means(file: FileMeans, width: usize) -> Result<MeanFit> {
    let fits =
        file.deviations.len() == width && file.errors.as_ref().is_none_or(|errors| errors.len() == width + 1);
    if !fits {
        return Err(damaged("what it knows of its fit does not fit its columns"));
    }
    Ok(MeanFit {
        power: file.power,
        weight: file.weight,
        intercept: file.intercept,
        is_penalised: file.is_penalised,
        null_deviance: file.null_deviance,
        deviance: file.deviance,
        pearson: file.pearson,
        aic: file.aic,
        steps: file.steps,
        used: file.used,
        errors: file.errors,
        deviations: file.deviations,
    })
}
