//! What only linear models know.

use crate::data::PyDataset;
use crate::errors::{to_python, warn};
use crate::listener::listen;
use crate::model::{PyModel, to_array};
use crate::rows::FeatureRows;
use hornbook::linear::{
    LassoPathOptions, LinearModel, LinearRejectReason, RejectDecision, RobustLoss, Separability,
};
use hornbook::{Error, Result};
use numpy::PyArray1;
use pyo3::prelude::*;
use std::any::Any;

/// The intercepts, the coefficients (a row for each target), and the names of their columns.
type Coefficients<'py> = (Bound<'py, PyArray1<f64>>, Bound<'py, PyAny>, Vec<String>);
/// Name, weight, standard error, statistic, p-value, the ends of the interval, variance inflation.
type CoefficientRow =
    (String, f64, Option<f64>, Option<f64>, Option<f64>, Option<f64>, Option<f64>, Option<f64>);
/// The power of the mean that the variance is, the deviance, that of the mean alone, the dispersion, Akaike's criterion.
type DevianceSummary = (f64, f64, f64, Option<f64>, Option<f64>);
/// The precisions of the noise and of the prior, the covariance of the weights, the log evidence, and that with the prior.
type PosteriorSummary<'py> = (f64, f64, Bound<'py, PyAny>, f64, f64);
/// The codes of the classes, the intercepts, the coefficients, and the distance of the nearest row.
type Hyperplanes<'py> = (Vec<u32>, Bound<'py, PyArray1<f64>>, Bound<'py, PyAny>, f64);
/// A row, its class, the class that it would have to be parted from, and its share in an average.
type CertificateRow = (u32, u32, u32, f64);
/// An answer in words, the names of the columns, and what proves it: hyperplanes, or rows whose averages coincide.
type SeparabilityResult<'py> = (String, Vec<String>, Option<Hyperplanes<'py>>, Vec<CertificateRow>);
/// The names of the columns, the alphas, the coefficients, the intercepts, and the duality gaps.
type PathArrays<'py> = (
    Vec<String>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyAny>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<f64>>,
);

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(linear_weights, module)?)?;
    module.add_function(wrap_pyfunction!(linear_table, module)?)?;
    module.add_function(wrap_pyfunction!(linear_decisions, module)?)?;
    module.add_function(wrap_pyfunction!(linear_reject_decisions, module)?)?;
    module.add_function(wrap_pyfunction!(linear_means, module)?)?;
    module.add_function(wrap_pyfunction!(linear_scale, module)?)?;
    module.add_function(wrap_pyfunction!(linear_posterior, module)?)?;
    module.add_function(wrap_pyfunction!(linear_deviations, module)?)?;
    module.add_function(wrap_pyfunction!(linear_intervals, module)?)?;
    module.add_function(wrap_pyfunction!(separability, module)?)?;
    module.add_function(wrap_pyfunction!(lasso_path, module)?)
}

fn linear(model: &dyn hornbook::Model) -> Result<&LinearModel> {
    let any: &dyn Any = model;
    any.downcast_ref::<LinearModel>()
        .ok_or_else(|| Error::mismatch("this model is not linear", "train a linear learner"))
}

/// The intercepts, the coefficients and the names of their columns.
#[pyfunction]
fn linear_weights<'py>(py: Python<'py>, model: &PyModel) -> PyResult<Coefficients<'py>> {
    let model = linear(model.model()).map_err(to_python)?;
    let intercepts = PyArray1::from_slice(py, model.intercepts());
    Ok((intercepts, to_array(py, model.weights().clone())?, model.design().names()))
}

/// The weighted sum for each row and output.
#[pyfunction]
fn linear_decisions<'py>(
    py: Python<'py>,
    model: &PyModel,
    rows: FeatureRows<'py>,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let matrix =
        model.with_features(py, &rows, threads, |model, features| linear(model)?.decisions(features))?;
    to_array(py, matrix)
}

/// The weights of a target with their tests.
#[pyfunction]
fn linear_table(model: &PyModel, target: usize) -> PyResult<Vec<CoefficientRow>> {
    let model = linear(model.model()).map_err(to_python)?;
    if target >= model.intercepts().len() {
        let found = format!("there is no target {target}: the model has {}", model.intercepts().len());
        return Err(to_python(Error::data(found, "count targets from 0")));
    }
    let line = |one: hornbook::linear::Coefficient| {
        let (low, high) = one.interval.unzip();
        (one.name, one.estimate, one.error, one.statistic, one.p_value, low, high, one.inflation)
    };
    Ok(model.coefficients(target).into_iter().map(line).collect())
}

