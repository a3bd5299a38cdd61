//! Model trees: a linear regression in each node.
//!
//! Least squares on the columns of numbers, measured from the node's means in units of their standard deviation. Columns that are
//! constant in the node are left out, missing values count as the mean, and where columns depend on each other (or
//! there are too few rows) a small ridge makes the answer unique. Every node has its line, not only the leaves, so that
//! a tree can be pruned afterwards.

use super::model::DecisionTreeModel;
use super::tree::{LeafModel, LeafTerm, columns_of, number_of};
use hornbook_core::Result;
use hornbook_data::{Dataset, Feature, Target};
use rayon::prelude::*;

/// What is added to the diagonal of the correlations where columns depend on each other.
const RIDGE: f64 = 1e-6;
/// A pivot of the correlations below this is a column that depends on others.
const DEPENDENT: f64 = 1e-9;

/// Fits a line in every node.
pub(super) fn fit(model: &mut DecisionTreeModel, data: &Dataset) -> Result<()> {
    let Target::Numbers(y) = data.require_target()?.1 else { return Ok(()) };
    let (features, _) = model.info.schema.features(data.table())?;
    let columns = columns_of(&features);
    let numeric: Vec<u32> = (0..columns.len() as u32)
        .filter(|&column| matches!(columns[column as usize], Feature::Number(_)))
        .collect();
    // The rows of each node, with their weights: a fraction where a missing value goes down every branch.
    let mut members: Vec<Vec<(usize, f64)>> = vec![Vec::new(); model.tree.nodes.len()];
    for row in data.rows().iter().map(|r| r as usize) {
        let weight = data.weights().map_or(1.0, |w| w[row]);
        if weight > 0.0 {
            model
                .tree
                .visit(&columns, row, |node, share, _| members[node as usize].push((row, share * weight)));
        }
    }
    let leaf_models: Vec<LeafModel> = members
        .par_iter()
        .map(|rows| {
            let rows: Vec<LeafSample> = rows
                .iter()
                .map(|&(row, weight)| LeafSample {
                    x: numeric.iter().map(|&column| number_of(&columns, column, row)).collect(),
                    y: y[row],
                    weight,
                })
                .collect();
            leaf_model(&numeric, rows)
        })
        .collect();
    model
        .tree
        .nodes
        .iter_mut()
        .zip(leaf_models)
        .for_each(|(node, leaf_model)| node.leaf_model = Some(leaf_model));
    Ok(())
}

struct LeafSample {
    x: Vec<f64>,
    y: f64,
    weight: f64,
}

/// The regression of some rows.
fn leaf_model(numeric: &[u32], mut rows: Vec<LeafSample>) -> LeafModel {
    let total: f64 = rows.iter().map(|r| r.weight).sum();
    let level = rows.iter().map(|r| r.weight * r.y).sum::<f64>() / total;
    let mut terms = Vec::new();
    let mut spreads = Vec::new();
    let mut used = Vec::new();
    for (place, &column) in numeric.iter().enumerate() {
        let known = || rows.iter().filter(|r| !r.x[place].is_nan());
        let weight: f64 = known().map(|r| r.weight).sum();
        let center = known().map(|r| r.weight * r.x[place]).sum::<f64>() / weight;
        let square = known().map(|r| r.weight * (r.x[place] - center) * (r.x[place] - center)).sum::<f64>();
        let spread = (square / total).sqrt();
        if weight > 0.0 && spread > 1e-12 * center.abs().max(f64::MIN_POSITIVE) {
            terms.push(LeafTerm { column, center, coefficient: 0.0 });
            spreads.push(spread);
            used.push(place);
        }
    }
    for row in &mut rows {
        let scaled = used.iter().zip(&terms).zip(&spreads).map(|((&place, term), spread)| {
            let x = row.x[place];
            if x.is_nan() { 0.0 } else { (x - term.center) / spread }
        });
        row.x = scaled.collect();
    }
    let size = terms.len();
    let (mut gram, mut right) = (vec![0.0; size * size], vec![0.0; size]);
    for row in &rows {
        for i in 0..size {
            right[i] += row.weight * row.x[i] * (row.y - level) / total;
            for j in 0..=i {
                gram[i * size + j] += row.weight * row.x[i] * row.x[j] / total;
            }
        }
    }
    let coefficients = solve(gram.clone(), right.clone(), size).unwrap_or_else(|| {
        (0..size).for_each(|i| gram[i * size + i] += RIDGE);
        solve(gram, right, size).unwrap_or_else(|| vec![0.0; size])
    });
    for ((term, coefficient), spread) in terms.iter_mut().zip(coefficients).zip(spreads) {
        term.coefficient = coefficient / spread;
    }
    LeafModel { level, terms }
}

/// Solves a positive definite system by Cholesky's factors, from its lower triangle; none if a column depends on those
/// before it.
fn solve(mut matrix: Vec<f64>, mut right: Vec<f64>, size: usize) -> Option<Vec<f64>> {
    for i in 0..size {
        for j in 0..=i {
            let before: f64 = (0..j).map(|k| matrix[i * size + k] * matrix[j * size + k]).sum();
            let rest = matrix[i * size + j] - before;
            if i == j {
                if rest <= DEPENDENT * matrix[i * size + i] {
                    return None;
                }
                matrix[i * size + i] = rest.sqrt();
            } else {
                matrix[i * size + j] = rest / matrix[j * size + j];
            }
        }
    }
    for i in 0..size {
        let before: f64 = (0..i).map(|k| matrix[i * size + k] * right[k]).sum();
        right[i] = (right[i] - before) / matrix[i * size + i];
    }
    for i in (0..size).rev() {
        let after: f64 = (i + 1..size).map(|k| matrix[k * size + i] * right[k]).sum();
        right[i] = (right[i] - after) / matrix[i * size + i];
    }
    Some(right)
}
