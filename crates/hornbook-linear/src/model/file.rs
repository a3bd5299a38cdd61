//! A linear model in a model file. These structs are what a file holds, apart from those the program computes with: they
//! may be followed by others, and must not change.

use super::scores::FileScores;
use super::{ClassFit, ClassLink, Facts, Fitted, FittedTarget, LinearModel, Link, Response, mean_file};
use crate::design::{Coding, Design};
use hornbook_core::{Error, Result, Task};
use hornbook_data::Matrix;
use hornbook_learner::ModelInfo;
use serde::{Deserialize, Serialize};

/// Above so many columns the inverse is left out of the file: it would be most of it.
const MOST_COLUMNS: usize = 2000;

#[derive(Serialize, Deserialize)]
struct FileLinear {
    coding: Coding,
    intercepts: Vec<f64>,
    weights: Vec<f64>,
    means: Vec<f64>,
    fitted: Option<FileFitted>,
}

#[derive(Serialize, Deserialize)]
struct FileFitted {
    weight: f64,
    intercept: bool,
    price: f64,
    degrees: f64,
    used: f64,
    condition: f64,
    /// The residual and the total squares of each target.
    targets: Vec<[f64; 2]>,
    inverse: Vec<f64>,
    is_determined: Vec<bool>,
    inflation: Vec<f64>,
}

/// What stands behind the weights, if their sums do not stand for themselves. What is known of the fit follows.
#[derive(Serialize, Deserialize)]
enum FileResponse {
    Logistic([u32; 2]),
    Softmax(Vec<u32>),
    Sign([u32; 2], bool),
    Scores(Vec<u32>),
    Mean(Link),
    Pairs(Vec<u32>),
    Linked([u32; 2], ClassLink),
}

/// What is known of a fit to classes by their likelihood.
#[derive(Serialize, Deserialize)]
struct FileClasses {
    weight: f64,
    intercept: bool,
    is_penalised: bool,
    null_deviance: f64,
    deviance: f64,
    steps: u64,
    is_separated: bool,
    used: Option<f64>,
    errors: Option<Vec<f64>>,
    deviations: Vec<f64>,
}

pub(super) fn to_bytes(model: &LinearModel) -> Result<Vec<u8>> {
    let fitted = model.fitted().filter(|_| model.design.width() <= MOST_COLUMNS);
    let file = FileLinear {
        coding: model.design.coding(),
        intercepts: model.intercepts.clone(),
        weights: model.weights.values().to_vec(),
        means: model.means.clone(),
        fitted: fitted.map(|fitted| FileFitted {
            weight: fitted.weight,
            intercept: fitted.intercept,
            price: fitted.price,
            degrees: fitted.degrees,
            used: fitted.used,
            condition: fitted.condition,
            targets: fitted.targets.iter().map(|t| [t.residual_squares, t.total_squares]).collect(),
            inverse: fitted.inverse.values().to_vec(),
            is_determined: fitted.is_determined.clone(),
            inflation: fitted.inflation.clone(),
        }),
    };
    let fault = |e: postcard::Error| Error::model_file(e.to_string(), "report this as a fault");
    let mut bytes = postcard::to_stdvec(&file).map_err(fault)?;
    let response = match &model.response {
        Response::Numbers if !mean_file::keeps(&model.facts) => return Ok(bytes),
        Response::Numbers => FileResponse::Mean(Link::Identity),
        Response::Logistic { classes } => FileResponse::Logistic(*classes),
        Response::Softmax { classes } => FileResponse::Softmax(classes.clone()),
        Response::Mean { link } => FileResponse::Mean(*link),
        Response::Sign { classes, zero_is_second } => FileResponse::Sign(*classes, *zero_is_second),
        Response::Scores { classes } => FileResponse::Scores(classes.clone()),
        Response::Pairs { classes } => FileResponse::Pairs(classes.clone()),
        Response::Linked { classes, link } => FileResponse::Linked(*classes, *link),
    };
    bytes.extend(postcard::to_stdvec(&response).map_err(fault)?);
    if let FileResponse::Mean(_) = response {
        bytes.extend(mean_file::to_bytes(&model.facts).map_err(fault)?);
    }
    if let Facts::Scores(fit) = &model.facts {
        bytes.extend(postcard::to_stdvec(&FileScores::of(fit)).map_err(fault)?);
    }
    if let Facts::Classes(fit) = &model.facts {
        let classes = FileClasses {
            weight: fit.weight,
            intercept: fit.intercept,
            is_penalised: fit.is_penalised,
            null_deviance: fit.null_deviance,
            deviance: fit.deviance,
            steps: fit.steps,
            is_separated: fit.is_separated,
            used: fit.used,
            errors: fit.errors.as_ref().map(|errors| errors.values().to_vec()),
            deviations: fit.deviations.clone(),
        };
        bytes.extend(postcard::to_stdvec(&classes).map_err(fault)?);
    }
    Ok(bytes)
}

