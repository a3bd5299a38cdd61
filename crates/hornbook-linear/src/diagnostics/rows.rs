//! Row by row, leverage and influence in a fit of least squares.

use crate::model::{LeastSquaresFit, LinearModel};
use hornbook_core::{Error, Result};
use hornbook_data::{Features, Matrix};
use hornbook_learner::{Predictions, Predictor};
use hornbook_math::distributions::chi_square_upper;
use rayon::prelude::*;

/// Squares of residuals that differ by a larger fraction are those of other rows.
const SAME: f64 = 1e-6;

/// What is to be known of the rows of a fit, and of its residuals; in the order of the rows. See the formulas in the
/// [`diagnostics`](crate::diagnostics()) of all models.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Diagnostics {
    /// What is predicted.
    pub fitted: Vec<f64>,
    /// The target less what is predicted.
    pub residuals: Vec<f64>,
    /// How far the prediction follows the row's own target, from 0 to 1.
    pub leverage: Vec<f64>,
    /// The residual in units of its standard error; NaN for a row that decides its prediction alone.
    pub standardized: Vec<f64>,
    /// The same, with the error of a fit without the row.
    pub studentized: Vec<f64>,
    /// How far all predictions move without the row.
    pub cooks_distance: Vec<f64>,
    /// How far the row's own prediction moves without it, in standard errors.
    pub dffits: Vec<f64>,
    /// The Durbin–Watson statistic, from 0 to 4; none if there are no residuals.
    pub durbin_watson: Option<f64>,
    /// Whether the size of the residuals depends on the columns; none without an intercept, or without
    /// residuals.
    pub breusch_pagan: Option<BreuschPagan>,
    /// The free coefficients of the fit, the intercept among them.
    pub effective_dof: f64,
    /// The weight of the rows.
    pub weight: f64,
    /// Whether these seem to be the rows that the model was trained on: their squares of residuals are the same.
    pub are_training_rows: bool,
}

/// The Breusch–Pagan test, with Koenker's correction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BreuschPagan {
    /// The weight of the rows times the fraction of the squares of residuals that the columns explain.
    pub statistic: f64,
    /// Its degrees of freedom.
    pub degrees: f64,
    /// How rarely residuals that do not depend on the columns look so much like it.
    pub p_value: f64,
}

/// The diagnostics of a model of least squares on rows that are as it knows them.
pub(super) fn of(
    model: &LinearModel,
    rows: &Features<'_>,
    targets: &[f64],
    weights: &[f64],
) -> Result<Diagnostics> {
    let Some(fit) = model.fitted().filter(|fit| fit.l2_penalty == 0.0 && fit.targets.len() == 1) else {
        return Err(Error::mismatch(
            "regression diagnostics need unregularized least squares with one target",
            "train linear-regression or polynomial-regression",
        ));
    };
    let Some(error) = fit.residual_error(0) else {
        return Err(Error::mismatch(
            "no degrees of freedom left: the model is saturated, and has no residuals",
            "train it on more rows or with fewer features",
        ));
    };
    let Predictions::Numbers(fitted) = model.raw_predictions(rows)? else {
        return Err(Error::mismatch("the model predicts classes", "train it on numbers"));
    };
    let residuals: Vec<f64> = targets.iter().zip(&fitted).map(|(y, fitted)| y - fitted).collect();
    let centered = centered_columns(model, rows)?;
    let leverage = leverages(fit, &centered)?;
    let (effective_dof, squares) = (fit.weight - fit.degrees, fit.targets[0].residual_squares);
    let (mut standardized, mut studentized) = (Vec::new(), Vec::new());
    let (mut cooks_distance, mut dffits) = (Vec::new(), Vec::new());
    for (&e, &h) in residuals.iter().zip(&leverage) {
        let left = if h < 1.0 - 1e-10 { 1.0 - h } else { f64::NAN };
        let standard = e / (error * left.sqrt());
        let without = (squares - e * e / left).max(0.0) / (fit.degrees - 1.0);
        let student = e / (without * left).sqrt();
        standardized.push(standard);
        studentized.push(if fit.degrees > 1.0 { student } else { f64::NAN });
        cooks_distance.push(standard * standard * h / (effective_dof * left));
        dffits.push(student * (h / left).sqrt());
    }
    let own_squares: f64 = residuals.iter().zip(weights).map(|(e, w)| w * e * e).sum();
    let weight: f64 = weights.iter().sum();
    Ok(Diagnostics {
        durbin_watson: durbin_watson(&residuals, weights, own_squares),
        breusch_pagan: breusch_pagan(fit, &centered, &residuals, weights)?,
        are_training_rows: (own_squares - squares).abs() <= SAME * squares
            && (weight - fit.weight).abs() <= SAME * weight,
        fitted,
        residuals,
        leverage,
        standardized,
        studentized,
        cooks_distance,
        dffits,
        effective_dof,
        weight,
    })
}

