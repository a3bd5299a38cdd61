//! What only models of neighbors know, and the index by itself.

use crate::errors::to_python;
use crate::model::PyModel;
use crate::rows::FeatureRows;
use crate::threads::run;
use hornbook::neighbors::{KNeighborsModel, NeighborLists, OutliersModel};
use hornbook::{Error, Result};
use numpy::PyArray1;
use pyo3::prelude::*;
use std::any::Any;

/// Where the neighbors of each row end, their numbers, and their distances.
type NeighborArrays<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<f64>>);

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(nearest_rows, module)?)?;
    module.add_function(wrap_pyfunction!(rows_within, module)?)?;
    module.add_function(wrap_pyfunction!(kept_rows, module)?)?;
    module.add_function(wrap_pyfunction!(nearest_others, module)?)?;
    module.add_function(wrap_pyfunction!(others_within, module)?)?;
    module.add_function(wrap_pyfunction!(measures, module)?)?;
    module.add_function(wrap_pyfunction!(training_measures, module)?)
}

fn neighbors(model: &dyn hornbook::Model) -> Result<&KNeighborsModel> {
    let any: &dyn Any = model;
    any.downcast_ref::<KNeighborsModel>()
        .ok_or_else(|| Error::mismatch("this model has no neighbors to show", "train k-neighbors"))
}

fn as_arrays<'py>(py: Python<'py>, found: &NeighborLists) -> NeighborArrays<'py> {
    let mut end = 0;
    let ends = found.iter().map(|one| {
        end += one.len() as i64;
        end
    });
    let ends: Vec<i64> = ends.collect();
    let all = || found.iter().flatten();
    (
        PyArray1::from_vec(py, ends),
        PyArray1::from_iter(py, all().map(|one| i64::from(one.row))),
        PyArray1::from_iter(py, all().map(|one| one.distance)),
    )
}

/// The nearest training rows of each row.
#[pyfunction]
fn nearest_rows<'py>(
    py: Python<'py>,
    model: &PyModel,
    rows: FeatureRows<'py>,
    k: usize,
    threads: Option<usize>,
) -> PyResult<NeighborArrays<'py>> {
    let found =
        model.with_features(py, &rows, threads, |model, features| neighbors(model)?.nearest(features, k))?;
    Ok(as_arrays(py, &found))
}

/// The training rows at most so far from each row.
#[pyfunction]
fn rows_within<'py>(
    py: Python<'py>,
    model: &PyModel,
    rows: FeatureRows<'py>,
    radius: f64,
    threads: Option<usize>,
) -> PyResult<NeighborArrays<'py>> {
    let found = model
        .with_features(py, &rows, threads, |model, features| neighbors(model)?.within(features, radius))?;
    Ok(as_arrays(py, &found))
}

/// The training rows that editing or condensing left.
#[pyfunction]
fn kept_rows<'py>(py: Python<'py>, model: &PyModel) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let model = neighbors(model.model()).map_err(to_python)?;
    Ok(PyArray1::from_iter(py, model.kept_rows().into_iter().map(i64::from)))
}

/// The nearest other training rows of each training row.
#[pyfunction]
fn nearest_others<'py>(
    py: Python<'py>,
    model: &PyModel,
    k: usize,
    threads: Option<usize>,
) -> PyResult<NeighborArrays<'py>> {
    let found = run(py, threads, || Ok(neighbors(model.model())?.nearest_others(k)))?;
    Ok(as_arrays(py, &found))
}

/// The other training rows at most so far from each training row.
#[pyfunction]
fn others_within<'py>(
    py: Python<'py>,
    model: &PyModel,
    radius: f64,
    threads: Option<usize>,
) -> PyResult<NeighborArrays<'py>> {
    let found = run(py, threads, || neighbors(model.model())?.others_within(radius))?;
    Ok(as_arrays(py, &found))
}

fn outliers(model: &dyn hornbook::Model) -> Result<&OutliersModel> {
    let any: &dyn Any = model;
    any.downcast_ref::<OutliersModel>()
        .ok_or_else(|| Error::mismatch("this model measures no outliers", "train local-outlier-factor"))
}

/// What a model of outliers measures of each row.
#[pyfunction]
fn measures<'py>(
    py: Python<'py>,
    model: &PyModel,
    rows: FeatureRows<'py>,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let found =
        model.with_features(py, &rows, threads, |model, features| outliers(model)?.measures(features))?;
    Ok(PyArray1::from_vec(py, found))
}

/// What a model of outliers measured of each training row.
#[pyfunction]
fn training_measures<'py>(py: Python<'py>, model: &PyModel) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let model = outliers(model.model()).map_err(to_python)?;
    Ok(PyArray1::from_slice(py, model.training_measures()))
}
