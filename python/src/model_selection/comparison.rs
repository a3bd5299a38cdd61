//! Learners side by side.

use super::resampling::PyResampling;
use super::scoring::PyEvaluationOptions;
use crate::data::PyDataset;
use crate::learner::PyLearner;
use crate::listener::listen;
use hornbook::evaluation::benchmark::{Benchmark, BenchmarkLearner};
use hornbook::{Dataset, ToJson};
use pyo3::prelude::*;

type Named<T> = Vec<(String, T)>;

fn benchmark(design: &PyResampling, scoring: &PyEvaluationOptions, rope: Option<f64>) -> Benchmark {
    let benchmark = Benchmark::default().shared_design(design.0.clone()).scoring(scoring.0.clone());
    match rope {
        Some(rope) => benchmark.rope(rope),
        None => benchmark,
    }
}

fn candidates(learners: Named<PyRef<'_, PyLearner>>) -> PyResult<Vec<BenchmarkLearner>> {
    learners
        .into_iter()
        .map(|(name, learner)| Ok(BenchmarkLearner { name, learner: learner.copy()? }))
        .collect()
}

/// Learners compared on one table, as text and as JSON.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "private to the package, which names every one of them")]
pub fn compare(
    py: Python<'_>,
    learners: Named<PyRef<'_, PyLearner>>,
    data: &PyDataset,
    design: &PyResampling,
    scoring: &PyEvaluationOptions,
    rope: Option<f64>,
    seed: u64,
    threads: Option<usize>,
) -> PyResult<(String, String)> {
    let (benchmark, candidates, data) =
        (benchmark(design, scoring, rope), candidates(learners)?, data.0.clone());
    let (found, _) = listen(py, seed, threads, move |run| benchmark.compare_on(&candidates, &data, run))?;
    Ok((found.to_string(), found.to_json().to_string()))
}

/// Learners compared on several tables, as text, as JSON and as the critical difference diagram.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "private to the package, which names every one of them")]
pub fn compare_many(
    py: Python<'_>,
    learners: Named<PyRef<'_, PyLearner>>,
    tables: Named<PyRef<'_, PyDataset>>,
    design: &PyResampling,
    scoring: &PyEvaluationOptions,
    rope: Option<f64>,
    seed: u64,
    threads: Option<usize>,
) -> PyResult<(String, String, String)> {
    let (benchmark, candidates) = (benchmark(design, scoring, rope), candidates(learners)?);
    let tables: Named<Dataset> = tables.into_iter().map(|(name, data)| (name, data.0.clone())).collect();
    let (found, _) =
        listen(py, seed, threads, move |run| benchmark.compare_across(&candidates, &tables, run))?;
    Ok((found.to_string(), found.to_json().to_string(), found.diagram.to_svg()))
}
