//! Columns of wide tables, one after the other in memory.

use super::intercept::check_squares;
use super::penalty::{CoordinatePenalty, ElasticNetPenalty};
use crate::design::{DesignColumn, DesignMatrixSpec, targets_of};
use crate::sparse::CenteredColumns;
use hornbook_core::Result;
use hornbook_data::{Dataset, Feature, Matrix};
use hornbook_math::simd;
use rayon::prelude::*;
use std::borrow::Cow;

/// Columns that one task multiplies.
const BLOCK: usize = 64;
/// Sums side by side, which a processor adds up at once.
const LANES: usize = 8;

/// Columns and a target, less their means and times the roots of the rows' weights: plain products are weighted means.
#[derive(Debug, Clone)]
pub(super) struct ScaledColumns {
    values: ColumnValues,
    /// The target.
    pub target: Vec<f64>,
    /// The lengths of the columns; zero for those that do not vary.
    pub lengths: Vec<f64>,
    pub means: Vec<f64>,
    pub target_mean: f64,
    pub weight: f64,
}

#[derive(Debug, Clone)]
enum ColumnValues {
    /// One column after the other.
    Dense {
        rows: usize,
        values: Vec<f64>,
    },
    Sparse(Box<CenteredColumns>),
}

impl ScaledColumns {
    /// The columns of a design in a chosen order, over rows that all count.
    pub fn of(
        data: &Dataset,
        design: &DesignMatrixSpec,
        order: &[usize],
        intercept: bool,
    ) -> Result<ScaledColumns> {
        let rows = data.rows().len();
        let weights = data.row_weights();
        let weight: f64 = weights.iter().sum();
        let shares: Vec<f64> = weights.iter().map(|w| w / weight).collect();
        let roots: Vec<f64> = shares.iter().map(|share| share.sqrt()).collect();
        let is_still = |mean: f64, length: f64| intercept && length <= 4.0 * f64::EPSILON * mean.abs();
        let (values, means, lengths) = match design.sparse_rows_of(data) {
            Some(sparse) => {
                let columns = CenteredColumns::of(sparse.view(), order, &shares, intercept);
                let (means, lengths) = (columns.means.clone(), columns.lengths.clone());
                (ColumnValues::Sparse(Box::new(columns)), means, lengths)
            }
            None => {
                let (values, found) = dense(data, design, order, |column| {
                    let mean = prepare(column, &shares, &roots, intercept);
                    (mean, simd::run(DotProduct(column, column)).sqrt())
                });
                let means = found.iter().map(|pair| pair.0).collect();
                let length = |&(mean, length): &(f64, f64)| if is_still(mean, length) { 0.0 } else { length };
                (ColumnValues::Dense { rows, values }, means, found.iter().map(length).collect())
            }
        };
        let mut target = targets_of(data)?;
        let target_mean = prepare(&mut target, &shares, &roots, intercept);
        let target_length = simd::run(DotProduct(&target, &target)).sqrt();
        check_squares(lengths.iter().copied().chain([target_length]))?;
        if is_still(target_mean, target_length) {
            target.fill(0.0);
        }
        Ok(ScaledColumns { values, target, lengths, means, target_mean, weight })
    }

    /// How many columns there are.
    pub fn len(&self) -> usize {
        self.lengths.len()
    }

    /// One column.
    pub fn column(&self, column: usize) -> Cow<'_, [f64]> {
        match &self.values {
            ColumnValues::Dense { rows, values } => {
                Cow::Borrowed(&values[column * rows..(column + 1) * rows])
            }
            ColumnValues::Sparse(columns) => Cow::Owned(columns.dense(column)),
        }
    }

    /// The products of some columns with a vector; zero for columns that do not vary.
    pub fn products(&self, which: &[usize], vector: &[f64]) -> Vec<f64> {
        match &self.values {
            ColumnValues::Sparse(columns) => columns.products(which, vector),
            ColumnValues::Dense { rows, values } => {
                let task = |which: &[usize]| {
                    simd::run(ColumnProducts { values, rows: *rows, lengths: &self.lengths, which, vector })
                };
                which.par_chunks(BLOCK).flat_map_iter(task).collect()
            }
        }
    }

    /// What some weights leave of the target.
    pub fn residuals(&self, weights: &[f64]) -> Vec<f64> {
        let mut left = self.target.clone();
        let used = weights.iter().enumerate().filter(|(_, weight)| **weight != 0.0);
        match &self.values {
            ColumnValues::Sparse(columns) => {
                columns.add(used.map(|(column, weight)| (column, -weight)), &mut left)
            }
            ColumnValues::Dense { rows, values } => {
                for (column, weight) in used {
                    let column = &values[column * rows..(column + 1) * rows];
                    left.iter_mut().zip(column).for_each(|(left, x)| *left -= weight * x);
                }
            }
        }
        left
    }

    /// The products of some columns (rows of the result) with others (its columns), if the columns are sparse.
    pub fn sparse_cross(&self, some: &[usize], others: &[usize]) -> Option<Matrix> {
        let ColumnValues::Sparse(columns) = &self.values else { return None };
        let of = |&other: &usize| columns.products(some, &columns.dense(other));
        let of: Vec<Vec<f64>> = others.iter().map(of).collect();
        Some(Matrix::from_fn(some.len(), others.len(), |i, j| of[j][i]))
    }

    /// Moves weights one after the other, each to where it is best, with what they leave of the target.
    pub fn sweep(
        &self,
        penalty: ElasticNetPenalty,
        moving: &[usize],
        weights: &mut [f64],
        residuals: &mut [f64],
    ) {
        match &self.values {
            ColumnValues::Dense { rows, values } => simd::run(ColumnSweep {
                values,
                rows: *rows,
                lengths: &self.lengths,
                penalty,
                moving,
                weights,
                residuals,
            }),
            ColumnValues::Sparse(columns) => {
                let mut left = columns.remainder(residuals);
                for &column in moving.iter().filter(|&&column| self.lengths[column] > 0.0) {
                    let (curvature, before) = (self.lengths[column] * self.lengths[column], weights[column]);
                    let after = penalty.minimizer(curvature, left.product(column) + curvature * before);
                    if after != before {
                        left.subtract(column, after - before);
                        weights[column] = after;
                    }
                }
                left.settle();
            }
        }
    }
}

