//! What a search gathers: the nearest so many, or all within a radius.

use super::Neighbor;
use std::collections::BinaryHeap;

/// What is asked for.
#[derive(Debug, Clone, Copy)]
pub(super) enum SearchTarget {
    /// So many.
    Count(usize),
    /// All up to this distance.
    Radius(f64),
}

/// Gathers neighbors while a search goes on.
pub(super) trait Collector: Send {
    /// What is asked for.
    fn wanted(&self) -> SearchTarget;

    /// Rows farther than this are of no use.
    fn limit(&self) -> f64;

    /// Takes a row, if it is of use.
    fn offer(&mut self, neighbor: Neighbor);

    /// The neighbors, nearest first.
    fn sorted(self) -> Vec<Neighbor>;
}

/// The nearest so many.
pub(super) struct KNearest {
    wanted: usize,
    /// The farthest on top.
    heap: BinaryHeap<Neighbor>,
}

impl KNearest {
    pub fn new(wanted: usize) -> KNearest {
        KNearest { wanted, heap: BinaryHeap::with_capacity(wanted.min(1 << 16)) }
    }
}

impl Collector for KNearest {
    fn wanted(&self) -> SearchTarget {
        SearchTarget::Count(self.wanted)
    }

    #[inline]
    fn limit(&self) -> f64 {
        match self.heap.peek() {
            Some(farthest) if self.heap.len() >= self.wanted => farthest.distance,
            _ if self.wanted == 0 => f64::NEG_INFINITY,
            _ => f64::INFINITY,
        }
    }

    #[inline]
    fn offer(&mut self, neighbor: Neighbor) {
        if self.heap.len() < self.wanted {
            self.heap.push(neighbor);
        } else if let Some(mut farthest) = self.heap.peek_mut()
            && neighbor < *farthest
        {
            *farthest = neighbor;
        }
    }

    fn sorted(self) -> Vec<Neighbor> {
        self.heap.into_sorted_vec()
    }
}

/// All within a radius.
pub(super) struct WithinRadius {
    radius: f64,
    found: Vec<Neighbor>,
}

impl WithinRadius {
    pub fn new(radius: f64) -> WithinRadius {
        WithinRadius { radius, found: Vec::new() }
    }
}

impl Collector for WithinRadius {
    fn wanted(&self) -> SearchTarget {
        SearchTarget::Radius(self.radius)
    }

    fn limit(&self) -> f64 {
        self.radius
    }

    fn offer(&mut self, neighbor: Neighbor) {
        if neighbor.distance <= self.radius {
            self.found.push(neighbor);
        }
    }

    fn sorted(mut self) -> Vec<Neighbor> {
        self.found.sort_unstable();
        self.found
    }
}
