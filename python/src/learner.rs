//! Learners with their parameters, before they have learned anything.

use crate::errors::to_python;
use hornbook::evaluation::calibration::{Calibrated, Calibration};
use hornbook::{Declaration, Error, Parameters, Value};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::HashSet;

/// What can be trained: a learner of the registry, perhaps one that tunes or calibrates itself.
#[pyclass(name = "Learner", module = "hornbook._hornbook", frozen)]
pub struct PyLearner(pub Box<dyn hornbook::Learner>);

#[pymethods]
impl PyLearner {
    #[new]
    fn new(name: &str, parameters: &Bound<'_, PyDict>) -> PyResult<PyLearner> {
        let registry = hornbook::registry();
        let entry = registry.find(name).map_err(to_python)?;
        entry.learner(&read_parameters(entry.declaration, parameters)?).map(PyLearner).map_err(to_python)
    }

    /// What it takes with these parameters: a word for each kind of values.
    fn takes(&self) -> HashSet<&'static str> {
        let capabilities = self.0.capabilities();
        let kinds = [
            (capabilities.categories, "categories"),
            (capabilities.missing, "missing"),
            (capabilities.sample_weights, "weights"),
            (capabilities.multi_output, "targets"),
            (capabilities.text, "text"),
        ];
        kinds.into_iter().filter_map(|(has, word)| has.then_some(word)).collect()
    }

    /// The learner whose models are calibrated as they are trained.
    fn calibrated(&self, method: &str, folds: usize) -> PyResult<PyLearner> {
        let method = match method {
            "sigmoid" => Calibration::Platt,
            "isotonic" => Calibration::Isotonic,
            "beta" => Calibration::Beta,
            "temperature" => Calibration::Temperature,
            other => {
                return Err(to_python(Error::data(
                    format!("method is '{other}'"),
                    "expected 'sigmoid', 'isotonic', 'beta' or 'temperature'",
                )));
            }
        };
        Ok(PyLearner(Box::new(Calibrated::new(self.copy()?, method, folds))))
    }
}

impl PyLearner {
    /// The same learner once more, for work that keeps it.
    pub fn copy(&self) -> PyResult<Box<dyn hornbook::Learner>> {
        self.0.with_parameters(&Parameters::new()).map_err(to_python)
    }
}

fn read_parameters(declaration: &Declaration, parameters: &Bound<'_, PyDict>) -> PyResult<Parameters> {
    let mut read = Parameters::new();
    for (name, value) in parameters {
        let name: String = name.extract()?;
        let value = read_parameter(declaration, &name, &value)?;
        read.insert(name, value);
    }
    Ok(read)
}

/// A value for a parameter of this name.
pub fn read_parameter(declaration: &Declaration, name: &str, value: &Bound<'_, PyAny>) -> PyResult<Value> {
    let spec = declaration.parameter(name).map_err(to_python)?;
    match read_value(value) {
        Some(json) => Ok(json),
        None => Err(to_python(spec.refuse(declaration.name, &value.repr()?.to_string()))),
    }
}

/// A value for a parameter of a learner, or of one among its parameters.
pub fn read_nested_parameter(
    learner: &dyn hornbook::Learner,
    name: &str,
    value: &Bound<'_, PyAny>,
) -> PyResult<Value> {
    let (declaration, spec) = hornbook::parameter_of(learner, name).map_err(to_python)?;
    read_parameter(declaration, spec.name, value)
}

/// A plain value, of Python or of numpy, or a dictionary or list of such.
fn read_value(value: &Bound<'_, PyAny>) -> Option<Value> {
    if value.is_none() {
        Some(Value::Null)
    } else if let Ok(truth) = value.extract::<bool>() {
        Some(truth.into())
    } else if let Ok(text) = value.extract::<String>() {
        Some(text.into())
    } else if let Ok(whole) = value.extract::<u64>() {
        Some(whole.into())
    } else if let Ok(pairs) = value.cast::<PyDict>() {
        let pair = |(name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            Some((name.extract::<String>().ok()?, read_value(&value)?))
        };
        pairs.iter().map(pair).collect::<Option<_>>().map(Value::Object)
    } else if let Ok(list) = value.extract::<Vec<Bound<'_, PyAny>>>() {
        list.iter().map(read_value).collect::<Option<_>>().map(Value::Array)
    } else {
        // NaN and infinity have no JSON form and are in no parameter's range.
        value.extract::<f64>().ok().and_then(serde_json::Number::from_f64).map(Value::Number)
    }
}
