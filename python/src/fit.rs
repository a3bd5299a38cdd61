//! Training.

use crate::errors::{to_python, warn};
use crate::model::Model;
use crate::rows::Rows;
use crate::threads::{run, run_until_interrupted};
use hornbook::data::{Classes, Target};
use hornbook::{Declaration, Observer, Parameters, Run, Value};
use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::{Arc, Mutex, PoisonError};

/// What to predict: codes and the names of the classes, or numbers.
#[derive(FromPyObject)]
pub enum Labels<'py> {
    Classes(PyReadonlyArray1<'py, u32>, Vec<String>),
    #[pyo3(transparent)]
    Numbers(PyReadonlyArray1<'py, f64>),
}

/// Keeps what the learner has to say until it can be said in Python.
#[derive(Default)]
struct Listener(Mutex<Vec<String>>);

impl Observer for Listener {
    fn warn(&self, sentence: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(sentence.to_string());
    }
}

/// Trains a learner on rows whose columns are called `names`.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "private to the package, which names every one of them")]
pub fn fit(
    py: Python<'_>,
    learner: &str,
    parameters: &Bound<'_, PyDict>,
    rows: Rows<'_>,
    names: Vec<String>,
    target_name: &str,
    target: Labels<'_>,
    weights: Option<PyReadonlyArray1<'_, f64>>,
    seed: u64,
    threads: Option<usize>,
) -> PyResult<Model> {
    let registry = hornbook::registry();
    let entry = registry.find(learner).map_err(to_python)?;
    let learner = entry.learner(&read_parameters(entry.declaration, parameters)?).map_err(to_python)?;
    let target = match target {
        Labels::Classes(codes, levels) => {
            Target::Classes(Classes { codes: codes.as_slice()?.to_vec().into(), levels: levels.into() })
        }
        Labels::Numbers(values) => Target::Numbers(values.as_slice()?.to_vec().into()),
    };
    let weights = weights.map(|w| w.as_slice().map(<[f64]>::to_vec)).transpose()?;
    let view = rows.view()?;
    let data = run(py, threads, || {
        let data = view.table(&names)?.dataset().with_target(target_name, target)?;
        match weights {
            Some(weights) => data.with_weights(weights),
            None => Ok(data),
        }
    })?;

    let listener = Arc::new(Listener::default());
    let context = Run::default().seed(seed).observer(listener.clone());
    let cancel = context.cancel_token();
    let model = run_until_interrupted(py, threads, &cancel, move || learner.train(&data, &context))?;
    let mut sentences = std::mem::take(&mut *listener.0.lock().unwrap_or_else(PoisonError::into_inner));
    sentences.extend_from_slice(&model.info().summary.warnings);
    warn(py, &sentences, 1)?;
    Ok(Model(model))
}

fn read_parameters(declaration: &Declaration, parameters: &Bound<'_, PyDict>) -> PyResult<Parameters> {
    let mut read = Parameters::new();
    for (name, value) in parameters {
        let name: String = name.extract()?;
        let spec = declaration.parameter(&name).map_err(to_python)?;
        let json = match read_value(&value) {
            Some(json) => json,
            None => return Err(to_python(spec.refuse(declaration.name, &value.repr()?.to_string()))),
        };
        read.insert(name, json);
    }
    Ok(read)
}

/// A plain value, of Python or of numpy.
fn read_value(value: &Bound<'_, PyAny>) -> Option<Value> {
    if value.is_none() {
        Some(Value::Null)
    } else if let Ok(truth) = value.extract::<bool>() {
        Some(truth.into())
    } else if let Ok(text) = value.extract::<String>() {
        Some(text.into())
    } else if let Ok(whole) = value.extract::<u64>() {
        Some(whole.into())
    } else {
        // NaN and infinity have no JSON form and are in no parameter's range.
        value.extract::<f64>().ok().and_then(serde_json::Number::from_f64).map(Value::Number)
    }
}
