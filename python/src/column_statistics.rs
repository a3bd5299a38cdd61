//! What is known of columns of numbers, for the attributes of transformers.

use crate::data::PyDataset;
use crate::threads::run;
use hornbook::data::{Features, Input};
use hornbook::encoding::{FeatureStatistics, InputStatistics, NumberStatistics};
use numpy::PyArray1;
use pyo3::prelude::*;

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(column_statistics, module)?)
}

/// Of each column of numbers the weight of the rows in which it is known, its mean, variance, minimum and maximum.
#[pyfunction]
fn column_statistics<'py>(
    py: Python<'py>,
    data: &PyDataset,
    threads: Option<usize>,
) -> PyResult<Vec<Bound<'py, PyArray1<f64>>>> {
    let known = run(py, threads, || {
        let data = data.0.with_nonzero_weight();
        let mut known = FeatureStatistics::new(&Input::of_dataset(&data), false);
        let rows = data.matrix().map_or_else(|| data.row_features(), Features::Matrix);
        known.add(&rows, &data.row_weights());
        Ok(known)
    })?;
    let numbers: Vec<&NumberStatistics> = known.inputs.iter().filter_map(InputStatistics::numbers).collect();
    let of = |statistic: fn(&NumberStatistics) -> f64| {
        PyArray1::from_iter(py, numbers.iter().map(|column| statistic(column)))
    };
    Ok(vec![
        of(NumberStatistics::weight),
        of(NumberStatistics::mean),
        of(NumberStatistics::variance),
        of(NumberStatistics::low),
        of(NumberStatistics::high),
    ])
}
