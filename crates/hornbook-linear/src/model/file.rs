//! A linear model in a model file. These structs are what a file holds, apart from those the program computes with: they
//! may be followed by others, and must not change.

use super::margin_fit::FileScores;
use super::{
    ClassLink, FitStatistics, FittedTarget, LeastSquaresFit, LikelihoodFit, LinearModel, Link, ResponseType,
    glm_file,
};
use crate::design::design_of;
use hornbook_core::{Error, Result, Task};
use hornbook_data::Matrix;
use hornbook_encoding::CategoricalEncoding;
use hornbook_learner::ModelInfo;
use serde::{Deserialize, Serialize};

/// Above so many columns the inverse is left out of the file: it would be most of it.
const MOST_COLUMNS: usize = 2000;

/// Which levels of a category have a column.
#[derive(Serialize, Deserialize)]
enum FileCategoricalEncoding {
    Dummy,
    OneHot,
}

#[derive(Serialize, Deserialize)]
struct FileLinear {
    encoding: FileCategoricalEncoding,
    intercepts: Vec<f64>,
    weights: Vec<f64>,
    means: Vec<f64>,
    fitted: Option<FileFitted>,
}

#[derive(Serialize, Deserialize)]
struct FileFitted {
    weight: f64,
    intercept: bool,
    l2_penalty: f64,
    degrees: f64,
    effective_dof: f64,
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
    is_penalized: bool,
    null_deviance: f64,
    deviance: f64,
    steps: u64,
    is_separated: bool,
    effective_dof: Option<f64>,
    errors: Option<Vec<f64>>,
    deviations: Vec<f64>,
}

pub(super) fn to_bytes(model: &LinearModel) -> Result<Vec<u8>> {
    let fitted = model.fitted().filter(|_| model.design.width() <= MOST_COLUMNS);
    let file = FileLinear {
        encoding: match model.design.options().categories {
            CategoricalEncoding::Dummy => FileCategoricalEncoding::Dummy,
            _ => FileCategoricalEncoding::OneHot,
        },
        intercepts: model.intercepts.clone(),
        weights: model.weights.values().to_vec(),
        means: model.means.clone(),
        fitted: fitted.map(|fitted| FileFitted {
            weight: fitted.weight,
            intercept: fitted.intercept,
            l2_penalty: fitted.l2_penalty,
            degrees: fitted.degrees,
            effective_dof: fitted.effective_dof,
            condition: fitted.condition,
            targets: fitted.targets.iter().map(|t| [t.residual_squares, t.total_squares]).collect(),
            inverse: fitted.inverse.values().to_vec(),
            is_determined: fitted.is_determined.clone(),
            inflation: fitted.inflation.clone(),
        }),
    };
    let fault = |e: postcard::Error| Error::internal(e);
    let mut bytes = postcard::to_stdvec(&file).map_err(fault)?;
    let response = match &model.response {
        ResponseType::Numbers if !glm_file::keeps(&model.fit_statistics) => return Ok(bytes),
        ResponseType::Numbers => FileResponse::Mean(Link::Identity),
        ResponseType::Logistic { classes } => FileResponse::Logistic(*classes),
        ResponseType::Softmax { classes } => FileResponse::Softmax(classes.clone()),
        ResponseType::Mean { link } => FileResponse::Mean(*link),
        ResponseType::Sign { classes, zero_is_second } => FileResponse::Sign(*classes, *zero_is_second),
        ResponseType::Scores { classes } => FileResponse::Scores(classes.clone()),
        ResponseType::Pairs { classes } => FileResponse::Pairs(classes.clone()),
        ResponseType::Linked { classes, link } => FileResponse::Linked(*classes, *link),
    };
    bytes.extend(postcard::to_stdvec(&response).map_err(fault)?);
    if let FileResponse::Mean(_) = response {
        bytes.extend(glm_file::to_bytes(&model.fit_statistics).map_err(fault)?);
    }
    if let FitStatistics::Margin(fit) = &model.fit_statistics {
        bytes.extend(postcard::to_stdvec(&FileScores::of(fit)).map_err(fault)?);
    }
    if let FitStatistics::Likelihood(fit) = &model.fit_statistics {
        let classes = FileClasses {
            weight: fit.weight,
            intercept: fit.intercept,
            is_penalized: fit.is_penalized,
            null_deviance: fit.null_deviance,
            deviance: fit.deviance,
            steps: fit.steps,
            is_separated: fit.is_separated,
            effective_dof: fit.effective_dof,
            errors: fit.errors.as_ref().map(|errors| errors.values().to_vec()),
            deviations: fit.deviations.clone(),
        };
        bytes.extend(postcard::to_stdvec(&classes).map_err(fault)?);
    }
    Ok(bytes)
}

