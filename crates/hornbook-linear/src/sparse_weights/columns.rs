//! Columns of wide tables, one after the other in memory.

use super::centre::check_squares;
use crate::design::{Design, DesignColumn, targets_of};
use hornbook_core::Result;
use hornbook_data::{Dataset, Feature};
use hornbook_math::wide;
use rayon::prelude::*;

/// Columns that one task multiplies.
const BLOCK: usize = 64;
/// Sums side by side, which a processor adds up at once.
const LANES: usize = 8;

/// Columns and a target, less their means and times the roots of the rows' weights: plain products are weighted means.
#[derive(Debug, Clone)]
pub(super) struct Columns {
    rows: usize,
    values: Vec<f64>,
    /// The target.
    pub target: Vec<f64>,
    /// The lengths of the columns; zero for those that do not vary.
    pub lengths: Vec<f64>,
    pub means: Vec<f64>,
    pub target_mean: f64,
    pub weight: f64,
}

impl Columns {
    /// The columns of a design in a chosen order, over rows that all count.
    pub fn of(data: &Dataset, design: &Design, order: &[usize], intercept: bool) -> Result<Columns> {
        let rows = data.rows().len();
        let weights = data.row_weights();
        let weight: f64 = weights.iter().sum();
        let shares: Vec<f64> = weights.iter().map(|w| w / weight).collect();
        let roots: Vec<f64> = shares.iter().map(|share| share.sqrt()).collect();
        let features: Vec<Feature> = (0..data.features().len()).map(|input| data.feature(input)).collect();
        let mut values = vec![0.0; rows * order.len()];
        let found: Vec<(f64, f64)> = values
            .par_chunks_exact_mut(rows.max(1))
            .zip(order)
            .map(|(to, &column)| {
                copy(data, &features, design.columns()[column], to);
                let mean = prepare(to, &shares, &roots, intercept);
                (mean, wide::run(Product(to, to)).sqrt())
            })
            .collect();
        let mut target = targets_of(data)?;
        let target_mean = prepare(&mut target, &shares, &roots, intercept);
        let is_still = |mean: f64, length: f64| intercept && length <= 4.0 * f64::EPSILON * mean.abs();
        let target_length = wide::run(Product(&target, &target)).sqrt();
        check_squares(found.iter().map(|pair| pair.1).chain([target_length]))?;
        if is_still(target_mean, target_length) {
            target.fill(0.0);
        }
        let lengths = found.iter().map(|&(mean, length)| if is_still(mean, length) { 0.0 } else { length });
        Ok(Columns {
            rows,
            lengths: lengths.collect(),
            means: found.iter().map(|pair| pair.0).collect(),
            values,
            target,
            target_mean,
            weight,
        })
    }

    /// How many columns there are.
    pub fn len(&self) -> usize {
        self.lengths.len()
    }

    /// One column.
    pub fn column(&self, column: usize) -> &[f64] {
        &self.values[column * self.rows..(column + 1) * self.rows]
    }

    /// The products of some columns with a vector; zero for columns that do not vary.
    pub fn products(&self, which: &[usize], vector: &[f64]) -> Vec<f64> {
        let blocks = which.par_chunks(BLOCK);
        blocks.flat_map_iter(|which| wide::run(Products { columns: self, which, vector })).collect()
    }

    /// What some weights leave of the target.
    pub fn residuals(&self, weights: &[f64]) -> Vec<f64> {
        let mut left = self.target.clone();
        for (column, &weight) in weights.iter().enumerate().filter(|(_, weight)| **weight != 0.0) {
            left.iter_mut().zip(self.column(column)).for_each(|(left, x)| *left -= weight * x);
        }
        left
    }
}

/// The sum of the squared errors of some weights, and the weight of the rows.
pub(super) fn errors(
    data: &Dataset,
    design: &Design,
    order: &[usize],
    fits: &[(Vec<f64>, f64)],
) -> Result<(Vec<f64>, f64)> {
    let features: Vec<Feature> = (0..data.features().len()).map(|input| data.feature(input)).collect();
    let (targets, row_weights) = (targets_of(data)?, data.row_weights());
    let mut values = vec![0.0; targets.len()];
    let of_fit = |(weights, constant): &(Vec<f64>, f64)| {
        let mut left: Vec<f64> = targets.iter().map(|y| y - constant).collect();
        for (&column, &weight) in order.iter().zip(weights).filter(|(_, weight)| **weight != 0.0) {
            copy(data, &features, design.columns()[column], &mut values);
            left.iter_mut().zip(&values).for_each(|(left, x)| *left -= weight * x);
        }
        left.iter().zip(&row_weights).map(|(left, weight)| weight * left * left).sum()
    };
    Ok((fits.iter().map(of_fit).collect(), row_weights.iter().sum()))
}

/// Writes a column of a design over the rows of a view.
fn copy(data: &Dataset, features: &[Feature], column: DesignColumn, to: &mut [f64]) {
    match &features[column.input] {
        Feature::Number(numbers) => {
            to.iter_mut().zip(data.rows().iter()).for_each(|(to, row)| *to = numbers[row as usize]);
        }
        Feature::Code(codes, _) => {
            for (to, row) in to.iter_mut().zip(data.rows().iter()) {
                *to = f64::from(u8::from(Some(codes[row as usize]) == column.level));
            }
        }
    }
}

/// Takes the weighted mean off, if asked to, and multiplies by the roots of the weights. Gives the mean.
fn prepare(values: &mut [f64], shares: &[f64], roots: &[f64], centre: bool) -> f64 {
    // Measured from a value of its own, a constant column has no rounding.
    let first = values.first().copied().unwrap_or(0.0);
    let mean = first + values.iter().zip(shares).map(|(x, share)| share * (x - first)).sum::<f64>();
    let origin = if centre { mean } else { 0.0 };
    values.iter_mut().zip(roots).for_each(|(x, root)| *x = (*x - origin) * root);
    mean
}

/// The product of two vectors of the same length.
pub(super) struct Product<'a>(pub &'a [f64], pub &'a [f64]);

impl wide::Work for Product<'_> {
    type Output = f64;

    #[inline(always)]
    fn run(self) -> f64 {
        product(self.0, self.1)
    }
}

/// The products of some columns with a vector.
struct Products<'a> {
    columns: &'a Columns,
    which: &'a [usize],
    vector: &'a [f64],
}

impl wide::Work for Products<'_> {
    type Output = Vec<f64>;

    #[inline(always)]
    fn run(self) -> Vec<f64> {
        let mut found = Vec::with_capacity(self.which.len());
        for &column in self.which {
            let varies = self.columns.lengths[column] > 0.0;
            found.push(if varies { product(self.columns.column(column), self.vector) } else { 0.0 });
        }
        found
    }
}

#[inline(always)]
fn product(x: &[f64], y: &[f64]) -> f64 {
    let whole = x.len().min(y.len()) / LANES * LANES;
    let mut lanes = [0.0; LANES];
    for (x, y) in x[..whole].chunks_exact(LANES).zip(y[..whole].chunks_exact(LANES)) {
        for lane in 0..LANES {
            lanes[lane] += x[lane] * y[lane];
        }
    }
    let rest: f64 = x[whole..].iter().zip(&y[whole..]).map(|(x, y)| x * y).sum();
    lanes.iter().sum::<f64>() + rest
}
