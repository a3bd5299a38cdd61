//! Training.

use crate::data::PyDataset;
use crate::errors::warn;
use crate::learner::PyLearner;
use crate::listener::listen;
use crate::model::PyModel;
use hornbook::TrainingInput;
use hornbook::{Result, Run};
use pyo3::prelude::*;

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(fit, module)?)?;
    module.add_function(wrap_pyfunction!(fit_with_validation, module)?)?;
    module.add_function(wrap_pyfunction!(fit_warm_start, module)?)
}

/// Trains a learner.
#[pyfunction]
fn fit(
    py: Python<'_>,
    learner: &PyLearner,
    data: &PyDataset,
    seed: u64,
    threads: Option<usize>,
) -> PyResult<PyModel> {
    let (learner, data) = (learner.copy()?, data.0.clone());
    train(py, seed, threads, move |run| learner.fit_with(&data, run))
}

/// Trains a learner until what it makes small no longer falls on other rows.
#[pyfunction]
fn fit_with_validation(
    py: Python<'_>,
    learner: &PyLearner,
    data: &PyDataset,
    validation: &PyDataset,
    seed: u64,
    threads: Option<usize>,
) -> PyResult<PyModel> {
    let (learner, data, validation) = (learner.copy()?, data.0.clone(), validation.0.clone());
    train(py, seed, threads, move |run| {
        learner.fit_with(TrainingInput::from(&data).with_validation(&validation), run)
    })
}

/// Goes on from a model.
#[pyfunction]
fn fit_warm_start(
    py: Python<'_>,
    learner: &PyLearner,
    model: Py<PyModel>,
    data: &PyDataset,
    seed: u64,
    threads: Option<usize>,
) -> PyResult<PyModel> {
    let (learner, data) = (learner.copy()?, data.0.clone());
    train(py, seed, threads, move |run| {
        learner.fit_with(TrainingInput::from(&data).with_warm_start(model.get().model()), run)
    })
}

/// Trains, and says what there is to say.
pub fn train(
    py: Python<'_>,
    seed: u64,
    threads: Option<usize>,
    work: impl FnOnce(&Run) -> Result<Box<dyn hornbook::Model>> + Send + 'static,
) -> PyResult<PyModel> {
    let (model, mut sentences) = listen(py, seed, threads, work)?;
    sentences.extend_from_slice(&model.info().summary.warnings);
    warn(py, &sentences, 1)?;
    Ok(model.into())
}
