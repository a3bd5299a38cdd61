//! What rows say before anything is learned from them.

use crate::data::PyDataset;
use crate::errors::to_python;
use hornbook::trees::reports::{inconsistent_rows, ranking};
use pyo3::prelude::*;

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(column_ranking, module)?)?;
    module.add_function(wrap_pyfunction!(contradictions, module)?)
}

/// A column: its name, its threshold, gain, gain ratio, Gini's gain, chi-square, degrees of freedom and p-value.
type RankedColumn = (String, Option<f64>, f64, f64, f64, f64, f64, f64);

/// The columns in the order of what each tells of the class.
#[pyfunction]
fn column_ranking(data: &PyDataset) -> PyResult<Vec<RankedColumn>> {
    let ranked = ranking(&data.0).map_err(to_python)?;
    let parts = |one: hornbook::trees::reports::RankedFeature| {
        let (gain, ratio, gini) = (one.gain, one.gain_ratio, one.gini);
        (one.name, one.threshold, gain, ratio, gini, one.chi_square, one.degrees, one.p_value)
    };
    Ok(ranked.into_iter().map(parts).collect())
}

/// Rows with the same columns and different classes, group by group, and the weight that no model gets right.
#[pyfunction]
fn contradictions(data: &PyDataset) -> PyResult<(Vec<Vec<u32>>, f64)> {
    let found = inconsistent_rows(&data.0).map_err(to_python)?;
    Ok((found.groups.into_iter().map(|group| group.rows).collect(), found.least_errors))
}