/// The columns less their means in training, or as they are without an intercept; row by row.
fn centered_columns(model: &LinearModel, rows: &Features<'_>) -> Result<Matrix> {
    let mut centered = Vec::new();
    model.design().write_rows(rows, Some(model.means()), &mut centered);
    Matrix::new(rows.rows(), model.design().width(), centered)
}

fn leverages(fit: &LeastSquaresFit, centered: &Matrix) -> Result<Vec<f64>> {
    let of_mean = if fit.intercept { 1.0 / fit.weight } else { 0.0 };
    if centered.columns() == 0 {
        return Ok(vec![of_mean; centered.rows()]);
    }
    let leverage = |row: usize| {
        let line = centered.row(row);
        let spread: f64 = fit.inverse.times(line)?.iter().zip(line).map(|(a, b)| a * b).sum();
        Ok(of_mean + spread)
    };
    (0..centered.rows()).into_par_iter().map(leverage).collect()
}

/// Copies of a row do not differ, and rows without weight are not there.
fn durbin_watson(residuals: &[f64], weights: &[f64], squares: f64) -> Option<f64> {
    let there: Vec<f64> =
        residuals.iter().zip(weights).filter(|(_, weight)| **weight > 0.0).map(|(e, _)| *e).collect();
    let steps: f64 = there.windows(2).map(|pair| (pair[1] - pair[0]).powi(2)).sum();
    (squares > 0.0).then(|| steps / squares)
}

fn breusch_pagan(
    fit: &LeastSquaresFit,
    centered: &Matrix,
    residuals: &[f64],
    weights: &[f64],
) -> Result<Option<BreuschPagan>> {
    let weight: f64 = weights.iter().sum();
    let squares: Vec<f64> = residuals.iter().map(|e| e * e).collect();
    let mean = squares.iter().zip(weights).map(|(u, w)| u * w).sum::<f64>() / weight;
    let total: f64 = squares.iter().zip(weights).map(|(u, w)| w * (u - mean).powi(2)).sum();
    if !fit.intercept || fit.effective_dof <= 0.0 || total.is_nan() || total <= 0.0 {
        return Ok(None);
    }
    let weighted: Vec<f64> = squares.iter().zip(weights).map(|(u, w)| w * (u - mean)).collect();
    let products = centered.transposed_times(&weighted)?;
    let explained: f64 = fit.inverse.times(&products)?.iter().zip(&products).map(|(a, b)| a * b).sum();
    let statistic = weight * explained / total;
    Ok(Some(BreuschPagan {
        statistic,
        degrees: fit.effective_dof,
        p_value: chi_square_upper(statistic, fit.effective_dof),
    }))
}

impl Diagnostics {
    /// The rows that move the predictions most, by Cook's distance; those that decide their prediction alone come first.
    pub fn most_influential(&self, count: usize) -> Vec<usize> {
        let distance = |row: usize| match self.cooks_distance[row] {
            distance if distance.is_nan() => f64::INFINITY,
            distance => distance,
        };
        let mut order: Vec<usize> = (0..self.fitted.len()).collect();
        order.sort_by(|&a, &b| distance(b).total_cmp(&distance(a)).then(a.cmp(&b)));
        order.truncate(count);
        order
    }
}
