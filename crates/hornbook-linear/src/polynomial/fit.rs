//! From rows to a polynomial.

use super::events::PolynomialEvent;
use super::model::PolynomialModel;
use super::orthogonal_basis::OrthogonalBasis;
use super::params::PolynomialRegression;
use super::refine::{DoubleDoubleCoefficients, refine};
use crate::least_squares::LinearRegression;
use crate::model::LinearModel;
use hornbook_core::{Error, Result, Run};
use hornbook_data::{Column, Schema};
use hornbook_learner::{Fit, Model as _, TrainingInput, TrainingSummary};
use hornbook_math::double_double::DoubleDouble;

impl Fit for PolynomialRegression {
    type Model = PolynomialModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<PolynomialModel> {
        let data = input.dataset()?;
        let data = data.with_nonzero_weight();
        let schema = Schema::of(&data)?;
        let (space, warnings) = OrthogonalBasis::of(self, &data)?;
        for (&input, recurrence) in space.numbers.iter().zip(&space.recurrences) {
            let column = || schema.inputs[input].name.clone();
            run.trace(|| PolynomialEvent::Column { column: column(), degree: recurrence.degree() });
        }
        let columns: Vec<(String, Column)> = (space.inputs(&schema.inputs).into_iter())
            .zip(space.columns(&data.row_features()))
            .map(|(input, feature)| (input.name, feature.into()))
            .collect();
        let expanded = data.with_columns(columns)?;
        let within = LinearRegression::default()
            .fit_intercept(self.fit_intercept)
            .fit_checked(&TrainingInput::from(&expanded), run)?;
        let (within, exact) = refine(within, &space, &data, &expanded, run)?;
        let (weights, variances) = plain(&space, &within, &exact)?;
        let mut summary = TrainingSummary { warnings, ..within.info().summary.clone() };
        summary.details.insert("columns".into(), within.design().width().into());
        if let Some(fitted) = within.fitted() {
            summary.details.insert("r_squared".into(), fitted.targets[0].r_squared().into());
        }
        summary.warnings.extend(within.info().summary.warnings.iter().cloned());
        let info = self.model_info(&data, summary)?;
        Ok(PolynomialModel::new(info, space, within, weights, variances))
    }
}

/// The coefficients of plain powers, the intercept first and the columns of categories last, and their
/// variances in units of that of the residuals; NaN where the rows do not determine a weight.
fn plain(
    space: &OrthogonalBasis,
    within: &LinearModel,
    exact: &DoubleDoubleCoefficients,
) -> Result<(Vec<f64>, Vec<f64>)> {
    let (products, all) = (space.monomials.len(), exact.weights.len());
    let mut weights = vec![DoubleDouble::default(); all + 1];
    weights[0] = exact.intercept;
    // For each power, what each column within gives to it.
    let mut shares = vec![Vec::new(); all + 1];
    for (column, parts) in space.in_powers().into_iter().enumerate() {
        for (place, factor) in parts {
            weights[place] = weights[place] + factor * exact.weights[column];
            shares[place].push((column, factor.value()));
        }
    }
    for column in products..all {
        weights[column + 1] = exact.weights[column];
        shares[column + 1].push((column, 1.0));
    }
    let weights: Vec<f64> = weights.into_iter().map(DoubleDouble::value).collect();
    if weights.iter().any(|weight| !weight.is_finite()) {
        return Err(Error::data(
            "the weight of a power is too large for a number",
            "measure the columns in units in which they are nearer to 1, or lower the degree",
        ));
    }
    let Some(fitted) = within.fitted() else { return Ok((weights, vec![f64::NAN; all + 1])) };
    let variance = |(place, shares): (usize, &Vec<(usize, f64)>)| -> Result<f64> {
        let intercept = f64::from(u8::from(place == 0 && fitted.intercept));
        let mut along: Vec<f64> = within.means().iter().map(|mean| -intercept * mean).collect();
        shares.iter().for_each(|&(column, share)| along[column] += share);
        if along.iter().zip(&fitted.is_determined).any(|(x, is_known)| *x != 0.0 && !is_known) {
            return Ok(f64::NAN);
        }
        let spread: f64 = match all {
            0 => 0.0,
            _ => fitted.inverse.times(&along)?.iter().zip(&along).map(|(a, b)| a * b).sum(),
        };
        Ok(intercept / fitted.weight + spread)
    };
    Ok((weights, shares.iter().enumerate().map(variance).collect::<Result<_>>()?))
}
