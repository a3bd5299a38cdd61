//! What only forests know.

use crate::model::{PyModel, to_array};
use crate::rows::FeatureRows;
use hornbook::data::{Features, Matrix};
use hornbook::trees::ForestModel;
use hornbook::{Error, Result};
use numpy::PyArrayMethods;
use pyo3::prelude::*;
use std::any::Any;

type Array<'py> = Bound<'py, PyAny>;
/// A number and the ends of its interval.
type Estimate = (f64, f64, f64);

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(forest_oob, module)?)?;
    module.add_function(wrap_pyfunction!(forest_importances, module)?)?;
    module.add_function(wrap_pyfunction!(forest_quantiles, module)?)?;
    module.add_function(wrap_pyfunction!(forest_leaves, module)?)?;
    module.add_function(wrap_pyfunction!(forest_proximities, module)?)
}

fn forest(model: &dyn hornbook::Model) -> Result<&ForestModel> {
    let any: &dyn Any = model;
    any.downcast_ref::<ForestModel>()
        .ok_or_else(|| Error::mismatch("this model is no forest", "train a random forest or extra trees"))
}

/// The out-of-bag score of each target with its interval, and the prediction for each training row, if they were asked for.
#[pyfunction]
fn forest_oob<'py>(py: Python<'py>, model: &PyModel) -> PyResult<Option<(Vec<Estimate>, Array<'py>)>> {
    let forest = forest(model.model()).map_err(crate::errors::to_python)?;
    let Some(predictions) = forest.oob_predictions() else { return Ok(None) };
    let scores = forest.oob_scores().iter().map(|score| (score.value, score.low, score.high));
    Ok(Some((scores.collect(), to_array(py, predictions.clone())?)))
}

/// The mean and the deviation of what each column removed of the impurity; and, if asked for, what shuffling it costs
/// out of bag, with the ends of the interval.
#[pyfunction]
fn forest_importances<'py>(py: Python<'py>, model: &PyModel) -> PyResult<(Array<'py>, Option<Array<'py>>)> {
    let forest = forest(model.model()).map_err(crate::errors::to_python)?;
    let impurity: Vec<f64> =
        forest.impurity_importances().iter().flat_map(|one| [one.mean, one.deviation]).collect();
    let shuffled = forest
        .oob_importances()
        .map(|all| all.iter().flat_map(|one| [one.mean, one.low, one.high]).collect::<Vec<f64>>());
    let array = |values: Vec<f64>, width: usize| {
        let matrix = Matrix::new(values.len() / width, width, values).map_err(crate::errors::to_python)?;
        to_array(py, matrix)
    };
    Ok((array(impurity, 2)?, shuffled.map(|values| array(values, 3)).transpose()?))
}

/// The quantiles of the target for each row.
#[pyfunction]
fn forest_quantiles<'py>(
    py: Python<'py>,
    model: &PyModel,
    rows: FeatureRows<'py>,
    levels: Vec<f64>,
    threads: Option<usize>,
) -> PyResult<Array<'py>> {
    let matrix = model.with_features(py, &rows, threads, |model, features| {
        forest(model)?.predict_quantiles(features, &levels)
    })?;
    to_array(py, matrix)
}

/// The leaf in which each row ends in each tree.
#[pyfunction]
fn forest_leaves<'py>(
    py: Python<'py>,
    model: &PyModel,
    rows: FeatureRows<'py>,
    threads: Option<usize>,
) -> PyResult<Array<'py>> {
    let (leaves, trees) = model.with_features(py, &rows, threads, |model, features| {
        let forest = forest(model)?;
        Ok((forest.apply(features), forest.trees()))
    })?;
    let shape = [leaves.len() / trees, trees];
    Ok(numpy::PyArray1::from_vec(py, leaves).reshape(shape)?.into_any())
}

/// The fraction of the trees in which rows end in the same leaf as others.
#[pyfunction]
fn forest_proximities<'py>(
    py: Python<'py>,
    model: &PyModel,
    rows: FeatureRows<'py>,
    others: FeatureRows<'py>,
    threads: Option<usize>,
) -> PyResult<Array<'py>> {
    let view = others.view()?;
    let matrix = model.with_features(py, &rows, threads, |model, features: &Features<'_>| {
        let (others, _) = view.features(&model.info().schema)?;
        forest(model)?.proximities(features, &others)
    })?;
    to_array(py, matrix)
}