pub(super) fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<LinearModel> {
    let (file, rest): (FileLinear, &[u8]) = postcard::take_from_bytes(bytes).map_err(unreadable)?;
    let design = Design::of(&info.schema.inputs, file.coding);
    let width = design.width();
    let (response, facts) = match (info.schema.target.task, rest) {
        (Task::Classification, []) => return Err(damaged("it does not say what its sums stand for")),
        (_, []) => (Response::Numbers, Facts::None),
        (_, rest) => after_weights(rest, &info, width)?,
    };
    let targets = response.outputs().unwrap_or_else(|| info.schema.targets().count());
    let is_numbers = |values: &[f64]| values.iter().all(|x| x.is_finite());
    if file.intercepts.len() != targets
        || file.means.len() != width
        || !is_numbers(&file.intercepts)
        || !is_numbers(&file.weights)
        || !is_numbers(&file.means)
    {
        return Err(damaged("its weights do not fit its columns"));
    }
    let misfit = |_| damaged("its weights do not fit its columns");
    let weights = Matrix::new(targets, width, file.weights).map_err(misfit)?;
    let facts = match file.fitted {
        None => facts,
        Some(fitted) => {
            let fits = fitted.targets.len() == targets
                && fitted.is_determined.len() == width
                && fitted.inflation.len() == width;
            if !fits {
                return Err(damaged("what it knows of its fit does not fit its columns"));
            }
            let of_target = |&[residual_squares, total_squares]: &[f64; 2]| FittedTarget {
                residual_squares,
                total_squares,
            };
            Facts::Squares(Fitted {
                weight: fitted.weight,
                intercept: fitted.intercept,
                price: fitted.price,
                degrees: fitted.degrees,
                used: fitted.used,
                condition: fitted.condition,
                targets: fitted.targets.iter().map(of_target).collect(),
                inverse: Matrix::new(width, width, fitted.inverse).map_err(misfit)?,
                is_determined: fitted.is_determined,
                inflation: fitted.inflation,
            })
        }
    };
    let model = LinearModel::new(info, design, file.intercepts, weights, file.means);
    Ok(model.with_response(response).with_facts(facts))
}

pub(super) fn damaged(problem: &str) -> Error {
    Error::model_file(problem, "fetch or write the file again")
}

pub(super) fn unreadable(error: postcard::Error) -> Error {
    damaged(&format!("its weights cannot be read ({error})"))
}

/// What the sums stand for, and what is known of the fit.
fn after_weights(bytes: &[u8], info: &ModelInfo, width: usize) -> Result<(Response, Facts)> {
    let (response, rest): (FileResponse, &[u8]) = postcard::take_from_bytes(bytes).map_err(unreadable)?;
    let response = match response {
        FileResponse::Logistic(classes) => Response::Logistic { classes },
        FileResponse::Softmax(classes) => Response::Softmax { classes },
        FileResponse::Mean(link) => return mean_file::after_weights(link, rest, info, width),
        FileResponse::Sign(classes, zero_is_second) => Response::Sign { classes, zero_is_second },
        FileResponse::Scores(classes) => Response::Scores { classes },
        FileResponse::Pairs(classes) => Response::Pairs { classes },
        FileResponse::Linked(classes, link) => Response::Linked { classes, link },
    };
    check_codes(&response, info)?;
    let facts = match response {
        Response::Logistic { .. } | Response::Linked { .. } | Response::Softmax { .. } => {
            class_facts(postcard::from_bytes(rest).map_err(unreadable)?, &response, width)?
        }
        _ => postcard::from_bytes::<FileScores>(rest).map_err(unreadable)?.into_facts(width)?,
    };
    Ok((response, facts))
}

/// The classes that sums stand for are some of the target's, in order.
fn check_codes(response: &Response, info: &ModelInfo) -> Result<()> {
    let codes = response.codes();
    let is_sound = info.schema.target.task == Task::Classification
        && info.schema.more_targets.is_empty()
        && !codes.is_empty()
        && codes.is_sorted_by(|a, b| a < b)
        && codes.iter().all(|&code| (code as usize) < info.schema.target.classes.len());
    if !is_sound {
        return Err(damaged("what its sums stand for does not fit its target"));
    }
    Ok(())
}

fn class_facts(file: FileClasses, response: &Response, width: usize) -> Result<Facts> {
    if file.deviations.len() != width {
        return Err(damaged("what it knows of its fit does not fit its columns"));
    }
    let outputs = response.outputs().unwrap_or(0);
    let errors = file.errors.map(|errors| Matrix::new(outputs, width + 1, errors)).transpose();
    Ok(Facts::Classes(ClassFit {
        weight: file.weight,
        intercept: file.intercept,
        is_penalised: file.is_penalised,
        null_deviance: file.null_deviance,
        deviance: file.deviance,
        steps: file.steps,
        is_separated: file.is_separated,
        used: file.used,
        errors: errors.map_err(|_| damaged("its errors do not fit its weights"))?,
        deviations: file.deviations,
    }))
}
