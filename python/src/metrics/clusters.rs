//! Metrics of clusters.

use super::{Codes, Matrix, no_such};
use crate::threads::run;
use hornbook::evaluation::measures::{Contingency, EntropyMean, cluster_shape as shape};
use numpy::PyArray1;
use pyo3::prelude::*;

/// How well clusters agree with classes. `mean` names the mean of entropies, `beta` weighs completeness.
#[pyfunction]
pub fn contingency(
    py: Python<'_>,
    name: &str,
    classes: Codes<'_>,
    clusters: Codes<'_>,
    mean: &str,
    beta: f64,
) -> PyResult<f64> {
    let mean = match mean {
        "min" => EntropyMean::Min,
        "geometric" => EntropyMean::Geometric,
        "arithmetic" => EntropyMean::Arithmetic,
        "max" => EntropyMean::Max,
        other => return Err(no_such(other)),
    };
    let (classes, clusters) = (classes.as_slice()?, clusters.as_slice()?);
    run(py, Some(1), || {
        let table = Contingency::new(classes, clusters, None)?;
        Ok(Some(match name {
            "rand" => table.rand(),
            "adjusted rand" => table.adjusted_rand(),
            "information" => table.mutual_information(),
            "normalized information" => table.normalized_mutual_information(mean),
            "adjusted information" => table.adjusted_mutual_information(mean)?,
            "homogeneity" => table.homogeneity(),
            "completeness" => table.completeness(),
            "v" => table.v_measure(beta),
            "fowlkes mallows" => table.fowlkes_mallows(),
            "purity" => table.purity(),
            _ => return Ok(None),
        }))
    })?
    .ok_or_else(|| no_such(name))
}

/// The silhouette of each row.
#[pyfunction]
pub fn silhouettes<'py>(
    py: Python<'py>,
    matrix: Matrix<'py>,
    clusters: Codes<'py>,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let columns = matrix.as_array().ncols();
    let (matrix, clusters) = (matrix.as_slice()?, clusters.as_slice()?);
    let values = run(py, None, || shape::silhouettes(columns, matrix, clusters, None))?;
    Ok(PyArray1::from_vec(py, values))
}

/// How compact and how far apart clusters are.
#[pyfunction]
pub fn cluster_shape(py: Python<'_>, name: &str, matrix: Matrix<'_>, clusters: Codes<'_>) -> PyResult<f64> {
    let measure = match name {
        "silhouette" => shape::silhouette,
        "davies bouldin" => shape::davies_bouldin,
        "calinski harabasz" => shape::calinski_harabasz,
        other => return Err(no_such(other)),
    };
    let columns = matrix.as_array().ncols();
    let (matrix, clusters) = (matrix.as_slice()?, clusters.as_slice()?);
    run(py, None, || measure(columns, matrix, clusters, None))
}
