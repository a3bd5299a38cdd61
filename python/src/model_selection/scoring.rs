//! By what predictions are evaluated.

use crate::errors::to_python;
use hornbook::Error;
use hornbook::evaluation::decisions::LossMatrix;
use hornbook::evaluation::{IntervalMethod, Measure};
use pyo3::prelude::*;

/// The metrics, their intervals, and what a mistake costs.
#[pyclass(name = "EvaluationOptions", module = "hornbook._hornbook", frozen)]
pub struct PyEvaluationOptions(pub hornbook::evaluation::EvaluationOptions);

#[pymethods]
impl PyEvaluationOptions {
    /// `losses` are actions, classes and what each action costs for each class, action by action.
    #[new]
    #[pyo3(signature = (measures, positive=None, losses=None, level=0.95, method=None, resamples=2000))]
    fn new(
        measures: Option<Vec<String>>,
        positive: Option<&str>,
        losses: Option<(Vec<String>, Vec<String>, Vec<f64>)>,
        level: f64,
        method: Option<&str>,
        resamples: u32,
    ) -> PyResult<PyEvaluationOptions> {
        let mut scoring =
            hornbook::evaluation::EvaluationOptions::default().level(level).resamples(resamples);
        if let Some(names) = measures {
            let measures = names.iter().map(|name| Measure::from_name(name)).collect::<Result<Vec<_>, _>>();
            scoring = scoring.measures(&measures.map_err(to_python)?);
        }
        if let Some(positive) = positive {
            scoring = scoring.positive(positive);
        }
        if let Some((actions, classes, losses)) = losses {
            scoring = scoring.losses(LossMatrix::new(&actions, &classes, losses).map_err(to_python)?);
        }
        if let Some(method) = method {
            scoring = scoring.method(interval_method(method)?);
        }
        Ok(PyEvaluationOptions(scoring))
    }
}

/// What a metric is called, its task, whether more is better, and whether it evaluates probabilities.
#[pyfunction]
pub fn measure(name: &str) -> PyResult<(String, String, bool, bool)> {
    let found = Measure::from_name(name).map_err(to_python)?;
    Ok((found.to_string(), found.task().to_string(), found.higher_is_better(), found.needs_probabilities()))
}

fn interval_method(name: &str) -> PyResult<IntervalMethod> {
    match name {
        "bootstrap" => Ok(IntervalMethod::Bootstrap),
        "bca" => Ok(IntervalMethod::CorrectedBootstrap),
        "wilson" => Ok(IntervalMethod::Wilson),
        "delong" => Ok(IntervalMethod::DeLong),
        other => Err(to_python(Error::data(
            format!("method is '{other}'"),
            "expected 'auto', 'bootstrap', 'bca', 'wilson' or 'delong'",
        ))),
    }
}
