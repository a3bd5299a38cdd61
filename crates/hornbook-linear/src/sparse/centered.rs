//! Sparse columns as if their means were taken off and their rows weighted, though only what is not zero is stored.

use hornbook_data::SparseView;
use hornbook_math::matrix::{SparseColumns, line};
use rayon::prelude::*;

/// Columns that one task multiplies.
const BLOCK: usize = 256;

/// Columns less their weighted means, times the roots of the rows' fractions of the weight: plain products are weighted means.
#[derive(Debug, Clone)]
pub(crate) struct CenteredColumns {
    /// The stored values, times the roots.
    stored: SparseColumns,
    roots: Vec<f64>,
    /// What is taken off each column: its mean, or nothing.
    origins: Vec<f64>,
    pub means: Vec<f64>,
    /// The lengths of the columns; zero for those that do not vary.
    pub lengths: Vec<f64>,
}

impl CenteredColumns {
    /// Some columns of rows, whose fractions of the weight add up to one.
    pub fn of(view: SparseView<'_>, order: &[usize], shares: &[f64], center: bool) -> CenteredColumns {
        let columns = view.to_columns();
        let mut stored = SparseColumns {
            rows: columns.rows,
            starts: vec![0],
            indices: Vec::with_capacity(columns.indices.len()),
            values: Vec::with_capacity(columns.values.len()),
        };
        let (mut means, mut lengths) = (Vec::with_capacity(order.len()), Vec::with_capacity(order.len()));
        let roots: Vec<f64> = shares.iter().map(|share| share.sqrt()).collect();
        for &column in order {
            let (rows, values) = columns.column(column);
            let (mean, length) = mean_and_length(rows, values, shares, center);
            let is_still = center && length <= 4.0 * f64::EPSILON * mean.abs();
            means.push(mean);
            lengths.push(if is_still { 0.0 } else { length });
            stored.indices.extend_from_slice(rows);
            stored.values.extend(rows.iter().zip(values).map(|(&row, x)| x * roots[row as usize]));
            stored.starts.push(stored.indices.len());
        }
        let origins = if center { means.clone() } else { vec![0.0; means.len()] };
        CenteredColumns { stored, roots, origins, means, lengths }
    }

    /// The products of some columns with a vector; zero for columns that do not vary.
    pub fn products(&self, which: &[usize], vector: &[f64]) -> Vec<f64> {
        let along: f64 = self.along(vector);
        let of = |&column: &usize| match self.lengths[column] > 0.0 {
            true => self.product(column, vector, along),
            false => 0.0,
        };
        which.par_iter().with_min_len(BLOCK).map(of).collect()
    }

    /// The product of a vector with the roots, which is all that the origins take off.
    pub fn along(&self, vector: &[f64]) -> f64 {
        vector.iter().zip(&self.roots).map(|(x, root)| x * root).sum()
    }

    /// The product of one column with a vector, whose product with the roots is given.
    #[inline]
    pub fn product(&self, column: usize, vector: &[f64], along: f64) -> f64 {
        line::dot(self.stored.column(column), vector) - self.origins[column] * along
    }

    /// What is left of a vector while multiples of columns are taken off it, one after the other.
    pub fn remainder<'a>(&'a self, vector: &'a mut [f64]) -> LazyResidual<'a> {
        LazyResidual { along: self.along(vector), columns: self, vector, shift: 0.0 }
    }

    /// Adds weighted columns to a vector.
    pub fn add(&self, weights: impl Iterator<Item = (usize, f64)>, vector: &mut [f64]) {
        let mut constant = 0.0;
        for (column, weight) in weights {
            line::add_scaled(self.stored.column(column), weight, vector);
            constant += weight * self.origins[column];
        }
        if constant != 0.0 {
            vector.iter_mut().zip(&self.roots).for_each(|(x, root)| *x -= constant * root);
        }
    }

    /// One column with its zeros.
    pub fn dense(&self, column: usize) -> Vec<f64> {
        let mut values = vec![0.0; self.roots.len()];
        self.add(std::iter::once((column, 1.0)), &mut values);
        values
    }
}

/// A vector off which columns are taken. What their origins add to every row is put off until the end.
pub(crate) struct LazyResidual<'a> {
    columns: &'a CenteredColumns,
    vector: &'a mut [f64],
    /// The product of the vector with the roots: the same all the time, because that of a column less its mean is zero.
    along: f64,
    /// How many times the roots are still to be added.
    shift: f64,
}

impl LazyResidual<'_> {
    /// The product of a column with what is left.
    pub fn product(&self, column: usize) -> f64 {
        // The product of the stored values with the roots is the mean.
        self.columns.product(column, self.vector, self.along) + self.shift * self.columns.means[column]
    }

    /// Takes a multiple of a column off.
    pub fn subtract(&mut self, column: usize, times: f64) {
        line::add_scaled(self.columns.stored.column(column), -times, self.vector);
        self.shift += times * self.columns.origins[column];
    }

    /// Adds what was put off.
    pub fn settle(self) {
        if self.shift != 0.0 {
            self.vector.iter_mut().zip(&self.columns.roots).for_each(|(x, root)| *x += self.shift * root);
        }
    }
}

/// The weighted mean of a column, and the root of the mean square about it or about zero.
fn mean_and_length(rows: &[u32], values: &[f64], shares: &[f64], center: bool) -> (f64, f64) {
    let each = || rows.iter().zip(values).map(|(&row, x)| (shares[row as usize], x));
    // Measured from a value of its own, a column without zeros that is constant has no rounding.
    let is_whole = rows.len() == shares.len();
    let first = if is_whole { values.first().copied().unwrap_or(0.0) } else { 0.0 };
    let mean = first + each().map(|(share, x)| share * (x - first)).sum::<f64>();
    let origin = if center { mean } else { 0.0 };
    let stored: f64 = each().map(|(share, _)| share).sum();
    let zeros = if is_whole { 0.0 } else { (1.0 - stored).max(0.0) };
    let squares: f64 = each().map(|(share, x)| share * (x - origin) * (x - origin)).sum();
    (mean, (squares + zeros * origin * origin).sqrt())
}
