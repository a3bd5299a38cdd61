//! The search of one query on the grid: rows that may be among those wanted.

use super::Neighbor;
use super::collector::{Collector, SearchTarget};
use super::quantizer::{Quantizer, squared_limit};
use crate::metric::kernel::DistanceKernel;
use hornbook_math::int16::FARTHEST;
use hornbook_math::matrix::Matrix;
use hornbook_math::prefetch::prefetch;
use std::collections::BinaryHeap;

/// Rows beyond the limit are left out whenever so many more have been found.
const ROOM: usize = 64;

/// Rows near a query, as far as the grid can tell.
#[derive(Debug)]
pub(super) struct CandidateSet {
    /// How many are wanted; none for a radius, whose limit does not change.
    wanted: Option<usize>,
    /// How much longer or shorter than the true distance one on the grid can be, in steps.
    slack: f64,
    /// The largest squared distance on the grid that is of interest.
    limit: i32,
    /// The squared distances of the nearest so many, the farthest on top.
    nearest: BinaryHeap<i32>,
    found: Vec<(i32, u32)>,
    /// With so many it is time to leave some out.
    full: usize,
}

impl CandidateSet {
    pub fn new<K: DistanceKernel>(
        wanted: SearchTarget,
        slack: f64,
        quantizer: &Quantizer,
        kernel: &K,
    ) -> CandidateSet {
        let (wanted, limit) = match wanted {
            SearchTarget::Count(0) => return CandidateSet::empty(),
            SearchTarget::Count(count) => (Some(count), FARTHEST),
            SearchTarget::Radius(radius) => {
                (None, quantizer.limit(kernel.straight(kernel.most(radius)), slack))
            }
        };
        let full = wanted.map_or(usize::MAX, |wanted| 2 * wanted + ROOM);
        CandidateSet { wanted, slack, limit, nearest: BinaryHeap::new(), found: Vec::new(), full }
    }

    /// A position in a group of queries that nobody asks from.
    pub fn empty() -> CandidateSet {
        CandidateSet {
            wanted: None,
            slack: 0.0,
            limit: i32::MIN,
            nearest: BinaryHeap::new(),
            found: Vec::new(),
            full: usize::MAX,
        }
    }

    /// The largest squared distance on the grid that is of interest.
    pub fn limit(&self) -> i32 {
        self.limit
    }

    /// Takes a row within the limit; the limit from there on.
    #[inline]
    pub fn take(&mut self, row: u32, squared: i32) -> i32 {
        self.found.push((squared, row));
        let Some(wanted) = self.wanted else { return self.limit };
        if self.nearest.len() < wanted {
            self.nearest.push(squared);
            self.lower(wanted);
        } else if self.nearest.peek().is_some_and(|farthest| squared < *farthest) {
            if let Some(mut farthest) = self.nearest.peek_mut() {
                *farthest = squared;
            }
            self.lower(wanted);
        }
        if self.found.len() >= self.full {
            self.leave_out();
            self.full = 2 * self.found.len() + ROOM;
        }
        self.limit
    }

    /// So many rows are truly no farther than the farthest of the nearest on the grid, and the slack; whoever is beyond that,
    /// and the slack once more, is farther than all of them.
    fn lower(&mut self, wanted: usize) {
        if let Some(farthest) = self.nearest.peek()
            && self.nearest.len() == wanted
        {
            self.limit = squared_limit(f64::from(*farthest).sqrt() + 2.0 * self.slack);
        }
    }

    fn leave_out(&mut self) {
        let limit = self.limit;
        self.found.retain(|(squared, _)| *squared <= limit);
    }

    /// Measures what was found, and rows that are not on the grid.
    pub fn offer<K: DistanceKernel, C: Collector>(
        &mut self,
        kernel: &K,
        points: &Matrix,
        query: &[f64],
        outside: &[u32],
        collector: &mut C,
    ) {
        self.leave_out();
        let rows =
            || self.found.iter().map(|(_, row)| *row as usize).chain(outside.iter().map(|row| *row as usize));
        for row in rows() {
            prefetch(points.values(), row * points.columns());
            prefetch(points.values(), (row + 1) * points.columns() - 1);
        }
        for row in rows() {
            let distance = kernel.finish(kernel.pair(points.row(row), query));
            collector.offer(Neighbor { row: row as u32, distance });
        }
    }
}
