//! Rows of numbers, as densities read them.

use hornbook_core::{Error, Result};
use hornbook_data::{Dataset, Feature, Features};
use hornbook_learner::TrainingSummary;
use hornbook_math::matrix::Scalars;

/// The columns of some rows; what is missing is NaN.
pub(super) fn columns_of(rows: &Features<'_>) -> Vec<Vec<f64>> {
    let column = |index: usize| match rows.column(index) {
        Feature::Number(values) => values.to_vec(),
        Feature::Code(codes, _) => codes.iter().map(|&code| f64::from(code)).collect(),
        other => vec![f64::NAN; other.len()],
    };
    (0..rows.width()).map(column).collect()
}

/// The same row by row.
pub(super) fn rows_of(rows: &Features<'_>) -> Vec<f64> {
    match rows {
        Features::Matrix(matrix) => match matrix.values() {
            Scalars::F64(values) => values.to_vec(),
            Scalars::F32(values) => values.iter().map(|&x| f64::from(x)).collect(),
        },
        _ => {
            let (columns, width) = (columns_of(rows), rows.width());
            let mut values = vec![0.0; rows.rows() * width];
            for (at, column) in columns.iter().enumerate() {
                values
                    .iter_mut()
                    .skip(at)
                    .step_by(width.max(1))
                    .zip(column)
                    .for_each(|(value, x)| *value = *x);
            }
            values
        }
    }
}

/// Distinct rows in the order of their numbers, column by column, with the weight of each: a row of weight 2 is the row twice,
/// and in which order they came is nothing.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct WeightedPoints {
    pub columns: Vec<Vec<f64>>,
    pub weights: Vec<f64>,
}

impl WeightedPoints {
    pub fn of(data: &Dataset) -> Result<WeightedPoints> {
        let data = data.with_nonzero_weight();
        let (columns, weights) = (columns_of(&data.row_features()), data.row_weights());
        if columns.is_empty() {
            return Err(Error::data("there is no column of numbers", "give at least one"));
        }
        let mut order: Vec<usize> = (0..weights.len()).collect();
        let key = |a: usize, b: usize| {
            let unequal = columns.iter().map(|column| column[a].partial_cmp(&column[b]));
            unequal.flatten().find(|order| order.is_ne()).unwrap_or(std::cmp::Ordering::Equal)
        };
        // Among equal rows the lighter first, so that their sum does not depend on the order either.
        order.sort_by(|&a, &b| key(a, b).then(weights[a].total_cmp(&weights[b])));
        let mut points = WeightedPoints { columns: vec![Vec::new(); columns.len()], weights: Vec::new() };
        for (at, &row) in order.iter().enumerate() {
            if at > 0 && key(order[at - 1], row).is_eq() {
                if let Some(last) = points.weights.last_mut() {
                    *last += weights[row];
                }
                continue;
            }
            // Adding zero makes -0.0 the same value as 0.0.
            points.columns.iter_mut().zip(&columns).for_each(|(kept, column)| kept.push(column[row] + 0.0));
            points.weights.push(weights[row]);
        }
        Ok(points)
    }

    /// The weight of all.
    pub fn total(&self) -> f64 {
        self.weights.iter().sum()
    }

    /// The standard deviation of a column with divisor n − 1; none if it does not vary.
    pub fn deviation(&self, column: usize) -> Option<f64> {
        let (values, total) = (&self.columns[column], self.total());
        // About the first value, which keeps the digits of columns far from zero.
        let origin = values[0];
        let mean_of = |f: &dyn Fn(f64) -> f64| {
            values.iter().zip(&self.weights).map(|(x, w)| w * f(x - origin)).sum::<f64>() / total
        };
        let mean = mean_of(&|x| x);
        let variance = mean_of(&|x| (x - mean) * (x - mean)) * total / (total - 1.0);
        (variance > 0.0 && variance.is_finite() && total > 1.0).then(|| variance.sqrt())
    }
}

/// The sum of the weights up to each.
pub(super) fn running_sums(weights: &[f64]) -> Vec<f64> {
    let mut sum = 0.0;
    let add = |weight: &f64| {
        sum += weight;
        sum
    };
    weights.iter().map(add).collect()
}

/// Which weight a position in the running sums belongs to.
pub(super) fn place_in(sums: &[f64], place: f64) -> usize {
    sums.partition_point(|sum| *sum <= place).min(sums.len().saturating_sub(1))
}

/// What to say of a column that no width follows from.
pub(super) fn does_not_vary(name: &str) -> String {
    format!(
        "column '{name}' does not vary, and no width follows from it: its standard deviation is taken as 1; leave it out, or \
         give the width (the bandwidth, or the edges of the bins)"
    )
}

/// What every training says of its rows.
pub(super) fn summary_of(data: &Dataset) -> TrainingSummary {
    let weights = data.row_weights();
    let rows = weights.iter().filter(|&&weight| weight > 0.0).count() as u64;
    TrainingSummary { rows, weight: weights.iter().sum(), converged: true, ..TrainingSummary::default() }
}