pub(super) fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<LinearModel> {
    let (file, rest): (FileLinear, &[u8]) = postcard::take_from_bytes(bytes).map_err(unreadable)?;
    let categories = match file.encoding {
        FileCategoricalEncoding::Dummy => CategoricalEncoding::Dummy,
        FileCategoricalEncoding::OneHot => CategoricalEncoding::OneHot,
    };
    let design = design_of(&info.schema.inputs, categories);
    let width = design.width();
    let (response, fit_statistics) = match (info.schema.target.task, rest) {
        (Task::Classification, []) => return Err(damaged("it does not say what its sums stand for")),
        (_, []) => (ResponseType::Numbers, FitStatistics::None),
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
    let fit_statistics = match file.fitted {
        None => fit_statistics,
        Some(fitted) => {
            let fits = fitted.targets.len() == targets
                && fitted.is_determined.len() == width
                && fitted.inflation.len() == width;
            if !fits {
                return Err(damaged("what it knows of its fit does not fit its columns"));
            }
            let squares = fitted.targets.iter().flatten();
            // Rows less what was learned from them, so that there are never more degrees of freedom than rows.
            let is_sound = is_weight(fitted.weight, &info)
                && is_numbers(&[fitted.l2_penalty, fitted.degrees, fitted.effective_dof])
                && fitted.degrees <= fitted.weight
                && squares.into_iter().all(|square| !square.is_nan() && *square >= 0.0);
            if !is_sound {
                return Err(damaged(NO_FIT));
            }
            let of_target = |&[residual_squares, total_squares]: &[f64; 2]| FittedTarget {
                residual_squares,
                total_squares,
            };
            FitStatistics::LeastSquares(LeastSquaresFit {
                weight: fitted.weight,
                intercept: fitted.intercept,
                l2_penalty: fitted.l2_penalty,
                degrees: fitted.degrees,
                effective_dof: fitted.effective_dof,
                condition: fitted.condition,
                targets: fitted.targets.iter().map(of_target).collect(),
                inverse: Matrix::new(width, width, fitted.inverse).map_err(misfit)?,
                is_determined: fitted.is_determined,
                inflation: fitted.inflation,
            })
        }
    };
    let model = LinearModel::new(info, design, file.intercepts, weights, file.means);
    Ok(model.with_response(response).with_fit_statistics(fit_statistics))
}

/// What is said of numbers about a fit that no fit has.
pub(super) const NO_FIT: &str =
    "what it knows of its fit cannot be: rows, degrees of freedom or sums of squares";

/// Whether the rows of a fit may weigh this much: no more than all rows that the model was trained on.
pub(super) fn is_weight(weight: f64, info: &ModelInfo) -> bool {
    weight >= 0.0 && weight <= info.summary.weight * (1.0 + 1e-6)
}

pub(super) fn damaged(problem: &str) -> Error {
    Error::model_file(problem, "fetch or write the file again")
}

pub(super) fn unreadable(error: postcard::Error) -> Error {
    damaged(&format!("its weights cannot be read ({error})"))
}

/// What the sums stand for, and what is known of the fit.
fn after_weights(bytes: &[u8], info: &ModelInfo, width: usize) -> Result<(ResponseType, FitStatistics)> {
    let (response, rest): (FileResponse, &[u8]) = postcard::take_from_bytes(bytes).map_err(unreadable)?;
    let response = match response {
        FileResponse::Logistic(classes) => ResponseType::Logistic { classes },
        FileResponse::Softmax(classes) => ResponseType::Softmax { classes },
        FileResponse::Mean(link) => return glm_file::after_weights(link, rest, info, width),
        FileResponse::Sign(classes, zero_is_second) => ResponseType::Sign { classes, zero_is_second },
        FileResponse::Scores(classes) => ResponseType::Scores { classes },
        FileResponse::Pairs(classes) => ResponseType::Pairs { classes },
        FileResponse::Linked(classes, link) => ResponseType::Linked { classes, link },
    };
    check_codes(&response, info)?;
    let fit_statistics = match response {
        ResponseType::Logistic { .. } | ResponseType::Linked { .. } | ResponseType::Softmax { .. } => {
            class_facts(postcard::from_bytes(rest).map_err(unreadable)?, &response, info, width)?
        }
        _ => postcard::from_bytes::<FileScores>(rest).map_err(unreadable)?.into_facts(width)?,
    };
    Ok((response, fit_statistics))
}

/// The classes that sums stand for are some of the target's, in order.
fn check_codes(response: &ResponseType, info: &ModelInfo) -> Result<()> {
    let codes = response.codes();
    let is_sound = info.schema.target.task == Task::Classification
        && info.schema.additional_targets.is_empty()
        && !codes.is_empty()
        && codes.is_sorted_by(|a, b| a < b)
        && codes.iter().all(|&code| (code as usize) < info.schema.target.classes.len());
    if !is_sound {
        return Err(damaged("what its sums stand for does not fit its target"));
    }
    Ok(())
}

fn class_facts(
    file: FileClasses,
    response: &ResponseType,
    info: &ModelInfo,
    width: usize,
) -> Result<FitStatistics> {
    if file.deviations.len() != width {
        return Err(damaged("what it knows of its fit does not fit its columns"));
    }
    if !is_weight(file.weight, info)
        || file.effective_dof.is_some_and(|effective_dof| !effective_dof.is_finite())
    {
        return Err(damaged(NO_FIT));
    }
    let outputs = response.outputs().unwrap_or(0);
    let errors = file.errors.map(|errors| Matrix::new(outputs, width + 1, errors)).transpose();
    Ok(FitStatistics::Likelihood(LikelihoodFit {
        weight: file.weight,
        intercept: file.intercept,
        is_penalized: file.is_penalized,
        null_deviance: file.null_deviance,
        deviance: file.deviance,
        steps: file.steps,
        is_separated: file.is_separated,
        effective_dof: file.effective_dof,
        errors: errors.map_err(|_| damaged("its errors do not fit its weights"))?,
        deviations: file.deviations,
    }))
}
