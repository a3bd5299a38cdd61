//! Windows around rows, added up.

use super::kernel::Kernel;
use crate::densities::rows::WeightedPoints;
use hornbook_core::{Error, Result};
use hornbook_math::simd;
use hornbook_math::special::exp_of_negative;
use rayon::prelude::*;
use std::ops::Range;

/// What is smaller by this factor, in logarithms, than all else together does not change a digit.
const NOTHING: f64 = 37.0;
/// Rows that one thread looks at before it takes others.
const BLOCK: usize = 64;
/// Points that are computed with at a time, and how many sums stand side by side.
const ROOM: usize = 512;
const LANES: usize = 8;

/// A window of the same shape around every point.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct KernelSum {
    pub points: WeightedPoints,
    pub kernel: Kernel,
    pub bandwidths: Vec<f64>,
    /// One over each bandwidth.
    scales: Vec<f64>,
    total: f64,
    /// The logarithm of what the sum over points is divided by, for as many columns as there are.
    ln_scale: f64,
}

/// A point that is left out when its own density is asked for.
#[derive(Clone, Copy)]
struct LeftOutPoint {
    point: usize,
    /// How much of it is left.
    rest: f64,
}

impl KernelSum {
    pub fn new(points: WeightedPoints, kernel: Kernel, bandwidths: Vec<f64>) -> KernelSum {
        let total = points.total();
        let ln_scale = kernel.ln_volume(bandwidths.len()) + bandwidths.iter().map(|h| h.ln()).sum::<f64>();
        KernelSum {
            points,
            kernel,
            scales: bandwidths.iter().map(|h| h.recip()).collect(),
            bandwidths,
            total,
            ln_scale,
        }
    }

    pub fn dimensions(&self) -> usize {
        self.bandwidths.len()
    }

    /// The log density of each row, row by row in `rows`.
    pub fn ln_densities(&self, rows: &[f64]) -> Result<Vec<f64>> {
        let blocks: Vec<Result<Vec<f64>>> = rows
            .par_chunks(BLOCK * self.dimensions())
            .map(|block| block.chunks_exact(self.dimensions()).map(|row| self.ln_density(row)).collect())
            .collect();
        Ok(blocks.into_iter().collect::<Result<Vec<_>>>()?.concat())
    }

    /// The log density of a row. Columns that are missing are left out, which Gaussian windows can.
    pub fn ln_density(&self, row: &[f64]) -> Result<f64> {
        let missing = row.iter().filter(|x| x.is_nan()).count();
        if missing == 0 {
            return Ok(self.ln_sum(row, None) - self.total.ln() - self.ln_scale);
        }
        if self.kernel != Kernel::Gaussian {
            return Err(Error::mismatch(
                "a value is missing, and only the Gaussian kernel can leave features out",
                "impute it, leave the row out, or train with kernel=gaussian",
            ));
        }
        if missing == row.len() {
            // Nothing is asked, and that is certain.
            return Ok(0.0);
        }
        let seen =
            row.iter().zip(&self.bandwidths).filter(|(x, _)| !x.is_nan()).map(|(_, h)| h.ln()).sum::<f64>();
        let ln_scale = self.kernel.ln_volume(row.len() - missing) + seen;
        Ok(self.ln_sum(row, None) - self.total.ln() - ln_scale)
    }

    /// The log density of a point by all others, and the weight that it counts with. One of its copies is left out; a point
    /// that weighs less than one is left out whole.
    pub fn ln_density_by_others(&self, point: usize) -> (f64, f64) {
        let weight = self.points.weights[point];
        let out = weight.min(1.0);
        let row: Vec<f64> = self.points.columns.iter().map(|column| column[point]).collect();
        let sum = self.ln_sum(&row, Some(LeftOutPoint { point, rest: weight - out }));
        (sum - (self.total - out).ln() - self.ln_scale, weight)
    }

    /// The weight of a point that counts.
    fn weight(&self, point: usize, left: Option<LeftOutPoint>) -> f64 {
        match left {
            Some(left) if left.point == point => left.rest,
            _ => self.points.weights[point],
        }
    }

    /// The points that are near enough to count, as a stretch of the points, which are in the order of their first column.
    fn near(&self, row: &[f64], left: Option<LeftOutPoint>) -> Range<usize> {
        let first = &self.points.columns[0];
        if row[0].is_nan() {
            return 0..first.len();
        }
        let reach = if self.kernel.ends() {
            1.0
        } else {
            // Any point says how much there is at least; the nearest in the first column says much.
            let at = first.partition_point(|x| *x < row[0]);
            let candidates = [at.wrapping_sub(1), at, at + 1].into_iter().filter(|&p| p < first.len());
            let counts = candidates.filter(|&p| self.weight(p, left) > 0.0);
            let nearest = counts.map(|p| (self.squared(row, p), p)).min_by(|a, b| a.0.total_cmp(&b.0));
            match nearest {
                Some((squared, p)) => {
                    self.kernel.reach(squared, NOTHING + (self.total / self.weight(p, left)).ln())
                }
                None => f64::INFINITY,
            }
        };
        let width = reach * self.bandwidths[0];
        // A hair more, since the ends are rounded.
        let (low, high) = (row[0] - width * (1.0 + 1e-9), row[0] + width * (1.0 + 1e-9));
        first.partition_point(|x| *x < low)..first.partition_point(|x| *x <= high)
    }

