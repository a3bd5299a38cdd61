//! Predictions that are there already, evaluated.

use super::scoring::PyEvaluationOptions;
use crate::data::TargetLabels;
use crate::errors::to_python;
use crate::listener::listen;
use hornbook::data::Matrix;
use hornbook::evaluation::{TargetsAndPredictions, TestPredictions};
use hornbook::{Error, ToJson};
use numpy::{PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;

/// What was predicted: codes of classes or numbers, probabilities, or both.
type Predicted<'py> = (Option<PredictedLabels<'py>>, Option<PyReadonlyArray2<'py, f64>>);

#[derive(FromPyObject)]
pub enum PredictedLabels<'py> {
    #[pyo3(transparent)]
    Codes(PyReadonlyArray1<'py, u32>),
    #[pyo3(transparent)]
    Numbers(PyReadonlyArray1<'py, f64>),
}

/// The score of each metric with its interval, as JSON.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "private to the package, which names every one of them")]
pub fn score(
    py: Python<'_>,
    scoring: &PyEvaluationOptions,
    truth: TargetLabels<'_>,
    predicted: Predicted<'_>,
    weights: Option<PyReadonlyArray1<'_, f64>>,
    groups: Option<PyReadonlyArray1<'_, u32>>,
    seed: u64,
    threads: Option<usize>,
) -> PyResult<Vec<String>> {
    let weights = weights.map(|weights| weights.as_slice().map(<[f64]>::to_vec)).transpose()?;
    let groups = groups.map(|groups| groups.as_slice().map(<[u32]>::to_vec)).transpose()?;
    let evaluated = evaluated(truth, predicted, weights)?;
    let scoring = scoring.0.clone();
    let (scores, _) =
        listen(py, seed, threads, move |run| scoring.scores(&evaluated, groups.as_deref(), run))?;
    Ok(scores.iter().map(|score| score.to_json().to_string()).collect())
}

fn evaluated(
    truth: TargetLabels<'_>,
    predicted: Predicted<'_>,
    weights: Option<Vec<f64>>,
) -> PyResult<TestPredictions> {
    match (truth, predicted) {
        (TargetLabels::Numbers(truth), (Some(PredictedLabels::Numbers(predicted)), None)) => {
            TestPredictions::of_numbers(truth.as_slice()?.to_vec(), predicted.as_slice()?.to_vec(), weights)
        }
        (TargetLabels::Classes(truth, levels), (Some(PredictedLabels::Codes(predicted)), None)) => {
            let (truth, predicted) = (truth.as_slice()?.to_vec(), predicted.as_slice()?.to_vec());
            TestPredictions::of_classes(levels.into(), truth, predicted, weights)
        }
        (TargetLabels::Classes(truth, levels), (codes, Some(probabilities))) => {
            let (rows, columns) = (probabilities.shape()[0], probabilities.shape()[1]);
            let matrix = Matrix::new(rows, columns, probabilities.as_slice()?.to_vec()).map_err(to_python)?;
            let mut evaluated =
                TestPredictions::of_probabilities(levels.into(), truth.as_slice()?.to_vec(), matrix, weights)
                    .map_err(to_python)?;
            if let (Some(PredictedLabels::Codes(codes)), TargetsAndPredictions::Classes { predicted, .. }) =
                (codes, &mut evaluated.values)
            {
                *predicted = codes.as_slice()?.to_vec();
            }
            return Ok(evaluated);
        }
        _ => {
            return Err(to_python(Error::data(
                "the predictions are not of the kind of the truth",
                "give classes for classes and numbers for numbers",
            )));
        }
    }
    .map_err(to_python)
}
