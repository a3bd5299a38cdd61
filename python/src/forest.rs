//! What only forests know.

use crate::model::{PyModel, to_array};
use crate::rows::FeatureRows;
use hornbook::trees::ForestModel;
use hornbook::{Error, Result};
use pyo3::prelude::*;
use std::any::Any;

type Array<'py> = Bound<'py, PyAny>;

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(forest_proximities, module)?)
}

fn forest(model: &dyn hornbook::Model) -> Result<&ForestModel> {
    let any: &dyn Any = model;
    any.downcast_ref::<ForestModel>()
        .ok_or_else(|| Error::mismatch("this model is no forest", "train a random forest or extra trees"))
}

/// The fraction of the trees in which rows end in the same leaf as others.
#[pyfunction]
fn forest_proximities<'py>(
    py: Python<'py>,
    model: &PyModel,
    rows: FeatureRows<'py>,
    others: FeatureRows<'py>,
    threads: Option<usize>,
) -> PyResult<Array<'py>> {
    let view = others.view()?;
    let matrix = model.with_features(py, &rows, threads, |model, features, _| {
        let (others, _) = view.features(&model.info().schema)?;
        forest(model)?.proximities(features, &others)
    })?;
    to_array(py, matrix)
}