    /// The squared distance of a point, in bandwidths.
    pub fn squared(&self, row: &[f64], point: usize) -> f64 {
        let parts = self.points.columns.iter().zip(&self.bandwidths).zip(row).filter(|(_, x)| !x.is_nan());
        parts.map(|((column, h), x)| ((x - column[point]) / h).powi(2)).sum()
    }

    /// The logarithm of the sum of the windows at a row, weighed.
    fn ln_sum(&self, row: &[f64], left: Option<LeftOutPoint>) -> f64 {
        let near = self.near(row, left);
        let mut sum = LogSum { most: f64::NEG_INFINITY, sum: 0.0 };
        match left {
            Some(left) if near.contains(&left.point) => {
                self.add(row, near.start..left.point, &mut sum);
                if left.rest > 0.0 {
                    let own = left.point..left.point + 1;
                    simd::run(KernelStretch {
                        kernel_sum: self,
                        row,
                        points: own,
                        weights: &[left.rest],
                        sum: &mut sum,
                    });
                }
                self.add(row, left.point + 1..near.end, &mut sum);
            }
            _ => self.add(row, near, &mut sum),
        }
        sum.most + sum.sum.ln()
    }

    fn add(&self, row: &[f64], points: Range<usize>, sum: &mut LogSum) {
        let mut start = points.start;
        while start < points.end {
            let end = (start + ROOM).min(points.end);
            simd::run(KernelStretch {
                kernel_sum: self,
                row,
                points: start..end,
                weights: &self.points.weights[start..end],
                sum,
            });
            start = end;
        }
    }
}

/// A sum by its size relative to the largest power, so that no power is too small where all are.
struct LogSum {
    most: f64,
    sum: f64,
}

/// Some neighboring points, few enough that all that is computed of them stays near the processor.
struct KernelStretch<'a> {
    kernel_sum: &'a KernelSum,
    row: &'a [f64],
    points: Range<usize>,
    weights: &'a [f64],
    sum: &'a mut LogSum,
}

impl simd::SimdKernel for KernelStretch<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let KernelStretch { kernel_sum, row, points, weights, sum } = self;
        let mut room = [0.0; ROOM];
        let values = &mut room[..weights.len()];
        for ((column, scale), x) in kernel_sum.points.columns.iter().zip(&kernel_sum.scales).zip(row) {
            if x.is_nan() {
                continue;
            }
            for (squared, point) in values.iter_mut().zip(&column[points.clone()]) {
                let far = (x - point) * scale;
                *squared += far * far;
            }
        }
        if kernel_sum.kernel.ends() {
            kernel_sum.kernel.heights(values);
            sum.most = 0.0;
        } else {
            kernel_sum.kernel.exponents(values);
            let most = largest(values);
            if most > sum.most {
                sum.sum *= (sum.most - most).exp();
                sum.most = most;
            }
            let most = sum.most;
            values.iter_mut().for_each(|value| *value = exp_of_negative(*value - most));
        }
        // Several sums side by side, always the same ones.
        let mut lanes = [0.0; LANES];
        let (blocks, rest) = values.as_chunks::<LANES>();
        let (weight_blocks, weight_rest) = weights.as_chunks::<LANES>();
        for (block, weights) in blocks.iter().zip(weight_blocks) {
            lanes
                .iter_mut()
                .zip(block.iter().zip(weights))
                .for_each(|(lane, (value, weight))| *lane += weight * value);
        }
        lanes
            .iter_mut()
            .zip(rest.iter().zip(weight_rest))
            .for_each(|(lane, (value, weight))| *lane += weight * value);
        sum.sum += lanes.iter().sum::<f64>();
    }
}

/// The largest of some numbers that are not NaN, several at once.
#[inline(always)]
fn largest(values: &[f64]) -> f64 {
    let larger = |a: f64, b: f64| if b > a { b } else { a };
    let (blocks, rest) = values.as_chunks::<LANES>();
    let mut lanes = [f64::NEG_INFINITY; LANES];
    for block in blocks {
        lanes.iter_mut().zip(block).for_each(|(lane, value)| *lane = larger(*lane, *value));
    }
    lanes.iter().chain(rest).copied().fold(f64::NEG_INFINITY, larger)
}
