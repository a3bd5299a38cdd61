//! Learners evaluated on rows they did not see.

use super::resampling::PyResampling;
use super::scoring::PyEvaluationOptions;
use crate::data::PyDataset;
use crate::learner::PyLearner;
use crate::listener::listen;
use hornbook::ToJson;
use hornbook::evaluation::TargetsAndPredictions;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;

/// The evaluation of a learner, as text and as JSON.
#[pyfunction]
pub fn evaluate(
    py: Python<'_>,
    learner: &PyLearner,
    data: &PyDataset,
    design: &PyResampling,
    scoring: &PyEvaluationOptions,
    seed: u64,
    threads: Option<usize>,
) -> PyResult<(String, String)> {
    let (learner, data, design, scoring) =
        (learner.copy()?, data.0.clone(), design.0.clone(), scoring.0.clone());
    let (found, _) =
        listen(py, seed, threads, move |run| design.evaluate_with(&*learner, &data, &scoring, run))?;
    Ok((found.to_string(), found.to_json().to_string()))
}

/// A learner evaluated split by split, without intervals and baseline.
#[pyfunction]
pub fn folds(
    py: Python<'_>,
    learner: &PyLearner,
    data: &PyDataset,
    design: &PyResampling,
    scoring: &PyEvaluationOptions,
    seed: u64,
    threads: Option<usize>,
) -> PyResult<PyFoldResults> {
    let (learner, data, design, scoring) =
        (learner.copy()?, data.0.clone(), design.0.clone(), scoring.0.clone());
    let (found, _) =
        listen(py, seed, threads, move |run| design.folds_with(&*learner, &data, &scoring, run))?;
    Ok(PyFoldResults(found))
}

/// What came of each split.
#[pyclass(name = "FoldResults", module = "hornbook._hornbook", frozen)]
pub struct PyFoldResults(hornbook::evaluation::FoldResults);

#[pymethods]
impl PyFoldResults {
    /// The metrics, a row a split and a column a metric.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let folds = &self.0.folds;
        let width = folds.first().map_or(0, |fold| fold.values.len());
        let all: Vec<f64> =
            folds.iter().flat_map(|fold| fold.values.iter().map(|(_, value)| *value)).collect();
        PyArray1::from_vec(py, all).reshape([folds.len(), width])
    }

    /// Sentences about what a person should know.
    fn notes(&self) -> Vec<String> {
        self.0.notes.clone()
    }

    /// Which rows were evaluated, split after split.
    fn rows<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        PyArray1::from_slice(py, &self.0.test_predictions.rows)
    }

    /// What was predicted for them: codes of classes or clusters, or numbers.
    fn predictions<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        match &self.0.test_predictions.values {
            TargetsAndPredictions::Classes { predicted, .. } => {
                PyArray1::from_slice(py, predicted).into_any()
            }
            TargetsAndPredictions::Numbers { predicted, .. } => {
                PyArray1::from_slice(py, predicted).into_any()
            }
            TargetsAndPredictions::RowScores { values, .. } => PyArray1::from_slice(py, values).into_any(),
            TargetsAndPredictions::Clusters { clusters, .. } => PyArray1::from_slice(py, clusters).into_any(),
        }
    }

    /// The probabilities of the classes, if there are classes.
    fn probabilities<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray2<f64>>>> {
        let TargetsAndPredictions::Classes { probabilities, .. } = &self.0.test_predictions.values else {
            return Ok(None);
        };
        let shape = [probabilities.rows(), probabilities.columns()];
        PyArray1::from_slice(py, probabilities.values()).reshape(shape).map(Some)
    }
}
