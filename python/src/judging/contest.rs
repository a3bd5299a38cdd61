//! Learners side by side.

use super::design::Design;
use super::rules::Judging;
use crate::data::Data;
use crate::learner::Learner;
use crate::listener::listen;
use hornbook::Dataset;
use hornbook::evaluation::contest::{Contender, Contest};
use pyo3::prelude::*;

type Named<T> = Vec<(String, T)>;

fn contest(design: &Design, judging: &Judging, rope: Option<f64>) -> Contest {
    let contest = Contest::default().shared_design(design.0.clone()).judging(judging.0.clone());
    match rope {
        Some(rope) => contest.rope(rope),
        None => contest,
    }
}

fn contenders(learners: Named<PyRef<'_, Learner>>) -> PyResult<Vec<Contender>> {
    learners.into_iter().map(|(name, learner)| Ok(Contender { name, learner: learner.copy()? })).collect()
}

/// Learners compared on one table, as text and as JSON.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "private to the package, which names every one of them")]
pub fn compare(
    py: Python<'_>,
    learners: Named<PyRef<'_, Learner>>,
    data: &Data,
    design: &Design,
    judging: &Judging,
    rope: Option<f64>,
    seed: u64,
    threads: Option<usize>,
) -> PyResult<(String, String)> {
    let (contest, contenders, data) = (contest(design, judging, rope), contenders(learners)?, data.0.clone());
    let (found, _) = listen(py, seed, threads, move |run| contest.on_one(&contenders, &data, run))?;
    Ok((found.to_string(), found.to_json().to_string()))
}

/// Learners compared on several tables, as text, as JSON and as the critical-difference diagram.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "private to the package, which names every one of them")]
pub fn compare_many(
    py: Python<'_>,
    learners: Named<PyRef<'_, Learner>>,
    tables: Named<PyRef<'_, Data>>,
    design: &Design,
    judging: &Judging,
    rope: Option<f64>,
    seed: u64,
    threads: Option<usize>,
) -> PyResult<(String, String, String)> {
    let (contest, contenders) = (contest(design, judging, rope), contenders(learners)?);
    let tables: Named<Dataset> = tables.into_iter().map(|(name, data)| (name, data.0.clone())).collect();
    let (found, _) = listen(py, seed, threads, move |run| contest.on_many(&contenders, &tables, run))?;
    Ok((found.to_string(), found.to_json().to_string(), found.diagram.to_svg()))
}
