//! A polynomial in a model file.

use super::model::PolynomialModel;
use super::orthogonal_basis::OrthogonalBasis;
use super::recurrence::ThreeTermRecurrence;
use crate::basis::Monomial;
use crate::least_squares::LinearRegression;
use crate::model::LinearModel;
use hornbook_core::{Declared, Error, Result};
use hornbook_data::Schema;
use hornbook_learner::{LoadModel, Model as _, ModelInfo, read_model_part, write_model_part};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct FilePolynomial {
    recurrences: Vec<ThreeTermRecurrence>,
    monomials: Vec<Monomial>,
    weights: Vec<f64>,
    variances: Vec<f64>,
    /// The linear model of the products, whose header follows from that of the whole.
    within: Vec<u8>,
}

pub(super) fn to_bytes(model: &PolynomialModel) -> Result<Vec<u8>> {
    let file = FilePolynomial {
        recurrences: model.space.recurrences.clone(),
        monomials: model.space.monomials.clone(),
        weights: model.weights.clone(),
        variances: model.variances.clone(),
        within: model.within.to_bytes()?,
    };
    write_model_part(&file)
}

pub(super) fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<PolynomialModel> {
    let file: FilePolynomial = read_model_part(bytes, "powers")?;
    let space = OrthogonalBasis::from_parts(&info.schema.inputs, file.recurrences, file.monomials)
        .ok_or_else(|| Error::damaged("its powers do not fit its columns"))?;
    let within_info = ModelInfo {
        learner: LinearRegression::declaration().name.to_string(),
        parameters: LinearRegression::default().parameters(),
        schema: Schema { inputs: space.inputs(&info.schema.inputs), ..info.schema.clone() },
        summary: info.summary.clone(),
        calibration: None,
        intervals: None,
        profile: None,
    };
    let within = LinearModel::from_bytes(within_info, &file.within)?;
    let all = within.design().width() + 1;
    let is_sound = within.intercepts().len() == 1
        && file.weights.len() == all
        && file.variances.len() == all
        && file.weights.iter().all(|weight| weight.is_finite());
    match is_sound {
        true => Ok(PolynomialModel::new(info, space, within, file.weights, file.variances)),
        false => Err(Error::damaged("its weights do not fit its powers")),
    }
}
