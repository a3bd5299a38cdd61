//! Computations of the textbook by name.

use crate::errors::{to_python, warn};
use crate::listener::listen;
use hornbook::{Error, Parameters, Value};
use pyo3::prelude::*;

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(compute, module)?)
}

/// Runs a tool with arguments in JSON; gives its result in JSON, its text and the steps of the derivation.
#[pyfunction]
fn compute(
    py: Python<'_>,
    name: String,
    arguments: &str,
    seed: u64,
    threads: Option<usize>,
) -> PyResult<(String, String, Vec<String>)> {
    let unreadable = |problem| to_python(Error::internal(format!("arguments that are no object: {problem}")));
    let arguments: Parameters = serde_json::from_str(arguments).map_err(unreadable)?;
    let entry = *hornbook::tools().find(&name).map_err(to_python)?;
    // What Python writes as text, such as a formula or 'mean=0,deviation=1', is read as the command line reads it.
    let mut read = Parameters::new();
    for (name, value) in arguments {
        let spec = entry.declaration.parameter(&name).map_err(to_python)?;
        let is_text = value.is_string() && !matches!((spec.read)(&value), Ok(Some(_)));
        let value = match value {
            Value::String(text) if is_text => {
                spec.parse_for(entry.declaration.name, &text).map_err(to_python)?
            }
            other => other,
        };
        read.insert(name, value);
    }
    let (result, warnings) = listen(py, seed, threads, move |run| {
        let report = entry.compute(&read, run)?;
        Ok((report.to_json().to_string(), report.to_string(), report.steps()))
    })?;
    warn(py, &warnings, 2)?;
    Ok(result)
}
