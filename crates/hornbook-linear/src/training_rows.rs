//! The rows of a view as numbers, for learners that go over them again and again.

use crate::blocks::codes_of;
use crate::column_stats::ColumnStats;
use crate::design::rows_of;
use hornbook_core::{Error, Result};
use hornbook_data::{Dataset, Schema};
use hornbook_encoding::Encoder;
use hornbook_math::prefetch::prefetch;
use rayon::prelude::*;

/// Rows that one task looks at.
const BLOCK: usize = 4096;
/// Numbers that a processor fetches at once.
const VALUES_A_LINE: usize = 8;
/// Most epoch_order in an epoch: of heavier rows, each stands for several.
const MOST_PRESENTATIONS: f64 = (1u64 << 24) as f64;
/// Most epoch_order for each row, on average, so that the time of a round follows the rows and not their weights; few rows
/// may have some more.
const PRESENTATIONS_A_ROW: f64 = 64.0;
const PRESENTATIONS_ANYWAY: f64 = 1024.0;

/// In which order rows are worked through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RowOrder {
    /// As they stand in the view.
    Given,
    /// One that depends on nothing but their content.
    Content,
}

/// The rows of a view that have a weight.
pub(crate) struct TrainingRows {
    pub width: usize,
    /// The columns, row by row.
    pub values: Vec<f64>,
    pub weights: Vec<f64>,
    /// Where each row stands in the view.
    pub positions: Vec<u32>,
    /// The sum of the weights.
    pub weight: f64,
}

impl TrainingRows {
    pub fn of(data: &Dataset, design: &Encoder, order: RowOrder) -> Result<TrainingRows> {
        let all_weights = data.row_weights();
        let mut positions: Vec<u32> =
            (0..all_weights.len() as u32).filter(|&i| all_weights[i as usize] > 0.0).collect();
        if positions.is_empty() {
            return Err(Error::no_rows());
        }
        if order == RowOrder::Content {
            let prints = data.fingerprints();
            positions.sort_by(|&a, &b| {
                let key = |i: u32| prints[i as usize];
                key(a).cmp(&key(b)).then(all_weights[a as usize].total_cmp(&all_weights[b as usize]))
            });
        }
        let (width, mut values) = (design.width(), rows_of(design, data));
        if order == RowOrder::Content || positions.len() < all_weights.len() {
            let all = std::mem::replace(&mut values, Vec::with_capacity(positions.len() * width));
            for &position in &positions {
                let start = position as usize * width;
                values.extend_from_slice(&all[start..start + width]);
            }
        }
        let weights: Vec<f64> = positions.iter().map(|&i| all_weights[i as usize]).collect();
        let weight: f64 = weights.iter().sum();
        Ok(TrainingRows { width, values, weights, positions, weight })
    }

    /// Where the columns of these rows lie, which have their order: the rows of a table may have another.
    pub fn column_stats(&self, data: &Dataset, design: &Encoder) -> Result<ColumnStats> {
        let schema = Schema::of(data)?;
        let mut by_class = vec![0.0; schema.target.classes.len().max(1)];
        match schema.target.classes.is_empty() {
            true => by_class[0] = self.weight,
            false => {
                let codes = codes_of(data)?;
                for (&position, weight) in self.positions.iter().zip(&self.weights) {
                    by_class[codes[position as usize] as usize] += weight;
                }
            }
        }
        let (means, deviations) = moments(&self.values, &self.weights, self.width, self.weight);
        let column_stats =
            ColumnStats { rows: self.len() as u64, weight: self.weight, by_class, means, deviations };
        column_stats.check(design)?;
        Ok(column_stats)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.weights.len()
    }

    pub fn row(&self, row: usize) -> &[f64] {
        &self.values[row * self.width..(row + 1) * self.width]
    }

    /// The rows as an online rule meets them, if there are so many and they weigh so much: a row of weight 3 three times, and
    /// a fraction that is left over as a smaller part of a row. Each is a row and the fraction that it counts.
    pub fn epoch_order(&self, rows_of_all: u64, weight_of_all: f64) -> Vec<(u32, f64)> {
        let most = (PRESENTATIONS_ANYWAY + PRESENTATIONS_A_ROW * rows_of_all as f64).min(MOST_PRESENTATIONS);
        let unit = (weight_of_all / most).max(1.0).log2().ceil().exp2();
        let mut all = Vec::with_capacity(self.len());
        for (row, &weight) in self.weights.iter().enumerate() {
            let whole = (weight / unit).floor();
            all.extend((0..whole as usize).map(|_| (row as u32, unit)));
            let rest = weight - whole * unit;
            if rest > 0.0 {
                all.push((row as u32, rest));
            }
        }
        all
    }

    /// Fetches a row that will be asked for soon.
    #[inline]
    pub fn expect(&self, row: usize) {
        let start = row * self.width;
        (start..start + self.width).step_by(VALUES_A_LINE).for_each(|place| prefetch(&self.values, place));
    }

    /// A vector that is the sum of what each row adds to it.
    pub fn sum(&self, length: usize, add: impl Fn(usize, &mut [f64]) + Sync) -> Vec<f64> {
        let mut sums = BlockedSums::new(length);
        sums.add(self.len(), add);
        sums.total()
    }

