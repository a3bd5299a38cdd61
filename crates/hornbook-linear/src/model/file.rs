//! A linear model in a model file. These structs are what a file holds, apart from those the program computes with: they
//! may be followed by others, and must not change.

use super::{ClassFit, Fitted, FittedTarget, LinearModel, Response};
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

/// What stands behind the weights of a model for classes.
#[derive(Serialize, Deserialize)]
struct FileClasses {
    response: FileResponse,
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

#[derive(Serialize, Deserialize)]
enum FileResponse {
    Logistic([u32; 2]),
    Softmax(Vec<u32>),
}

pub(super) fn to_bytes(model: &LinearModel) -> Result<Vec<u8>> {
    let fitted = model.fitted.as_ref().filter(|_| model.design.width() <= MOST_COLUMNS);
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
        Response::Numbers => None,
        Response::Logistic { classes } => Some(FileResponse::Logistic(*classes)),
        Response::Softmax { classes } => Some(FileResponse::Softmax(classes.clone())),
    };
    if let (Some(response), Some(fit)) = (response, &model.class_fit) {
        let classes = FileClasses {
            response,
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
    let unreadable = |e: postcard::Error| damaged(&format!("its weights cannot be read ({e})"));
    let (file, rest): (FileLinear, &[u8]) = postcard::take_from_bytes(bytes).map_err(unreadable)?;
    let design = Design::of(&info.schema.inputs, file.coding);
    let classes = match (info.schema.target.task, rest) {
        (Task::Classification, []) => return Err(damaged("it does not say what its sums stand for")),
        (Task::Classification, rest) => {
            let classes: FileClasses = postcard::from_bytes(rest).map_err(unreadable)?;
            Some(classes_of(classes, &info, design.width())?)
        }
        (_, []) => None,
        _ => return Err(damaged("something stands behind its weights")),
    };
    let numbers = info.schema.targets().count();
    let (width, targets) =
        (design.width(), classes.as_ref().and_then(|(response, _)| response.outputs()).unwrap_or(numbers));
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
    let fitted = match file.fitted {
        None => None,
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
            Some(Fitted {
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
    let model = LinearModel::new(info, design, file.intercepts, weights, file.means, fitted);
    Ok(match classes {
        Some((response, fit)) => model.for_classes(response, fit),
        None => model,
    })
}

fn damaged(problem: &str) -> Error {
    Error::model_file(problem, "fetch or write the file again")
}

/// What the sums stand for, if the classes are some of the target's, in order, and all lengths fit.
fn classes_of(file: FileClasses, info: &ModelInfo, width: usize) -> Result<(Response, ClassFit)> {
    let response = match file.response {
        FileResponse::Logistic(classes) => Response::Logistic { classes },
        FileResponse::Softmax(classes) => Response::Softmax { classes },
    };
    let codes = response.codes();
    let is_sound = info.schema.more_targets.is_empty()
        && !codes.is_empty()
        && codes.is_sorted_by(|a, b| a < b)
        && codes.iter().all(|&code| (code as usize) < info.schema.target.classes.len())
        && file.deviations.len() == width;
    if !is_sound {
        return Err(damaged("what its sums stand for does not fit its target"));
    }
    let outputs = response.outputs().unwrap_or(0);
    let errors = file.errors.map(|errors| Matrix::new(outputs, width + 1, errors)).transpose();
    let fit = ClassFit {
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
    };
    Ok((response, fit))
}