/// For each row the codes of the classes that claim it: the one that it is, or none or several if it is rejected.
#[pyfunction]
fn linear_reject_decisions(
    py: Python<'_>,
    model: &PyModel,
    rows: FeatureRows<'_>,
    threads: Option<usize>,
) -> PyResult<Vec<Vec<u32>>> {
    let reject_decisions = model
        .with_features(py, &rows, threads, |model, features| linear(model)?.reject_decisions(features))?;
    let claims = |decision| match decision {
        RejectDecision::Class(code) => vec![code],
        RejectDecision::Reject(LinearRejectReason::Nobody) => Vec::new(),
        RejectDecision::Reject(LinearRejectReason::Several(codes)) => codes,
    };
    Ok(reject_decisions.into_iter().map(claims).collect())
}

fn other_kind(kind: &str) -> PyErr {
    to_python(Error::mismatch(format!("this model is no {kind}"), format!("train a {kind}")))
}

/// What is known of a generalized linear fit.
#[pyfunction]
fn linear_means(model: &PyModel) -> PyResult<DevianceSummary> {
    let model = linear(model.model()).map_err(to_python)?;
    let fit = model.glm_fit().ok_or_else(|| other_kind("generalized linear model"))?;
    Ok((fit.power, fit.deviance, fit.null_deviance, fit.dispersion(), fit.aic))
}

/// The scale of the residuals of Huber's regression.
#[pyfunction]
fn linear_scale(model: &PyModel) -> PyResult<f64> {
    let model = linear(model.model()).map_err(to_python)?;
    match model.robust_fit().map(|fit| fit.loss) {
        Some(RobustLoss::Huber { scale, .. }) => Ok(scale),
        _ => Err(other_kind("Huber regression")),
    }
}

/// What Bayesian regression knows of its weights.
#[pyfunction]
fn linear_posterior<'py>(py: Python<'py>, model: &PyModel) -> PyResult<PosteriorSummary<'py>> {
    let model = linear(model.model()).map_err(to_python)?;
    let known = model.posterior().ok_or_else(|| other_kind("Bayesian regression"))?;
    let covariance = to_array(py, known.covariance().clone())?;
    Ok((known.noise_precision, known.prior_precision, covariance, known.log_evidence, known.score))
}

/// For each row the standard deviation of its target.
#[pyfunction]
fn linear_deviations<'py>(
    py: Python<'py>,
    model: &PyModel,
    rows: FeatureRows<'py>,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let deviations = model.with_features(py, &rows, threads, |model, features| {
        linear(model)?.predictive_deviations(features)
    })?;
    Ok(PyArray1::from_vec(py, deviations))
}

/// For each row the ends of the interval that holds its target with this probability.
#[pyfunction]
fn linear_intervals<'py>(
    py: Python<'py>,
    model: &PyModel,
    rows: FeatureRows<'py>,
    level: f64,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let ends = model.with_features(py, &rows, threads, |model, features| {
        linear(model)?.predictive_intervals(features, level)
    })?;
    to_array(py, ends)
}

/// Whether hyperplanes part the classes.
#[pyfunction]
fn separability<'py>(
    py: Python<'py>,
    data: &PyDataset,
    threads: Option<usize>,
) -> PyResult<SeparabilityResult<'py>> {
    let data = data.0.clone();
    let (answer, sentences) = listen(py, 0, threads, move |_| hornbook::linear::separability(&data))?;
    warn(py, &sentences, 1)?;
    let text = answer.explain();
    Ok(match answer {
        Separability::Separable(machine) => {
            let intercepts = PyArray1::from_vec(py, machine.intercepts);
            let parts = (machine.classes, intercepts, to_array(py, machine.weights)?, machine.margin);
            (text, machine.columns, Some(parts), Vec::new())
        }
        Separability::Touching(hulls) => {
            let points =
                hulls.points.iter().map(|point| (point.row, point.class, point.against, point.share));
            (text, hulls.columns.clone(), None, points.collect())
        }
    })
}

/// The regularization path of the lasso or the elastic net: a row of coefficients for each `alpha`.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "private to the package, which names every one of them")]
fn lasso_path<'py>(
    py: Python<'py>,
    data: &PyDataset,
    l1_ratio: f64,
    alphas: Option<Vec<f64>>,
    n_alphas: usize,
    eps: f64,
    fit_intercept: bool,
    max_iter: u32,
    tol: f64,
    threads: Option<usize>,
) -> PyResult<PathArrays<'py>> {
    let data = data.0.clone();
    let options = LassoPathOptions { l1_ratio, alphas, n_alphas, eps, fit_intercept, max_iter, tol };
    let work = move |run: &hornbook::Run| hornbook::linear::lasso_path(&data, &options, run);
    let (path, sentences) = listen(py, 0, threads, work)?;
    warn(py, &sentences, 1)?;
    let array = |values| PyArray1::from_vec(py, values);
    let (alphas, intercepts, gaps) = (array(path.alphas), array(path.intercepts), array(path.gaps));
    Ok((path.columns, alphas, to_array(py, path.weights)?, intercepts, gaps))
}
