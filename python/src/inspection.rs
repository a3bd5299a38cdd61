//! Reading a model: `hornbook.inspection`, and Shapley values.

use crate::data::Data;
use crate::errors::warn;
use crate::judging::Judging;
use crate::listener::listen;
use crate::model::Model;
use crate::rows::Rows;
use hornbook::evaluation::permutation_importance as permute;
use hornbook::{Contributions, Error};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;

type Array<'py> = Bound<'py, PyAny>;

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(contributions, module)?)?;
    module.add_function(wrap_pyfunction!(permutation_importance, module)?)
}

/// The Shapley values of rows, by row, column and score, and the mean of each score.
#[pyfunction]
fn contributions<'py>(
    py: Python<'py>,
    model: &Model,
    rows: Rows<'py>,
    background: Option<Rows<'py>>,
    threads: Option<usize>,
) -> PyResult<(Array<'py>, Array<'py>)> {
    let background = background.as_ref().map(Rows::view).transpose()?;
    let found: Contributions = model.with_features(py, &rows, threads, |model, features| {
        let background = background.map(|rows| rows.features(&model.info().schema)).transpose()?;
        model.contributions(features, background.as_ref().map(|(rows, _)| rows))?.ok_or_else(|| {
            let learner = &model.info().learner;
            Error::mismatch(
                format!(
                    "a model of '{learner}' knows no exact way to divide its predictions among the columns"
                ),
                "read it by permutation_importance or explain, or train trees",
            )
        })
    })?;
    let shape = [found.rows(), found.columns(), found.outputs()];
    let base = PyArray1::from_slice(py, found.base()).into_any();
    Ok((PyArray1::from_vec(py, found.into_values()).reshape(shape)?.into_any(), base))
}

/// What each shuffle of each column costs: a row a column, a column a shuffle.
#[pyfunction]
fn permutation_importance<'py>(
    py: Python<'py>,
    model: Py<Model>,
    data: &Data,
    judging: &Judging,
    repeats: usize,
    seed: u64,
    threads: Option<usize>,
) -> PyResult<Array<'py>> {
    let (data, judging) = (data.0.clone(), judging.0.clone());
    let work = move |run: &hornbook::Run| {
        permute(model.get().0.as_ref(), &data, &judging, repeats, run.root_seed(), run)
    };
    let (found, sentences) = listen(py, seed, threads, work)?;
    warn(py, &sentences, 1)?;
    let losses: Vec<f64> = found.columns.iter().flat_map(|column| column.losses.iter().copied()).collect();
    Ok(PyArray1::from_vec(py, losses).reshape([found.columns.len(), repeats])?.into_any())
}
