//! What only linear models know.

use crate::errors::to_python;
use crate::model::{Model, to_array};
use crate::rows::Rows;
use hornbook::linear::LinearModel;
use hornbook::{Error, Result};
use numpy::PyArray1;
use pyo3::prelude::*;
use std::any::Any;

/// The constant terms, the weights (a row for each target), and the names of their columns.
type Weights<'py> = (Bound<'py, PyArray1<f64>>, Bound<'py, PyAny>, Vec<String>);
/// Name, weight, standard error, statistic, p-value, the ends of the interval, variance inflation.
type Line = (String, f64, Option<f64>, Option<f64>, Option<f64>, Option<f64>, Option<f64>, Option<f64>);

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(linear_weights, module)?)?;
    module.add_function(wrap_pyfunction!(linear_table, module)?)?;
    module.add_function(wrap_pyfunction!(linear_decisions, module)?)
}

fn linear(model: &dyn hornbook::Model) -> Result<&LinearModel> {
    let any: &dyn Any = model;
    any.downcast_ref::<LinearModel>()
        .ok_or_else(|| Error::mismatch("this model is not linear", "train a linear learner"))
}

/// The constant terms, the weights and the names of their columns.
#[pyfunction]
fn linear_weights<'py>(py: Python<'py>, model: &Model) -> PyResult<Weights<'py>> {
    let model = linear(model.0.as_ref()).map_err(to_python)?;
    let schema = &hornbook::Model::info(model).schema;
    let names = (0..model.design().width()).map(|column| model.design().name(schema, column));
    let intercepts = PyArray1::from_slice(py, model.intercepts());
    Ok((intercepts, to_array(py, model.weights().clone())?, names.collect()))
}

/// The weighted sum for each row and output.
#[pyfunction]
fn linear_decisions<'py>(
    py: Python<'py>,
    model: &Model,
    rows: Rows<'py>,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let matrix =
        model.with_features(py, &rows, threads, |model, features| linear(model)?.decisions(features))?;
    to_array(py, matrix)
}

/// The weights of a target with their tests.
#[pyfunction]
fn linear_table(model: &Model, target: usize) -> PyResult<Vec<Line>> {
    let model = linear(model.0.as_ref()).map_err(to_python)?;
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
