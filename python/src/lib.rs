//! The native half of the Python package: a thin binding of the library.
//!
//! Python checks what scikit-learn's conventions ask for and names things; this module moves the data over,
//! runs the work without holding the interpreter, and turns errors and warnings into Python's.

mod arrow;
mod boosting;
mod column_statistics;
mod compute;
mod data;
mod errors;
mod fit;
mod forest;
mod inspection;
mod learner;
mod linear;
mod listener;
mod metrics;
mod model;
mod model_selection;
mod neighbors;
mod reports;
mod rows;
mod study;
mod table;
mod text;
mod threads;
mod transform;
mod tree;

use pyo3::prelude::*;
use serde_json::json;

/// Every learner there is, as JSON: its name, class stem, tasks and the schema of its parameters.
#[pyfunction]
fn learners() -> String {
    let registry = hornbook::registry();
    let learner = |d: &hornbook::Declaration| {
        let tasks: Vec<String> = d.tasks.iter().map(ToString::to_string).collect();
        json!({
            "name": d.name, "type_name": d.type_name, "python_name": d.python_name, "tasks": tasks,
            "composite": d.composite,
            "schema": d.json_schema(),
        })
    };
    json!(registry.entries().iter().map(|entry| learner(entry.declaration)).collect::<Vec<_>>()).to_string()
}

#[pymodule]
fn _hornbook(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<data::PyDataset>()?;
    module.add_class::<learner::PyLearner>()?;
    module.add_class::<model::PyModel>()?;
    module.add_class::<table::PyTable>()?;
    module.add_function(wrap_pyfunction!(learners, module)?)?;
    module.add_function(wrap_pyfunction!(table::read_table, module)?)?;
    boosting::add_to(module)?;
    column_statistics::add_to(module)?;
    compute::add_to(module)?;
    fit::add_to(module)?;
    forest::add_to(module)?;
    linear::add_to(module)?;
    inspection::add_to(module)?;
    model_selection::add_to(module)?;
    metrics::add_to(module)?;
    neighbors::add_to(module)?;
    reports::add_to(module)?;
    study::add_to(module)?;
    text::add_to(module)?;
    transform::add_to(module)?;
    tree::add_to(module)
}
