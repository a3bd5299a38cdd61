//! Training.

use crate::data::Data;
use crate::errors::warn;
use crate::learner::Learner;
use crate::listener::listen;
use crate::model::Model;
use pyo3::prelude::*;

/// Trains a learner.
#[pyfunction]
pub fn fit(
    py: Python<'_>,
    learner: &Learner,
    data: &Data,
    seed: u64,
    threads: Option<usize>,
) -> PyResult<Model> {
    let (learner, data) = (learner.copy()?, data.0.clone());
    let (model, mut sentences) = listen(py, seed, threads, move |run| learner.train(&data, run))?;
    sentences.extend_from_slice(&model.info().summary.warnings);
    warn(py, &sentences, 1)?;
    Ok(Model(model))
}
