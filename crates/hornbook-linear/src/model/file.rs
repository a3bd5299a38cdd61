//! A linear model in a model file. These structs are what a file holds, and what is known of the fit as it is: they may be
//! followed by others, and must not change.

use super::{
    ClassLink, FitStatistics, LeastSquaresFit, LikelihoodFit, LinearModel, Link, MarginFit, ResponseType,
    glm_file,
};
use crate::design::design_of;
use hornbook_core::{Error, Result, Task};
use hornbook_data::Matrix;
use hornbook_encoding::CategoricalEncoding;
use hornbook_learner::{ModelInfo, read_model_part, take_model_part, write_model_part};
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
    fitted: Option<LeastSquaresFit>,
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
        fitted: fitted.cloned(),
    };
    let mut bytes = write_model_part(&file)?;
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
    bytes.extend(write_model_part(&response)?);
    if let FileResponse::Mean(_) = response {
        bytes.extend(glm_file::to_bytes(&model.fit_statistics)?);
    }
    if let FitStatistics::Margin(fit) = &model.fit_statistics {
        bytes.extend(write_model_part(fit)?);
    }
    if let FitStatistics::Likelihood(fit) = &model.fit_statistics {
        bytes.extend(write_model_part(fit)?);
    }
    Ok(bytes)
}

pub(super) fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<LinearModel> {
    let (file, rest): (FileLinear, &[u8]) = take_model_part(bytes, WHAT)?;
    let categories = match file.encoding {
        FileCategoricalEncoding::Dummy => CategoricalEncoding::Dummy,
        FileCategoricalEncoding::OneHot => CategoricalEncoding::OneHot,
    };
    let design = design_of(&info.schema.inputs, categories);
    let width = design.width();
    let (response, fit_statistics) = match (info.schema.target.task, rest) {
        (Task::Classification, []) => return Err(Error::damaged("it does not say what its sums stand for")),
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
        return Err(Error::damaged("its weights do not fit its columns"));
    }
    let misfit = |_| Error::damaged("its weights do not fit its columns");
    let weights = Matrix::new(targets, width, file.weights).map_err(misfit)?;
    let fit_statistics = match file.fitted {
        None => fit_statistics,
        Some(fitted) => {
            let fits = fitted.targets.len() == targets
                && fitted.is_determined.len() == width
                && fitted.inflation.len() == width;
            if !fits {
                return Err(Error::damaged(OTHER_COLUMNS));
            }
            // Rows less what was learned from them, so that there are never more degrees of freedom than rows.
            let is_square = |square: f64| !square.is_nan() && square >= 0.0;
            let is_sound = is_weight(fitted.weight, &info)
                && is_numbers(&[fitted.l2_penalty, fitted.degrees, fitted.effective_dof])
                && fitted.degrees <= fitted.weight
                && fitted.targets.iter().all(|t| is_square(t.residual_squares) && is_square(t.total_squares));
            if !is_sound {
                return Err(Error::damaged(NO_FIT));
            }
            let inverse = Matrix::new(width, width, fitted.inverse.into_values()).map_err(misfit)?;
            FitStatistics::LeastSquares(LeastSquaresFit { inverse, ..fitted })
        }
    };
    let model = LinearModel::new(info, design, file.intercepts, weights, file.means);
    Ok(model.with_response(response).with_fit_statistics(fit_statistics))
}

/// What a linear model consists of, in the error that says it cannot be read.
pub(super) const WHAT: &str = "weights";

/// What is said of a fit of other columns than the model's.
pub(super) const OTHER_COLUMNS: &str = "what it knows of its fit does not fit its columns";

/// What is said of numbers about a fit that no fit has.
pub(super) const NO_FIT: &str =
    "what it knows of its fit cannot be: rows, degrees of freedom or sums of squares";

/// Whether the rows of a fit may weigh this much: no more than all rows that the model was trained on.
pub(super) fn is_weight(weight: f64, info: &ModelInfo) -> bool {
    weight >= 0.0 && weight <= info.summary.weight * (1.0 + 1e-6)
}

/// What the sums stand for, and what is known of the fit.
fn after_weights(bytes: &[u8], info: &ModelInfo, width: usize) -> Result<(ResponseType, FitStatistics)> {
    let (response, rest): (FileResponse, &[u8]) = take_model_part(bytes, WHAT)?;
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
            checked_likelihood(read_model_part(rest, WHAT)?, &response, info, width)?
        }
        _ => {
            let fit: MarginFit = read_model_part(rest, WHAT)?;
            if fit.deviations.len() != width {
                return Err(Error::damaged(OTHER_COLUMNS));
            }
            FitStatistics::Margin(fit)
        }
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
        return Err(Error::damaged("what its sums stand for does not fit its target"));
    }
    Ok(())
}

fn checked_likelihood(
    fit: LikelihoodFit,
    response: &ResponseType,
    info: &ModelInfo,
    width: usize,
) -> Result<FitStatistics> {
    if fit.deviations.len() != width {
        return Err(Error::damaged(OTHER_COLUMNS));
    }
    if !is_weight(fit.weight, info)
        || fit.effective_dof.is_some_and(|effective_dof| !effective_dof.is_finite())
    {
        return Err(Error::damaged(NO_FIT));
    }
    let outputs = response.outputs().unwrap_or(0);
    let errors = fit.errors.map(|errors| Matrix::new(outputs, width + 1, errors.into_values())).transpose();
    let errors = errors.map_err(|_| Error::damaged("its errors do not fit its weights"))?;
    Ok(FitStatistics::Likelihood(LikelihoodFit { errors, ..fit }))
}
