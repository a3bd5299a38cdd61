//! Windows around rows, added up.

use super::kernel::Kernel;
use crate::densities::rows::Points;
use hornbook_core::{Error, Result};
use rayon::prelude::*;

/// What is smaller by this factor, in logarithms, than all else together does not change a digit.
const NOTHING: f64 = 40.0;
/// Rows that one thread looks at before it takes others.
const BLOCK: usize = 64;

/// A window of the same shape around every point.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Windows {
    pub points: Points,
    pub kernel: Kernel,
    pub bandwidths: Vec<f64>,
    total: f64,
    /// The logarithm of what the sum over points is divided by, for as many columns as there are.
    ln_scale: f64,
}

/// A point that is left out when its own density is asked for.
#[derive(Clone, Copy)]
struct Left {
    point: usize,
    /// How much of it is left.
    rest: f64,
}

impl Windows {
    pub fn new(points: Points, kernel: Kernel, bandwidths: Vec<f64>) -> Windows {
        let total = points.total();
        let ln_scale = kernel.ln_volume(bandwidths.len()) + bandwidths.iter().map(|h| h.ln()).sum::<f64>();
        Windows { points, kernel, bandwidths, total, ln_scale }
    }

    pub fn dimensions(&self) -> usize {
        self.bandwidths.len()
    }

    /// The log density of each row, row by row in `rows`.
    pub fn ln_densities(&self, rows: &[f64]) -> Result<Vec<f64>> {
        let blocks: Vec<Result<Vec<f64>>> = rows
            .par_chunks(BLOCK * self.dimensions())
            .map(|block| {
                let mut room = Vec::new();
                block.chunks_exact(self.dimensions()).map(|row| self.ln_density(row, &mut room)).collect()
            })
            .collect();
        Ok(blocks.into_iter().collect::<Result<Vec<_>>>()?.concat())
    }

    /// The log density of a row. Columns that are missing are left out, which Gaussian windows can.
    pub fn ln_density(&self, row: &[f64], room: &mut Vec<f64>) -> Result<f64> {
        let missing = row.iter().filter(|x| x.is_nan()).count();
        if missing == 0 {
            return Ok(self.ln_sum(row, None, room) - self.total.ln() - self.ln_scale);
        }
        if self.kernel != Kernel::Gaussian {
            return Err(Error::mismatch(
                "a value is missing, and only Gaussian windows can leave columns out",
                "fill it in, leave the row out, or train with kernel=gaussian",
            ));
        }
        if missing == row.len() {
            // Nothing is asked, and that is certain.
            return Ok(0.0);
        }
        let seen =
            row.iter().zip(&self.bandwidths).filter(|(x, _)| !x.is_nan()).map(|(_, h)| h.ln()).sum::<f64>();
        let ln_scale = self.kernel.ln_volume(row.len() - missing) + seen;
        Ok(self.ln_sum(row, None, room) - self.total.ln() - ln_scale)
    }

    /// The log density of a point by all others, and the weight that it counts with. One of its copies is left out; a point
    /// that weighs less than one is left out whole.
    pub fn ln_density_by_others(&self, point: usize, room: &mut Vec<f64>) -> (f64, f64) {
        let weight = self.points.weights[point];
        let out = weight.min(1.0);
        let row: Vec<f64> = self.points.columns.iter().map(|column| column[point]).collect();
        let sum = self.ln_sum(&row, Some(Left { point, rest: weight - out }), room);
        (sum - (self.total - out).ln() - self.ln_scale, weight)
    }

    /// The weight of a point that counts.
    fn weight(&self, point: usize, left: Option<Left>) -> f64 {
        match left {
            Some(left) if left.point == point => left.rest,
            _ => self.points.weights[point],
        }
    }

    /// The points that are near enough to count, as a stretch of the points, which are in the order of their first column.
    fn near(&self, row: &[f64], left: Option<Left>) -> std::ops::Range<usize> {
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
    fn ln_sum(&self, row: &[f64], left: Option<Left>, room: &mut Vec<f64>) -> f64 {
        let near = self.near(row, left);
        room.clear();
        room.resize(near.len(), 0.0);
        for ((column, h), x) in self.points.columns.iter().zip(&self.bandwidths).zip(row) {
            if x.is_nan() {
                continue;
            }
            for (sum, point) in room.iter_mut().zip(&column[near.clone()]) {
                let far = (x - point) / h;
                *sum += far * far;
            }
        }
        let weights = near.map(|point| self.weight(point, left));
        if self.kernel.ends() {
            return room
                .iter()
                .zip(weights)
                .map(|(squared, w)| w * self.kernel.height(*squared))
                .sum::<f64>()
                .ln();
        }
        // The largest first, so that no power is too small where all are.
        let mut most = f64::NEG_INFINITY;
        for (value, weight) in room.iter_mut().zip(weights.clone()) {
            *value = if weight > 0.0 { self.kernel.exponent(*value) } else { f64::NEG_INFINITY };
            most = most.max(*value);
        }
        if most == f64::NEG_INFINITY {
            return most;
        }
        most + room.iter().zip(weights).map(|(value, w)| w * (value - most).exp()).sum::<f64>().ln()
    }
}
