//! A Gaussian discriminant in a model file. These structs are what a file holds, apart from those the program computes with:
//! they may gain fields at the end, and must not change.

use super::plan::{CovariancePlan, CovarianceStructure, SharedCovariance, Shrink, Singular};
use super::scatter::Scatter;
use hornbook_core::{Error, Result, Task};
use hornbook_data::Schema;
use hornbook_learner::{is_distribution, is_sample_weight, read_model_part, write_model_part};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct FileDiscriminant {
    plan: CovariancePlan,
    rows: u64,
    weights: Vec<f64>,
    means: Vec<f64>,
    /// The lower triangle of each matrix, row by row.
    products: Vec<Vec<f64>>,
    fourth: Vec<f64>,
}

pub(super) fn to_bytes(plan: &CovariancePlan, scatter: &Scatter) -> Result<Vec<u8>> {
    let width = scatter.width;
    let lower = |products: &Vec<f64>| {
        (0..width).flat_map(|i| products[i * width..][..=i].iter().copied()).collect::<Vec<f64>>()
    };
    let file = FileDiscriminant {
        plan: plan.clone(),
        rows: scatter.rows,
        weights: scatter.weights.clone(),
        means: scatter.means.clone(),
        products: scatter.products.iter().map(lower).collect(),
        fourth: scatter.fourth.clone(),
    };
    write_model_part(&file)
}

pub(super) fn from_bytes(schema: &Schema, bytes: &[u8]) -> Result<(CovariancePlan, Scatter)> {
    let file: FileDiscriminant = read_model_part(bytes, "sums")?;
    let (width, classes) = (schema.inputs.len(), schema.target.classes.len());
    if schema.target.task != Task::Classification || classes == 0 {
        return Err(Error::damaged("it has no classes"));
    }
    let shares: Vec<f64> = match &file.plan.shape {
        CovarianceStructure::Spherical | CovarianceStructure::Diagonal => vec![],
        CovarianceStructure::Shared(SharedCovariance { shrink: Shrink::By(share), .. }) => vec![*share],
        CovarianceStructure::Shared(_) => vec![],
        CovarianceStructure::Full { lambda, gamma, ridge, .. } => vec![*lambda, *gamma, *ridge],
    };
    let tolerance = match &file.plan.shape {
        CovarianceStructure::Shared(SharedCovariance { singular: Singular::LeftOut(tolerance), .. }) => {
            *tolerance
        }
        CovarianceStructure::Full { tolerance, .. } => *tolerance,
        _ => 0.0,
    };
    let matrices = if file.plan.needs_classes() { classes } else { 1 };
    let triangle = width * (width + 1) / 2;
    let fits = shares.iter().all(|share| (0.0..=1.0).contains(share))
        && tolerance >= 0.0
        && file.plan.priors.as_ref().is_none_or(|priors| priors.len() == classes && is_distribution(priors))
        && file.weights.len() == classes
        && Some(file.means.len()) == classes.checked_mul(width)
        && file.products.len() == matrices
        && file.products.iter().all(|products| products.len() == triangle)
        && (file.fourth.is_empty() || file.fourth.len() == classes);
    let is_sound = file.weights.iter().all(|w| is_sample_weight(*w))
        && file.weights.iter().sum::<f64>() > 0.0
        && file.means.iter().chain(&file.fourth).chain(file.products.iter().flatten()).all(|x| x.is_finite());
    if !fits || !is_sound {
        return Err(Error::damaged("its sums do not fit its columns and classes"));
    }
    let square = |lower: &Vec<f64>| {
        let at = |i: usize, j: usize| lower[i.max(j) * (i.max(j) + 1) / 2 + i.min(j)];
        (0..width * width).map(|place| at(place / width, place % width)).collect()
    };
    let scatter = Scatter {
        width,
        rows: file.rows,
        weights: file.weights,
        means: file.means,
        products: file.products.iter().map(square).collect(),
        fourth: file.fourth,
    };
    Ok((file.plan, scatter))
}
