//! Evaluating, comparing and tuning: `hornbook.model_selection`.

mod comparison;
mod evaluate;
mod resampling;
mod score;
mod scoring;
mod search;

pub use scoring::PyEvaluationOptions;

use pyo3::prelude::*;

/// Adds the classes and functions to the native module.
pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<resampling::PyResampling>()?;
    module.add_class::<evaluate::PyFoldResults>()?;
    module.add_class::<PyEvaluationOptions>()?;
    module.add_class::<search::PyTuningSearch>()?;
    module.add_function(wrap_pyfunction!(comparison::compare, module)?)?;
    module.add_function(wrap_pyfunction!(comparison::compare_many, module)?)?;
    module.add_function(wrap_pyfunction!(evaluate::evaluate, module)?)?;
    module.add_function(wrap_pyfunction!(evaluate::folds, module)?)?;
    module.add_function(wrap_pyfunction!(scoring::measure, module)?)?;
    module.add_function(wrap_pyfunction!(score::score, module)?)
}
