//! The metrics of `hornbook.metrics`: numpy arrays in, numbers out, without the interpreter in between.

mod classes;
mod clusters;
mod labels;
mod numbers;
mod scores;

use crate::errors::to_python;
use hornbook::Error;
use numpy::{PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;

/// Adds the functions to the native module.
pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<classes::PyConfusionMatrix>()?;
    module.add_class::<scores::PySortedScores>()?;
    module.add_function(wrap_pyfunction!(labels::encode, module)?)?;
    module.add_function(wrap_pyfunction!(classes::kappa, module)?)?;
    module.add_function(wrap_pyfunction!(classes::average, module)?)?;
    module.add_function(wrap_pyfunction!(classes::multilabel, module)?)?;
    module.add_function(wrap_pyfunction!(classes::average_over_rows, module)?)?;
    module.add_function(wrap_pyfunction!(classes::classification_measures, module)?)?;
    module.add_function(wrap_pyfunction!(scores::multiclass, module)?)?;
    module.add_function(wrap_pyfunction!(scores::one_column, module)?)?;
    module.add_function(wrap_pyfunction!(scores::top_k_accuracy, module)?)?;
    module.add_function(wrap_pyfunction!(scores::calibration, module)?)?;
    module.add_function(wrap_pyfunction!(scores::calibration_test, module)?)?;
    module.add_function(wrap_pyfunction!(numbers::regression, module)?)?;
    module.add_function(wrap_pyfunction!(numbers::queries, module)?)?;
    module.add_function(wrap_pyfunction!(clusters::contingency, module)?)?;
    module.add_function(wrap_pyfunction!(clusters::silhouettes, module)?)?;
    module.add_function(wrap_pyfunction!(clusters::cluster_shape, module)?)
}

type Numbers<'py> = PyReadonlyArray1<'py, f64>;
type Codes<'py> = PyReadonlyArray1<'py, u32>;
type Flags<'py> = PyReadonlyArray1<'py, bool>;
type Matrix<'py> = PyReadonlyArray2<'py, f64>;

/// Weights as a slice.
fn optional<'a>(weights: &'a Option<Numbers<'_>>) -> PyResult<Option<&'a [f64]>> {
    Ok(weights.as_ref().map(|weights| weights.as_slice()).transpose()?)
}

/// For a name that the Python half made up.
fn no_such(name: &str) -> PyErr {
    to_python(Error::internal(format!("there is no measure '{name}'")))
}
