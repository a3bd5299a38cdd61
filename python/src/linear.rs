//! What only linear models know.

use crate::data::PyDataset;
use crate::errors::{to_python, warn};
use crate::listener::listen;
use crate::model::{PyModel, to_array};
use crate::rows::FeatureRows;
use hornbook::linear::{LassoPathOptions, LinearModel, LinearRejectReason, RejectDecision, Separability};
use hornbook::{Error, Result};
use numpy::PyArray1;
use pyo3::prelude::*;
use std::any::Any;

/// Name, weight, standard error, statistic, p-value, the ends of the interval, variance inflation.
type CoefficientRow =
    (String, f64, Option<f64>, Option<f64>, Option<f64>, Option<f64>, Option<f64>, Option<f64>);
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
    module.add_function(wrap_pyfunction!(linear_table, module)?)?;
    module.add_function(wrap_pyfunction!(linear_reject_decisions, module)?)?;
    module.add_function(wrap_pyfunction!(separability, module)?)?;
    module.add_function(wrap_pyfunction!(lasso_path, module)?)
}

fn linear(model: &dyn hornbook::Model) -> Result<&LinearModel> {
    let any: &dyn Any = model;
    any.downcast_ref::<LinearModel>()
        .ok_or_else(|| Error::mismatch("this model is not linear", "train a linear learner"))
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
        .with_features(py, &rows, threads, |model, features, _| linear(model)?.reject_decisions(features))?;
    let claims = |decision| match decision {
        RejectDecision::Class(code) => vec![code],
        RejectDecision::Reject(LinearRejectReason::Nobody) => Vec::new(),
        RejectDecision::Reject(LinearRejectReason::Several(codes)) => codes,
    };
    Ok(reject_decisions.into_iter().map(claims).collect())
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