    /// The fraction of the weight of the rows for which something holds.
    pub fn share(&self, holds: impl Fn(usize) -> bool + Sync) -> f64 {
        self.sum(1, |row, sum| sum[0] += if holds(row) { self.weights[row] } else { 0.0 })[0] / self.weight
    }

    /// The largest of some numbers, one a row.
    pub fn largest(&self, number: impl Fn(usize) -> f64 + Sync) -> f64 {
        let of_block = |start: usize| {
            (start..(start + BLOCK).min(self.len())).map(&number).fold(f64::NEG_INFINITY, f64::max)
        };
        let starts: Vec<usize> = (0..self.len()).step_by(BLOCK).collect();
        let parts: Vec<f64> = starts.into_par_iter().map(of_block).collect();
        parts.into_iter().fold(f64::NEG_INFINITY, f64::max)
    }
}

/// Vectors that are sums of what rows add to them. Rows are added up in groups by their number, and the groups in order: neither
/// threads nor the pieces in which rows come change a bit.
pub(crate) struct BlockedSums {
    total: Vec<f64>,
    /// The sum of a group that is not complete, and how many rows it has.
    open: Vec<f64>,
    in_open: usize,
}

impl BlockedSums {
    pub fn new(length: usize) -> BlockedSums {
        BlockedSums { total: vec![0.0; length], open: vec![0.0; length], in_open: 0 }
    }

    /// Adds so many rows.
    pub fn add(&mut self, rows: usize, add: impl Fn(usize, &mut [f64]) + Sync) {
        let first = if self.in_open == 0 { 0 } else { rows.min(BLOCK - self.in_open) };
        (0..first).for_each(|row| add(row, &mut self.open));
        self.in_open += first;
        if self.in_open == BLOCK {
            self.close();
        }
        let of_group = |start: usize| {
            let mut sum = vec![0.0; self.total.len()];
            (start..(start + BLOCK).min(rows)).for_each(|row| add(row, &mut sum));
            sum
        };
        let starts: Vec<usize> = (first..rows).step_by(BLOCK).collect();
        let parts: Vec<Vec<f64>> = starts.par_iter().map(|&start| of_group(start)).collect();
        for (start, part) in starts.into_iter().zip(parts) {
            (self.open, self.in_open) = (part, (rows - start).min(BLOCK));
            if self.in_open == BLOCK {
                self.close();
            }
        }
    }

    fn close(&mut self) {
        self.total.iter_mut().zip(&self.open).for_each(|(sum, x)| *sum += x);
        self.open.fill(0.0);
        self.in_open = 0;
    }

    pub fn total(mut self) -> Vec<f64> {
        self.close();
        self.total
    }
}

fn moments(values: &[f64], weights: &[f64], width: usize, weight: f64) -> (Vec<f64>, Vec<f64>) {
    let (mut means, mut squares) = (vec![0.0; width], vec![0.0; width]);
    for (row, v) in values.chunks_exact(width.max(1)).zip(weights) {
        means.iter_mut().zip(row).for_each(|(mean, x)| *mean += v / weight * x);
    }
    for (row, v) in values.chunks_exact(width.max(1)).zip(weights) {
        for ((square, mean), x) in squares.iter_mut().zip(&means).zip(row) {
            *square += v / weight * (x - mean) * (x - mean);
        }
    }
    let deviation = |(square, mean): (&f64, &f64)| {
        let rounding = 4.0 * f64::EPSILON * mean;
        if square.is_finite() && *square <= rounding * rounding { 0.0 } else { square.sqrt() }
    };
    let deviations = squares.iter().zip(&means).map(deviation).collect();
    (means, deviations)
}

/// The classes of some rows.
pub(crate) struct RowClasses {
    /// The codes of those that occur, in order.
    pub classes: Vec<u32>,
    /// For each row, which of them it is of.
    pub places: Vec<u32>,
}

impl RowClasses {
    pub fn of(data: &Dataset, rows: &TrainingRows) -> Result<RowClasses> {
        let codes = codes_of(data)?;
        let mut classes: Vec<u32> = rows.positions.iter().map(|&i| codes[i as usize]).collect();
        classes.sort_unstable();
        classes.dedup();
        RowClasses::among(&classes, data, rows)
    }

    /// The same, if all classes are known, in order.
    pub fn among(classes: &[u32], data: &Dataset, rows: &TrainingRows) -> Result<RowClasses> {
        let codes = codes_of(data)?;
        let place = |&i: &u32| match classes.binary_search(&codes[i as usize]) {
            Ok(place) => Ok(place as u32),
            Err(_) => Err(Error::data(
                "a row is of a class that was not there when the rows were read first",
                "leave the file as it is while it is learned from",
            )),
        };
        let places = rows.positions.iter().map(place).collect::<Result<Vec<u32>>>()?;
        Ok(RowClasses { places, classes: classes.to_vec() })
    }
}

/// The sum of products, in four lanes that a processor adds up at once.
#[inline]
pub(crate) fn inner(a: &[f64], b: &[f64]) -> f64 {
    let mut lanes = [0.0; 4];
    let (pairs_a, pairs_b) = (a.chunks_exact(4), b.chunks_exact(4));
    let rest: f64 = pairs_a.remainder().iter().zip(pairs_b.remainder()).map(|(x, y)| x * y).sum();
    for (x, y) in pairs_a.zip(pairs_b) {
        for lane in 0..4 {
            lanes[lane] += x[lane] * y[lane];
        }
    }
    (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]) + rest
}
