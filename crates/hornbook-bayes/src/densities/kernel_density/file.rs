//! A kernel density in a model file. These structs are what a file holds, apart from those the program computes with: they may
//! gain fields at the end, and must not change.

use super::kernel::Kernel;
use super::kernel_sum::KernelSum;
use crate::densities::rows::WeightedPoints;
use hornbook_core::{Error, Result};
use hornbook_data::Schema;
use hornbook_learner::{read_model_part, write_model_part};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct FileKernelDensity {
    kernel: Kernel,
    bandwidths: Vec<f64>,
    columns: Vec<Vec<f64>>,
    weights: Vec<f64>,
}

pub(super) fn to_bytes(kernel_sum: &KernelSum) -> Result<Vec<u8>> {
    let file = FileKernelDensity {
        kernel: kernel_sum.kernel,
        bandwidths: kernel_sum.bandwidths.clone(),
        columns: kernel_sum.points.columns.clone(),
        weights: kernel_sum.points.weights.clone(),
    };
    write_model_part(&file)
}

pub(super) fn from_bytes(schema: &Schema, bytes: &[u8]) -> Result<KernelSum> {
    let FileKernelDensity { kernel, bandwidths, columns, weights } = read_model_part(bytes, "windows")?;
    let (width, points) = (schema.inputs.len(), weights.len());
    let positive = |numbers: &[f64]| numbers.iter().all(|&x| x > 0.0 && x.is_finite());
    let fits = width > 0
        && points > 0
        && bandwidths.len() == width
        && columns.len() == width
        && columns.iter().all(|column| column.len() == points && column.iter().all(|x| x.is_finite()));
    if !fits || !positive(&bandwidths) || !positive(&weights) || !columns[0].is_sorted() {
        return Err(Error::damaged("its windows do not fit its columns"));
    }
    Ok(KernelSum::new(WeightedPoints { columns, weights }, kernel, bandwidths))
}
