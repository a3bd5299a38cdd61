//! Rows that were found.

use std::cmp::Ordering;

/// A row that was found, and how far it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Neighbor {
    /// The row's number in the index, from 0.
    pub row: u32,
    /// How far it is.
    pub distance: f64,
}

impl Eq for Neighbor {}

impl PartialOrd for Neighbor {
    fn partial_cmp(&self, other: &Neighbor) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// By distance, then by row.
impl Ord for Neighbor {
    fn cmp(&self, other: &Neighbor) -> Ordering {
        self.distance.total_cmp(&other.distance).then(self.row.cmp(&other.row))
    }
}

/// The neighbors of several queries, each nearest first.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct NeighborLists {
    ends: Vec<usize>,
    found: Vec<Neighbor>,
}

impl NeighborLists {
    /// How many queries there were.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there were no queries.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The neighbors of one query. Panics if there was none, as indexing does.
    pub fn of(&self, query: usize) -> &[Neighbor] {
        let start = if query == 0 { 0 } else { self.ends[query - 1] };
        &self.found[start..self.ends[query]]
    }

    /// The neighbors of each query in turn.
    pub fn iter(&self) -> impl Iterator<Item = &[Neighbor]> {
        (0..self.len()).map(|query| self.of(query))
    }

    pub(crate) fn push(&mut self, neighbors: impl IntoIterator<Item = Neighbor>) {
        self.found.extend(neighbors);
        self.ends.push(self.found.len());
    }
}
