//! What only Bayesian classifiers know.

use crate::errors::to_python;
use crate::model::{Model, to_array};
use crate::rows::Rows;
use hornbook::bayes::NaiveBayesModel;
use hornbook::{Error, Result};
use numpy::PyArray1;
use pyo3::prelude::*;
use std::any::Any;

/// Two arrays.
type Pair<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(bayes_classes, module)?)?;
    module.add_function(wrap_pyfunction!(bayes_moments, module)?)?;
    module.add_function(wrap_pyfunction!(bayes_counts, module)?)?;
    module.add_function(wrap_pyfunction!(bayes_categories, module)?)?;
    module.add_function(wrap_pyfunction!(bayes_joint, module)?)
}

fn naive(model: &dyn hornbook::Model) -> Result<&NaiveBayesModel> {
    let any: &dyn Any = model;
    any.downcast_ref::<NaiveBayesModel>()
        .ok_or_else(|| Error::mismatch("this model is not naive Bayes", "train a naive Bayes learner"))
}

/// The weight and the prior probability of each class.
#[pyfunction]
fn bayes_classes<'py>(
    py: Python<'py>,
    model: &Model,
) -> PyResult<(Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<f64>>)> {
    let model = naive(model.0.as_ref()).map_err(to_python)?;
    Ok((PyArray1::from_slice(py, model.class_weights()), PyArray1::from_slice(py, model.priors())))
}

/// The means and variances of the columns in each class, and what was added to the variances.
#[pyfunction]
fn bayes_moments<'py>(
    py: Python<'py>,
    model: &Model,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>, f64)> {
    let model = naive(model.0.as_ref()).map_err(to_python)?;
    Ok((to_array(py, model.means())?, to_array(py, model.variances())?, model.added_variance()))
}

/// How often each column was met in each class, and the logarithms of its probabilities.
#[pyfunction]
fn bayes_counts<'py>(py: Python<'py>, model: &Model) -> PyResult<Pair<'py>> {
    let model = naive(model.0.as_ref()).map_err(to_python)?;
    Ok((to_array(py, model.feature_counts())?, to_array(py, model.feature_log_probabilities())?))
}

/// The same for each category of a column.
#[pyfunction]
fn bayes_categories<'py>(py: Python<'py>, model: &Model, column: usize) -> PyResult<Pair<'py>> {
    let model = naive(model.0.as_ref()).map_err(to_python)?;
    let found = model.category_counts(column).zip(model.category_log_probabilities(column));
    let (counts, logs) = found.ok_or_else(|| {
        to_python(Error::data(format!("column {column} has no categories"), "ask for one that has"))
    })?;
    Ok((to_array(py, counts)?, to_array(py, logs)?))
}

/// The logarithm of the probability of each class with each row, or given it.
#[pyfunction]
fn bayes_joint<'py>(
    py: Python<'py>,
    model: &Model,
    rows: Rows<'py>,
    given_row: bool,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let matrix = model.with_features(py, &rows, threads, |model, features| match given_row {
        true => naive(model)?.log_probabilities(features),
        false => naive(model)?.joint_log_probabilities(features),
    })?;
    to_array(py, matrix)
}
