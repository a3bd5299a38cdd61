//! What only Bayesian classifiers know.

use crate::errors::to_python;
use crate::model::{PyModel, to_array};
use crate::rows::FeatureRows;
use hornbook::bayes::{
    DensityEstimator as _, GaussianDiscriminantModel, HistogramModel, KernelDensityModel, NaiveBayesModel,
};
use hornbook::{Error, Result, Seed};
use numpy::PyArray1;
use pyo3::prelude::*;
use std::any::Any;

/// A list of numbers.
type Numbers<'py> = Bound<'py, PyArray1<f64>>;
/// Two arrays.
type Pair<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);
/// The prior probabilities, the means, and the covariance of each class.
type Classes<'py> = (Numbers<'py>, Bound<'py, PyAny>, Vec<Bound<'py, PyAny>>);
/// Weights and constants.
type Boundaries<'py> = (Bound<'py, PyAny>, Numbers<'py>);
/// DiscriminantAxes, their shares, and the center.
type DiscriminantAxes<'py> = (Bound<'py, PyAny>, Numbers<'py>, Numbers<'py>);

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(bayes_classes, module)?)?;
    module.add_function(wrap_pyfunction!(bayes_moments, module)?)?;
    module.add_function(wrap_pyfunction!(bayes_counts, module)?)?;
    module.add_function(wrap_pyfunction!(bayes_categories, module)?)?;
    module.add_function(wrap_pyfunction!(bayes_joint, module)?)?;
    module.add_function(wrap_pyfunction!(discriminant_classes, module)?)?;
    module.add_function(wrap_pyfunction!(discriminant_weights, module)?)?;
    module.add_function(wrap_pyfunction!(discriminant_directions, module)?)?;
    module.add_function(wrap_pyfunction!(discriminant_rows, module)?)?;
    module.add_function(wrap_pyfunction!(density_sample, module)?)?;
    module.add_function(wrap_pyfunction!(density_bandwidths, module)?)
}

fn naive(model: &dyn hornbook::Model) -> Result<&NaiveBayesModel> {
    let any: &dyn Any = model;
    any.downcast_ref::<NaiveBayesModel>()
        .ok_or_else(|| Error::mismatch("this model is not naive Bayes", "train a naive Bayes learner"))
}

/// The weight and the prior probability of each class.
#[pyfunction]
fn bayes_classes<'py>(py: Python<'py>, model: &PyModel) -> PyResult<(Numbers<'py>, Numbers<'py>)> {
    let model = naive(model.model()).map_err(to_python)?;
    Ok((PyArray1::from_slice(py, model.class_weights()), PyArray1::from_slice(py, model.priors())))
}

/// The means and variances of the columns in each class, and what was added to the variances.
#[pyfunction]
fn bayes_moments<'py>(
    py: Python<'py>,
    model: &PyModel,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>, f64)> {
    let model = naive(model.model()).map_err(to_python)?;
    Ok((to_array(py, model.means())?, to_array(py, model.variances())?, model.added_variance()))
}

/// How often each column was met in each class, and the logarithms of its probabilities.
#[pyfunction]
fn bayes_counts<'py>(py: Python<'py>, model: &PyModel) -> PyResult<Pair<'py>> {
    let model = naive(model.model()).map_err(to_python)?;
    Ok((to_array(py, model.feature_counts())?, to_array(py, model.feature_log_probabilities())?))
}

/// The same for each category of a column.
#[pyfunction]
fn bayes_categories<'py>(py: Python<'py>, model: &PyModel, column: usize) -> PyResult<Pair<'py>> {
    let model = naive(model.model()).map_err(to_python)?;
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
    model: &PyModel,
    rows: FeatureRows<'py>,
    given_row: bool,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let matrix = model.with_features(py, &rows, threads, |model, features| match given_row {
        true => naive(model)?.log_probabilities(features),
        false => naive(model)?.joint_log_probabilities(features),
    })?;
    to_array(py, matrix)
}

fn discriminant(model: &dyn hornbook::Model) -> Result<&GaussianDiscriminantModel> {
    let any: &dyn Any = model;
    any.downcast_ref::<GaussianDiscriminantModel>().ok_or_else(|| {
        Error::mismatch("this model is no Gaussian discriminant", "train a Gaussian discriminant")
    })
}

/// The prior probabilities, the means, and the covariance of each class.
#[pyfunction]
fn discriminant_classes<'py>(py: Python<'py>, model: &PyModel) -> PyResult<Classes<'py>> {
    let classes = discriminant(model.model()).map_err(to_python)?.classes();
    let covariances = (0..classes.classes())
        .map(|class| to_array(py, classes.covariance(class).map_err(to_python)?))
        .collect::<PyResult<_>>()?;
    Ok((PyArray1::from_slice(py, classes.priors()), to_array(py, classes.means().clone())?, covariances))
}

/// The weights and the constants of linear boundaries, if the boundaries are linear.
#[pyfunction]
fn discriminant_weights<'py>(py: Python<'py>, model: &PyModel) -> PyResult<Option<Boundaries<'py>>> {
    let model = discriminant(model.model()).map_err(to_python)?;
    model
        .coefficients()
        .map(|(weights, constants)| Ok((to_array(py, weights)?, PyArray1::from_vec(py, constants))))
        .transpose()
}

/// The directions along which classes lie apart, their shares, and the center.
#[pyfunction]
fn discriminant_directions<'py>(py: Python<'py>, model: &PyModel) -> PyResult<Option<DiscriminantAxes<'py>>> {
    let model = discriminant(model.model()).map_err(to_python)?;
    let found = model.directions().map_err(to_python)?;
    found
        .map(|one| {
            let (shares, center) = (PyArray1::from_vec(py, one.shares), PyArray1::from_vec(py, one.center));
            Ok((to_array(py, one.matrix)?, shares, center))
        })
        .transpose()
}

/// A number or more for each row: `scores` of classes, `log` probabilities of classes, or places along `directions`.
#[pyfunction]
fn discriminant_rows<'py>(
    py: Python<'py>,
    model: &PyModel,
    rows: FeatureRows<'py>,
    what: &str,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let matrix = model.with_features(py, &rows, threads, |model, features| {
        let model = discriminant(model)?;
        match what {
            "scores" => model.decision_scores(features),
            "log" => model.log_probabilities(features),
            _ => model.project(features),
        }
    })?;
    to_array(py, matrix)
}

/// Rows drawn from a density.
#[pyfunction]
fn density_sample<'py>(
    py: Python<'py>,
    model: &PyModel,
    rows: usize,
    seed: u64,
) -> PyResult<Bound<'py, PyAny>> {
    let any: &dyn Any = model.model();
    let drawn = if let Some(model) = any.downcast_ref::<KernelDensityModel>() {
        model.sample(rows, Seed(seed))
    } else if let Some(model) = any.downcast_ref::<HistogramModel>() {
        model.sample(rows, Seed(seed))
    } else {
        return Err(to_python(Error::mismatch(
            "nothing can be drawn from this model",
            "train a histogram or a kernel density",
        )));
    };
    to_array(py, drawn)
}

/// The bandwidth of each column of a kernel density.
#[pyfunction]
fn density_bandwidths<'py>(py: Python<'py>, model: &PyModel) -> PyResult<Option<Numbers<'py>>> {
    let any: &dyn Any = model.model();
    Ok(any.downcast_ref::<KernelDensityModel>().map(|model| PyArray1::from_slice(py, model.bandwidths())))
}
