//! A linear model in a model file. These structs are what a file holds, apart from those the program computes with: they
//! may be followed by others, and must not change.

use super::{Fitted, FittedTarget, LinearModel};
use crate::design::{Coding, Design};
use hornbook_core::{Error, Result};
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
    postcard::to_stdvec(&file).map_err(|e| Error::model_file(e.to_string(), "report this as a fault"))
}

pub(super) fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<LinearModel> {
    let damaged = |problem: &str| Error::model_file(problem, "fetch or write the file again");
    let file: FileLinear =
        postcard::from_bytes(bytes).map_err(|e| damaged(&format!("its weights cannot be read ({e})")))?;
    let design = Design::of(&info.schema.inputs, file.coding);
    let (width, targets) = (design.width(), info.schema.targets().count());
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
    Ok(LinearModel::new(info, design, file.intercepts, weights, file.means, fitted))
}
