//! The rows of a view as numbers, for learners that go over them again and again.

use crate::design::Design;
use hornbook_core::{Error, Result};
use hornbook_data::{Dataset, Schema, Target};
use rayon::prelude::*;

/// Rows that one task looks at.
const BLOCK: usize = 4096;
/// Most presentations in a round: of heavier rows, each stands for several.
const MOST_PRESENTATIONS: f64 = (1u64 << 24) as f64;

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
    /// The means of the columns.
    pub means: Vec<f64>,
    /// The deviations of the columns from their means.
    pub deviations: Vec<f64>,
}

impl TrainingRows {
    pub fn of(data: &Dataset, design: &Design, order: RowOrder) -> Result<TrainingRows> {
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
        let (width, all) = (design.width(), design.rows_of(data));
        let mut values = Vec::with_capacity(positions.len() * width);
        for &position in &positions {
            let start = position as usize * width;
            values.extend_from_slice(&all[start..start + width]);
        }
        let weights: Vec<f64> = positions.iter().map(|&i| all_weights[i as usize]).collect();
        let weight: f64 = weights.iter().sum();
        let (means, deviations) = moments(&values, &weights, width, weight);
        if let Some(column) = deviations.iter().position(|deviation| !deviation.is_finite()) {
            return Err(Error::data(
                format!(
                    "the values of column '{}' are too large for their squares",
                    design.name(&Schema::of(data)?, column)
                ),
                "measure it in other units",
            ));
        }
        Ok(TrainingRows { width, values, weights, positions, weight, means, deviations })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.weights.len()
    }

    pub fn row(&self, row: usize) -> &[f64] {
        &self.values[row * self.width..(row + 1) * self.width]
    }

    /// The rows as an online rule meets them: a row of weight 3 three times, and a fraction that is left over as a smaller
    /// part of a row. Each is a row and the share that it counts.
    pub fn presentations(&self) -> Vec<(u32, f64)> {
        let unit = (self.weight / MOST_PRESENTATIONS).max(1.0).log2().ceil().exp2();
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

    /// The share of the weight of the rows for which something holds.
    pub fn share(&self, holds: impl Fn(usize) -> bool + Sync) -> f64 {
        let parts: Vec<f64> = self
            .weights
            .par_chunks(BLOCK)
            .enumerate()
            .map(|(block, weights)| {
                let rows = weights.iter().enumerate();
                rows.filter(|(i, _)| holds(block * BLOCK + i)).fold(0.0, |sum, (_, weight)| sum + weight)
            })
            .collect();
        parts.iter().fold(0.0, |sum, part| sum + part) / self.weight
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

    /// A vector that is the sum of what each row adds to it. Blocks are added up in order, so that threads change nothing.
    pub fn sum(&self, length: usize, add: impl Fn(usize, &mut [f64]) + Sync) -> Vec<f64> {
        let of_block = |start: usize| {
            let mut sum = vec![0.0; length];
            (start..(start + BLOCK).min(self.len())).for_each(|row| add(row, &mut sum));
            sum
        };
        let starts: Vec<usize> = (0..self.len()).step_by(BLOCK).collect();
        let parts: Vec<Vec<f64>> = starts.into_par_iter().map(of_block).collect();
        let mut total = vec![0.0; length];
        for part in parts {
            total.iter_mut().zip(part).for_each(|(sum, x)| *sum += x);
        }
        total
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
pub(crate) struct Labels {
    /// The codes of those that occur, in order.
    pub classes: Vec<u32>,
    /// For each row, which of them it is of.
    pub places: Vec<u32>,
}

impl Labels {
    pub fn of(data: &Dataset, rows: &TrainingRows) -> Result<Labels> {
        let Target::Classes(target) = data.require_target()?.1 else {
            return Err(Error::data("the target holds numbers", "give a target of classes"));
        };
        let codes = rows.positions.iter().map(|&i| target.codes[data.rows().at(i as usize) as usize]);
        let codes: Vec<u32> = codes.collect();
        let mut classes = codes.clone();
        classes.sort_unstable();
        classes.dedup();
        let place = |code: &u32| classes.partition_point(|class| class < code) as u32;
        Ok(Labels { places: codes.iter().map(place).collect(), classes })
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
