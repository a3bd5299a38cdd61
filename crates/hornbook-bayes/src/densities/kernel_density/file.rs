//! A kernel density in a model file. These structs are what a file holds, apart from those the program computes with: they may
//! gain fields at the end, and must not change.

use super::kernel::Kernel;
use super::windows::Windows;
use crate::densities::rows::Points;
use hornbook_core::{Error, Result};
use hornbook_data::Schema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct FileDensity {
    kernel: Kernel,
    bandwidths: Vec<f64>,
    columns: Vec<Vec<f64>>,
    weights: Vec<f64>,
}

pub(super) fn to_bytes(windows: &Windows) -> Result<Vec<u8>> {
    let file = FileDensity {
        kernel: windows.kernel,
        bandwidths: windows.bandwidths.clone(),
        columns: windows.points.columns.clone(),
        weights: windows.points.weights.clone(),
    };
    postcard::to_stdvec(&file).map_err(|e| Error::model_file(e.to_string(), "report this as a fault"))
}

pub(super) fn from_bytes(schema: &Schema, bytes: &[u8]) -> Result<Windows> {
    let damaged = |problem: &str| Error::model_file(problem, "fetch or write the file again");
    let FileDensity { kernel, bandwidths, columns, weights } =
        postcard::from_bytes(bytes).map_err(|e| damaged(&format!("its windows cannot be read ({e})")))?;
    let (width, points) = (schema.inputs.len(), weights.len());
    let positive = |numbers: &[f64]| numbers.iter().all(|&x| x > 0.0 && x.is_finite());
    let fits = width > 0
        && points > 0
        && bandwidths.len() == width
        && columns.len() == width
        && columns.iter().all(|column| column.len() == points && column.iter().all(|x| x.is_finite()));
    if !fits || !positive(&bandwidths) || !positive(&weights) || !columns[0].is_sorted() {
        return Err(damaged("its windows do not fit its columns"));
    }
    Ok(Windows::new(Points { columns, weights }, kernel, bandwidths))
}
