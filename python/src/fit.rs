//! Training.

use crate::data::Data;
use crate::errors::warn;
use crate::learner::Learner;
use crate::listener::listen;
use crate::model::Model;
use hornbook::{Result, Run};
use pyo3::prelude::*;

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(fit, module)?)?;
    module.add_function(wrap_pyfunction!(fit_watching, module)?)?;
    module.add_function(wrap_pyfunction!(fit_more, module)?)
}

/// Trains a learner.
#[pyfunction]
fn fit(py: Python<'_>, learner: &Learner, data: &Data, seed: u64, threads: Option<usize>) -> PyResult<Model> {
    let (learner, data) = (learner.copy()?, data.0.clone());
    train(py, seed, threads, move |run| learner.train(&data, run))
}

/// Trains a learner until what it makes small no longer falls on other rows.
#[pyfunction]
fn fit_watching(
    py: Python<'_>,
    learner: &Learner,
    data: &Data,
    validation: &Data,
    seed: u64,
    threads: Option<usize>,
) -> PyResult<Model> {
    let (learner, data, validation) = (learner.copy()?, data.0.clone(), validation.0.clone());
    train(py, seed, threads, move |run| learner.train_watching(&data, &validation, run))
}

/// Goes on from a model.
#[pyfunction]
fn fit_more(
    py: Python<'_>,
    learner: &Learner,
    model: Py<Model>,
    data: &Data,
    seed: u64,
    threads: Option<usize>,
) -> PyResult<Model> {
    let (learner, data) = (learner.copy()?, data.0.clone());
    train(py, seed, threads, move |run| learner.train_more(&*model.get().0, &data, run))
}

/// Trains, and says what there is to say.
pub fn train(
    py: Python<'_>,
    seed: u64,
    threads: Option<usize>,
    work: impl FnOnce(&Run) -> Result<Box<dyn hornbook::Model>> + Send + 'static,
) -> PyResult<Model> {
    let (model, mut sentences) = listen(py, seed, threads, work)?;
    sentences.extend_from_slice(&model.info().summary.warnings);
    warn(py, &sentences, 1)?;
    Ok(Model(model))
}
