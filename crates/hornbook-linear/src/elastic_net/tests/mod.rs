//! Sparse weights against what others found, against the conditions of a minimum, and against odd tables.

mod learners;
mod properties;
mod reference;

use super::*;
use crate::LinearModel;
use hornbook_core::{Run, Seed};
use hornbook_data::{Dataset, Matrix, Table};

/// Numbers between -1 and 1.
fn noise(rows: usize, columns: usize, seed: u64) -> Matrix {
    let mut rng = Seed(seed).rng();
    Matrix::from_fn(rows, columns, |_, _| 2.0 * rng.unit() - 1.0)
}

/// A table of numbers `x0`, `x1`, … with a target.
fn dataset(x: &Matrix, y: &[f64]) -> Dataset {
    let mut builder = Table::builder();
    for column in 0..x.columns() {
        builder = builder.number(&format!("x{column}"), x.column(column));
    }
    builder.number("y", y.to_vec()).build().unwrap().dataset().target("y").unwrap()
}

/// A target of which the first three columns say most.
fn target(x: &Matrix, seed: u64) -> Vec<f64> {
    let noise = noise(x.rows(), 1, seed);
    let of_row = |i: usize| {
        let known: f64 = x.row(i).iter().zip([2.0, -1.0, 0.5]).map(|(x, w)| w * x).sum();
        3.0 + known + 0.3 * noise.at(i, 0)
    };
    (0..x.rows()).map(of_row).collect()
}

/// The objective of the elastic net, as its definition says.
fn objective(x: &Matrix, y: &[f64], row_weights: &[f64], fit: (&[f64], f64), penalty: (f64, f64)) -> f64 {
    let (weights, constant) = fit;
    let total: f64 = row_weights.iter().sum();
    let error: f64 = (0..x.rows())
        .map(|i| {
            let fitted: f64 = x.row(i).iter().zip(weights).map(|(x, w)| x * w).sum();
            row_weights[i] * (y[i] - constant - fitted).powi(2)
        })
        .sum();
    let size: f64 = weights.iter().map(|w| w.abs()).sum();
    let squares: f64 = weights.iter().map(|w| w * w).sum();
    0.5 * error / total + penalty.0 * size + 0.5 * penalty.1 * squares
}

fn weights_of(model: &LinearModel) -> &[f64] {
    model.weights().row(0)
}

fn assert_near(found: &[f64], expected: &[f64], tolerance: f64, what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    let scale = expected.iter().fold(1.0, |most: f64, x| most.max(x.abs()));
    for (place, (a, b)) in found.iter().zip(expected).enumerate() {
        assert!((a - b).abs() <= tolerance * scale, "{what}, place {place}: {a} and {b}");
    }
}
