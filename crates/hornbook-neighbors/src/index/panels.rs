//! Rows side by side, so that one instruction serves several.

use super::Neighbor;
use super::collector::Collector;
use crate::metric::kernel::{DistanceKernel, LANES};
use hornbook_math::matrix::Matrix;
use std::ops::Range;

/// The number of a place without a row.
const NOBODY: u32 = u32::MAX;
/// How many panels are measured before their sums are looked at.
const AT_ONCE: usize = 32;

/// Rows in panels of [`LANES`]: in a panel column by column, and in a column its rows side by side.
#[derive(Debug)]
pub(super) struct RowPanels {
    width: usize,
    rows: Vec<[u32; LANES]>,
    values: Vec<[f64; LANES]>,
}

impl RowPanels {
    pub fn new(width: usize) -> RowPanels {
        RowPanels { width, rows: Vec::new(), values: Vec::new() }
    }

    /// How many panels there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Adds rows, which begin a new panel. Places that stay empty hold a copy of the last row.
    pub fn push(&mut self, points: &Matrix, rows: &[u32]) {
        for some in rows.chunks(LANES) {
            self.rows.push(std::array::from_fn(|lane| some.get(lane).copied().unwrap_or(NOBODY)));
            let row = |lane: usize| points.row(some[lane.min(some.len() - 1)] as usize);
            let lanes: [&[f64]; LANES] = std::array::from_fn(row);
            self.values.extend((0..self.width).map(|column| lanes.map(|row| row[column])));
        }
    }

    /// Offers the rows of some panels.
    pub fn search<K: DistanceKernel, C: Collector>(
        &self,
        panels: Range<usize>,
        kernel: &K,
        query: &[f64],
        collector: &mut C,
    ) {
        let mut sums = [[0.0; LANES]; AT_ONCE];
        let mut most = kernel.most(collector.limit());
        for first in panels.clone().step_by(AT_ONCE) {
            let some = first..(first + AT_ONCE).min(panels.end);
            let values = &self.values[some.start * self.width..some.end * self.width];
            let sums = &mut sums[..some.len()];
            kernel.panels(self.width, values, query, sums);
            for (sums, rows) in sums.iter().zip(&self.rows[some]) {
                for (&sum, &row) in sums.iter().zip(rows) {
                    if sum <= most && row != NOBODY {
                        collector.offer(Neighbor { row, distance: kernel.finish(sum) });
                        most = kernel.most(collector.limit());
                    }
                }
            }
        }
    }
}
