//! Evaluating, comparing and tuning: `hornbook.model_selection`.

mod contest;
mod design;
mod evaluate;
mod rules;
mod score;
mod search;

pub use rules::Judging;

use pyo3::prelude::*;

/// Adds the classes and functions to the native module.
pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<design::Design>()?;
    module.add_class::<evaluate::Folds>()?;
    module.add_class::<Judging>()?;
    module.add_class::<search::Search>()?;
    module.add_function(wrap_pyfunction!(contest::compare, module)?)?;
    module.add_function(wrap_pyfunction!(contest::compare_many, module)?)?;
    module.add_function(wrap_pyfunction!(evaluate::evaluate, module)?)?;
    module.add_function(wrap_pyfunction!(evaluate::folds, module)?)?;
    module.add_function(wrap_pyfunction!(rules::measure, module)?)?;
    module.add_function(wrap_pyfunction!(score::score, module)?)
}
