//! What a search gathers: the nearest so many, or all within a radius.

use super::Neighbour;
use std::collections::BinaryHeap;

/// What is asked for.
#[derive(Debug, Clone, Copy)]
pub(super) enum Wanted {
    /// So many.
    Count(usize),
    /// All up to this distance.
    Radius(f64),
}

/// Gathers neighbours while a search goes on.
pub(super) trait Collect: Send {
    /// What is asked for.
    fn wanted(&self) -> Wanted;

    /// Rows farther than this are of no use.
    fn limit(&self) -> f64;

    /// Takes a row, if it is of use.
    fn offer(&mut self, neighbour: Neighbour);

    /// The neighbours, nearest first.
    fn sorted(self) -> Vec<Neighbour>;
}

/// The nearest so many.
pub(super) struct Queue {
    wanted: usize,
    /// The farthest on top.
    heap: BinaryHeap<Neighbour>,
}

impl Queue {
    pub fn new(wanted: usize) -> Queue {
        Queue { wanted, heap: BinaryHeap::with_capacity(wanted.min(1 << 16)) }
    }
}

impl Collect for Queue {
    fn wanted(&self) -> Wanted {
        Wanted::Count(self.wanted)
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
    fn offer(&mut self, neighbour: Neighbour) {
        if self.heap.len() < self.wanted {
            self.heap.push(neighbour);
        } else if let Some(mut farthest) = self.heap.peek_mut()
            && neighbour < *farthest
        {
            *farthest = neighbour;
        }
    }

    fn sorted(self) -> Vec<Neighbour> {
        self.heap.into_sorted_vec()
    }
}

/// All within a radius.
pub(super) struct Ball {
    radius: f64,
    found: Vec<Neighbour>,
}

impl Ball {
    pub fn new(radius: f64) -> Ball {
        Ball { radius, found: Vec::new() }
    }
}

impl Collect for Ball {
    fn wanted(&self) -> Wanted {
        Wanted::Radius(self.radius)
    }

    fn limit(&self) -> f64 {
        self.radius
    }

    fn offer(&mut self, neighbour: Neighbour) {
        if neighbour.distance <= self.radius {
            self.found.push(neighbour);
        }
    }

    fn sorted(mut self) -> Vec<Neighbour> {
        self.found.sort_unstable();
        self.found
    }
}