/// The sum of the squared errors of some weights, and the weight of the rows.
pub(super) fn errors(
    data: &Dataset,
    design: &DesignMatrixSpec,
    order: &[usize],
    fits: &[(Vec<f64>, f64)],
) -> Result<(Vec<f64>, f64)> {
    let (targets, row_weights) = (targets_of(data)?, data.row_weights());
    let total = row_weights.iter().sum();
    let squares = |left: &[f64]| -> f64 {
        left.iter().zip(&row_weights).map(|(left, weight)| weight * left * left).sum()
    };
    if let Some(sparse) = design.sparse_rows_of(data) {
        let view = sparse.view();
        let of_fit = |(weights, intercept): &(Vec<f64>, f64)| {
            let mut by_column = vec![0.0; weights.len()];
            order.iter().zip(weights).for_each(|(&column, &weight)| by_column[column] = weight);
            let fitted = view.times(&by_column)?;
            Ok(squares(&targets.iter().zip(fitted).map(|(y, sum)| y - intercept - sum).collect::<Vec<f64>>()))
        };
        return Ok((fits.iter().map(of_fit).collect::<Result<_>>()?, total));
    }
    let features: Vec<Feature> = (0..data.features().len()).map(|input| data.feature(input)).collect();
    let mut values = vec![0.0; targets.len()];
    let of_fit = |(weights, intercept): &(Vec<f64>, f64)| {
        let mut left: Vec<f64> = targets.iter().map(|y| y - intercept).collect();
        for (&column, &weight) in order.iter().zip(weights).filter(|(_, weight)| **weight != 0.0) {
            copy(data, &features, design.columns()[column], &mut values);
            left.iter_mut().zip(&values).for_each(|(left, x)| *left -= weight * x);
        }
        squares(&left)
    };
    Ok((fits.iter().map(of_fit).collect(), total))
}

/// The columns of a design in a chosen order with their zeros, one after the other, each prepared by what is given; and what
/// that found.
fn dense<T: Send>(
    data: &Dataset,
    design: &DesignMatrixSpec,
    order: &[usize],
    prepare: impl Fn(&mut [f64]) -> T + Sync,
) -> (Vec<f64>, Vec<T>) {
    let rows = data.rows().len();
    let features: Vec<Feature> = (0..data.features().len()).map(|input| data.feature(input)).collect();
    let mut values = vec![0.0; rows * order.len()];
    let found = values
        .par_chunks_exact_mut(rows.max(1))
        .zip(order)
        .map(|(to, &column)| {
            copy(data, &features, design.columns()[column], to);
            prepare(to)
        })
        .collect();
    (values, found)
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
        Feature::Text(_) | Feature::Object(_) => {}
    }
}

/// Takes the weighted mean off, if asked to, and multiplies by the roots of the weights. Gives the
/// mean.
fn prepare(values: &mut [f64], shares: &[f64], roots: &[f64], center: bool) -> f64 {
    // Measured from a value of its own, a constant column has no rounding.
    let first = values.first().copied().unwrap_or(0.0);
    let mean = first + values.iter().zip(shares).map(|(x, share)| share * (x - first)).sum::<f64>();
    let origin = if center { mean } else { 0.0 };
    values.iter_mut().zip(roots).for_each(|(x, root)| *x = (*x - origin) * root);
    mean
}

/// The product of two vectors of the same length.
pub(super) struct DotProduct<'a>(pub &'a [f64], pub &'a [f64]);

impl simd::SimdKernel for DotProduct<'_> {
    type Output = f64;

    #[inline(always)]
    fn run(self) -> f64 {
        product(self.0, self.1)
    }
}

/// The products of some columns with a vector.
struct ColumnProducts<'a> {
    values: &'a [f64],
    rows: usize,
    lengths: &'a [f64],
    which: &'a [usize],
    vector: &'a [f64],
}

impl simd::SimdKernel for ColumnProducts<'_> {
    type Output = Vec<f64>;

    #[inline(always)]
    fn run(self) -> Vec<f64> {
        let mut found = Vec::with_capacity(self.which.len());
        for &column in self.which {
            let values = &self.values[column * self.rows..(column + 1) * self.rows];
            found.push(if self.lengths[column] > 0.0 { product(values, self.vector) } else { 0.0 });
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

/// One sweep over some weights.
struct ColumnSweep<'a> {
    values: &'a [f64],
    rows: usize,
    lengths: &'a [f64],
    penalty: ElasticNetPenalty,
    moving: &'a [usize],
    weights: &'a mut [f64],
    residuals: &'a mut [f64],
}

impl simd::SimdKernel for ColumnSweep<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for &place in self.moving {
            let column = &self.values[place * self.rows..(place + 1) * self.rows];
            let (curvature, before) = (self.lengths[place] * self.lengths[place], self.weights[place]);
            if curvature <= 0.0 {
                continue;
            }
            let rho = product(column, self.residuals) + curvature * before;
            let after = self.penalty.minimizer(curvature, rho);
            let moved = after - before;
            if moved != 0.0 {
                self.residuals.iter_mut().zip(column).for_each(|(left, x)| *left -= moved * x);
                self.weights[place] = after;
            }
        }
    }
}
