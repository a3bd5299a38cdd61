//! Reading a model: `hornbook.inspection`, and Shapley values.

use crate::data::PyDataset;
use crate::errors::warn;
use crate::listener::listen;
use crate::model::PyModel;
use crate::model_selection::PyEvaluationOptions;
use crate::rows::FeatureRows;
use hornbook::evaluation::inspection;
use hornbook::evaluation::permutation_importance as permute;
use hornbook::{Dataset, Error, Result, Run, ShapValues, ToJson};
use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;

type Array<'py> = Bound<'py, PyAny>;

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(shap_values, module)?)?;
    module.add_function(wrap_pyfunction!(partial_dependence, module)?)?;
    module.add_function(wrap_pyfunction!(accumulated_effects, module)?)?;
    module.add_function(wrap_pyfunction!(interactions, module)?)?;
    module.add_function(wrap_pyfunction!(permutation_importance, module)?)
}

/// The Shapley values of rows, by row, column and score, and the mean of each score.
#[pyfunction]
fn shap_values<'py>(
    py: Python<'py>,
    model: &PyModel,
    rows: FeatureRows<'py>,
    background: Option<FeatureRows<'py>>,
    threads: Option<usize>,
) -> PyResult<(Array<'py>, Array<'py>)> {
    let background = background.as_ref().map(FeatureRows::view).transpose()?;
    let found: ShapValues = model.with_features(py, &rows, threads, |model, features, run| {
        let background = background.map(|rows| rows.features(&model.info().schema)).transpose()?;
        let background = background.as_ref().map(|(rows, _)| rows);
        model.shap_values_with(features, background, run)?.ok_or_else(|| {
            let learner = model.info().learner_in_words();
            Error::mismatch(
                format!("a model of '{learner}' has no exact SHAP values"),
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
    model: Py<PyModel>,
    data: &PyDataset,
    scoring: &PyEvaluationOptions,
    repeats: usize,
    seed: u64,
    threads: Option<usize>,
) -> PyResult<Array<'py>> {
    let (data, scoring) = (data.0.clone(), scoring.0.clone());
    let work = move |run: &Run| permute(model.get().model(), &data, &scoring, repeats, run.root_seed(), run);
    let (found, sentences) = listen(py, seed, threads, work)?;
    warn(py, &sentences, 1)?;
    let losses: Vec<f64> = found.columns.iter().flat_map(|column| column.losses.iter().copied()).collect();
    Ok(PyArray1::from_vec(py, losses).reshape([found.columns.len(), repeats])?.into_any())
}

/// At which values of a column a model is read.
#[derive(FromPyObject)]
enum PyGridPoints {
    Most(usize),
    Numbers(Vec<f64>),
    Levels(Vec<String>),
}

impl PyGridPoints {
    fn along(&self, column: &str) -> inspection::FeatureGrid {
        match self {
            PyGridPoints::Most(most) => inspection::FeatureGrid::quantiles(column, *most),
            PyGridPoints::Numbers(numbers) => inspection::FeatureGrid::numbers(column, numbers),
            PyGridPoints::Levels(levels) => inspection::FeatureGrid::levels(column, levels),
        }
    }
}

/// The rows to read a model on, with their weights.
type WeightedRows<'py> = (FeatureRows<'py>, Option<PyReadonlyArray1<'py, f64>>);

/// Reads a model on rows, which are those of its inputs.
fn read<T: Send + 'static>(
    py: Python<'_>,
    model: Py<PyModel>,
    (rows, weights): &WeightedRows<'_>,
    seed: u64,
    threads: Option<usize>,
    work: impl FnOnce(&dyn hornbook::Model, &Dataset, &Run) -> Result<T> + Send + 'static,
) -> PyResult<T> {
    let schema = &model.get().model().info().schema;
    let names: Vec<&str> = schema.inputs.iter().map(|input| input.name.as_str()).collect();
    let taken = schema.taken_columns();
    let weights = weights.as_ref().map(|weights| weights.as_slice().map(<[f64]>::to_vec)).transpose()?;
    let data = || {
        let data = rows.view()?.table(&names).and_then(|table| table.dataset().taking(&taken));
        PyResult::Ok(data.and_then(|data| match weights {
            Some(weights) => data.with_weights(weights),
            None => Ok(data),
        }))
    };
    let data = data()?;
    let (found, sentences) =
        listen(py, seed, threads, move |run: &Run| work(model.get().model(), &data?, run))?;
    warn(py, &sentences, 1)?;
    Ok(found)
}

/// What the model says on average: the axes as JSON, the means and, if they are asked for, the curves of the rows.
#[pyfunction]
fn partial_dependence<'py>(
    py: Python<'py>,
    model: Py<PyModel>,
    rows: WeightedRows<'py>,
    along: Vec<(String, PyGridPoints)>,
    individual: bool,
    threads: Option<usize>,
) -> PyResult<(String, Array<'py>, Option<Array<'py>>)> {
    let along: Vec<inspection::FeatureGrid> = along.iter().map(|(name, points)| points.along(name)).collect();
    let found = read(py, model, &rows, 0, threads, move |model, data, run| {
        inspection::partial_dependence(model, data, &along, individual, run)
    })?;
    let axes = found.to_json()["axes"].to_string();
    let curves = found.curves.map(|curves| PyArray1::from_vec(py, curves.concat()).into_any());
    Ok((axes, PyArray1::from_vec(py, found.means).into_any(), curves))
}

/// The accumulated local effects of a column: the axis as JSON, the effects and the weights.
#[pyfunction]
fn accumulated_effects<'py>(
    py: Python<'py>,
    model: Py<PyModel>,
    rows: WeightedRows<'py>,
    column: String,
    intervals: usize,
    threads: Option<usize>,
) -> PyResult<(String, Array<'py>, Array<'py>)> {
    let found = read(py, model, &rows, 0, threads, move |model, data, run| {
        inspection::accumulated_effects(model, data, &column, intervals, run)
    })?;
    let axis = found.to_json()["axis"].to_string();
    let effects = PyArray1::from_vec(py, found.effects).into_any();
    Ok((axis, effects, PyArray1::from_vec(py, found.weights).into_any()))
}

/// Friedman's H of each column, and of each pair of columns.
#[pyfunction]
#[allow(clippy::type_complexity)]
fn interactions(
    py: Python<'_>,
    model: Py<PyModel>,
    rows: WeightedRows<'_>,
    columns: Vec<String>,
    sample: usize,
    seed: u64,
    threads: Option<usize>,
) -> PyResult<(Vec<(String, f64)>, Vec<(String, String, f64)>)> {
    let found = read(py, model, &rows, seed, threads, move |model, data, run| {
        let names: Vec<&str> = columns.iter().map(String::as_str).collect();
        inspection::interactions(model, data, &names, sample, run.root_seed(), run)
    })?;
    let pair = |pair: inspection::Interaction| {
        let [one, other] = pair.columns;
        (one, other, pair.h)
    };
    Ok((found.columns, found.pairs.into_iter().map(pair).collect()))
}
