//! Metrics of predicted numbers and of rankings.

use super::{Matrix, Numbers, no_such, optional};
use crate::threads::run;
use hornbook::evaluation::measures::{
    Queries, QueryMeasure, d2_tweedie, mean_tweedie_deviance, regression as r,
};
use numpy::PyReadonlyArray2;
use pyo3::prelude::*;

/// A metric of predicted numbers. `parameter` is the quantile or the power, where the metric has one.
#[pyfunction]
pub fn regression(
    py: Python<'_>,
    name: &str,
    truth: Numbers<'_>,
    predicted: Numbers<'_>,
    weights: Option<Numbers<'_>>,
    parameter: f64,
) -> PyResult<f64> {
    let (y, f, w) = (truth.as_slice()?, predicted.as_slice()?, optional(&weights)?);
    run(py, Some(1), || {
        Ok(Some(match name {
            "squared" => r::mean_squared_error(y, f, w)?,
            "root squared" => r::root_mean_squared_error(y, f, w)?,
            "absolute" => r::mean_absolute_error(y, f, w)?,
            "median" => r::median_absolute_error(y, f, w)?,
            "max" => r::max_error(y, f, w)?,
            "pinball" => r::quantile_loss(y, f, w, parameter)?,
            "percentage" => r::mean_absolute_percentage_error(y, f, w)?,
            "squared log" => r::mean_squared_log_error(y, f, w)?,
            "root squared log" => r::root_mean_squared_log_error(y, f, w)?,
            "r2" => r::r_squared(y, f, w)?,
            "explained variance" => r::explained_variance(y, f, w)?,
            "d2 pinball" => r::d2_quantile(y, f, w, parameter)?,
            "tweedie" => mean_tweedie_deviance(y, f, w, parameter)?,
            "d2 tweedie" => d2_tweedie(y, f, w, parameter)?,
            _ => return Ok(None),
        }))
    })?
    .ok_or_else(|| no_such(name))
}

/// A metric of rankings, a row a query, averaged over the queries.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "private to the package, which names every one of them")]
pub fn queries(
    py: Python<'_>,
    name: &str,
    relevance: Matrix<'_>,
    scores: PyReadonlyArray2<'_, f64>,
    weights: Option<Numbers<'_>>,
    k: Option<usize>,
    log_base: f64,
    ignore_ties: bool,
) -> PyResult<f64> {
    let measure = match name {
        "dcg" => QueryMeasure::Dcg { k, log_base, ignore_ties },
        "ndcg" => QueryMeasure::Ndcg { k, ignore_ties },
        "coverage" => QueryMeasure::Coverage,
        "label ranking" => QueryMeasure::LabelRankingPrecision,
        other => return Err(no_such(other)),
    };
    let width = relevance.as_array().ncols();
    let (relevance, scores, weights) = (relevance.as_slice()?, scores.as_slice()?, optional(&weights)?);
    run(py, Some(1), || Queries::by_width(width, relevance, scores)?.mean(measure, weights))
}
