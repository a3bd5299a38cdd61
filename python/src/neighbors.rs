//! What only models of neighbors know, and the index by itself.

use crate::model::PyModel;
use crate::rows::FeatureRows;
use crate::threads::run;
use hornbook::neighbors::{KNeighborsModel, NeighborLists};
use hornbook::{Error, Result};
use numpy::PyArray1;
use pyo3::prelude::*;
use std::any::Any;

/// Where the neighbors of each row end, their numbers, and their distances.
type NeighborArrays<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<f64>>);

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(nearest_rows, module)?)?;
    module.add_function(wrap_pyfunction!(rows_within, module)?)?;
    module.add_function(wrap_pyfunction!(nearest_others, module)?)?;
    module.add_function(wrap_pyfunction!(others_within, module)?)
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
    let found = model
        .with_features(py, &rows, threads, |model, features, _| neighbors(model)?.nearest(features, k))?;
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
        .with_features(py, &rows, threads, |model, features, _| neighbors(model)?.within(features, radius))?;
    Ok(as_arrays(py, &found))
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
