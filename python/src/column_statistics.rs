//! What is known of columns of numbers, for the attributes of transformers.

use crate::data::PyDataset;
use crate::learner::PyLearner;
use crate::model::PyModel;
use crate::threads::run;
use hornbook::data::{Features, Input};
use hornbook::encoding::{FeatureStatistics, InputStatistics, NumberStatistics};
use hornbook::{Declared, Error, Run, ScaleColumns};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(column_statistics, module)?)?;
    module.add_function(wrap_pyfunction!(fit_scaler_to_more, module)?)
}

/// What is known of columns, as bytes for more rows to come, and as arrays.
type KnownColumns<'py> = (Bound<'py, PyBytes>, Vec<Bound<'py, PyArray1<f64>>>);

/// Fits a scaler to more rows than those of which something is known already.
#[pyfunction]
fn fit_scaler_to_more<'py>(
    py: Python<'py>,
    learner: &PyLearner,
    data: &PyDataset,
    earlier: Option<Vec<u8>>,
    threads: Option<usize>,
) -> PyResult<(PyModel, KnownColumns<'py>)> {
    let parameters = learner.0.parameters();
    let (model, known, bytes) = run(py, threads, || {
        let scaler = ScaleColumns::from_parameters(&parameters)?;
        let earlier = earlier.as_deref().map(postcard::from_bytes).transpose().map_err(Error::internal)?;
        let (model, known) = scaler.fit_more(earlier, &data.0, &Run::default())?;
        let bytes = postcard::to_stdvec(&known).map_err(Error::internal)?;
        Ok((model, known, bytes))
    })?;
    let model: Box<dyn hornbook::Model> = Box::new(model);
    Ok((model.into(), (PyBytes::new(py, &bytes), arrays(py, &known))))
}

/// What is known of the columns as bytes; and of each column of numbers the weight of the rows in which it is known, its mean,
/// variance, minimum and maximum.
#[pyfunction]
fn column_statistics<'py>(
    py: Python<'py>,
    data: &PyDataset,
    threads: Option<usize>,
) -> PyResult<KnownColumns<'py>> {
    let (known, bytes) = run(py, threads, || {
        let data = data.0.with_nonzero_weight();
        let mut known = FeatureStatistics::new(&Input::of_dataset(&data), false);
        let rows = data.matrix().map_or_else(|| data.row_features(), Features::Matrix);
        known.add(&rows, &data.row_weights());
        let bytes = postcard::to_stdvec(&known).map_err(Error::internal)?;
        Ok((known, bytes))
    })?;
    Ok((PyBytes::new(py, &bytes), arrays(py, &known)))
}

/// The statistics of the columns of numbers, an array each.
fn arrays<'py>(py: Python<'py>, known: &FeatureStatistics) -> Vec<Bound<'py, PyArray1<f64>>> {
    let numbers: Vec<&NumberStatistics> = known.inputs.iter().filter_map(InputStatistics::numbers).collect();
    let of = |statistic: fn(&NumberStatistics) -> f64| {
        PyArray1::from_iter(py, numbers.iter().map(|column| statistic(column)))
    };
    vec![
        of(NumberStatistics::weight),
        of(NumberStatistics::mean),
        of(NumberStatistics::variance),
        of(NumberStatistics::low),
        of(NumberStatistics::high),
    ]
}
