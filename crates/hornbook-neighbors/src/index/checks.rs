//! Rows must have distances, and must be where they are measured.

use crate::metric::Metric;
use hornbook_core::{Error, Result};
use hornbook_math::matrix::Matrix;
use rayon::prelude::*;

/// Refuses rows among which nothing can be found.
pub(super) fn check_shape(points: &Matrix) -> Result<()> {
    if points.rows() > 0 && points.columns() > 0 && points.rows() < u32::MAX as usize {
        return Ok(());
    }
    Err(Error::data(
        format!("there are {} rows of {} columns to find neighbors in", points.rows(), points.columns()),
        "give at least one row and one column, and less than 4 thousand million rows",
    ))
}

/// Refuses a radius that no ball has.
pub(super) fn check_radius(radius: f64) -> Result<()> {
    if radius >= 0.0 {
        return Ok(());
    }
    Err(Error::data(format!("the radius is {radius}"), "give one that is not negative"))
}

/// Refuses numbers that have no distance.
pub(super) fn check_numbers(rows: &Matrix, metric: &Metric) -> Result<()> {
    metric.check(rows.columns())?;
    let missing = metric.takes_missing();
    let odd = |x: &f64| x.is_infinite() || (x.is_nan() && !missing);
    if let Some(place) = rows.values().iter().position(odd) {
        let (row, column) = (place / rows.columns() + 1, place % rows.columns() + 1);
        return Err(Error::data(
            format!("row {row} has no finite number in column {column}"),
            "impute it, leave the row out, or use the Gower distance, which handles missing values",
        ));
    }
    if !missing {
        return Ok(());
    }
    match (0..rows.rows()).find(|&row| rows.row(row).iter().all(|x| x.is_nan())) {
        Some(row) => Err(Error::data(
            format!("row {} has only missing values, so it has no neighbors", row + 1),
            "leave the row out, or fill in a value",
        )),
        None => Ok(()),
    }
}

/// Moves rows to where the metric's kernel measures.
pub(super) fn prepare_rows(rows: &mut Matrix, metric: &Metric) -> Result<()> {
    if !matches!(metric, Metric::Mahalanobis(_) | Metric::Cosine) {
        return Ok(());
    }
    let width = rows.columns().max(1);
    rows.values_mut().par_chunks_mut(width).try_for_each(|row| metric.prepare(row))
}
