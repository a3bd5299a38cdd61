//! Nearly the nearest, much sooner: a navigable graph.
//!
//! # The graph
//!
//! Every row is linked to some that are near it, in many directions. A search walks along links to ever nearer rows, and keeps
//! the best `ef_search` that it has met, whose links it follows too, until none of them leads nearer. A few rows are also on
//! upper levels, with longer links: there the walk begins. What it finds is not always the very nearest; the larger
//! `ef_search`, the more of them. Distances and the order of what is found are exact.
//!
//! # Building
//!
//! Rows come in waves. For each row of a wave the nearest are searched in the graph as it stands, and among the rows before
//! it in the wave; of `ef_construction` candidates it is linked to at most `m` (the links back are at most `2 m` on the
//! lowest level), leaving out those that are nearer to one already chosen than to the row, since the way leads through that
//! one. How high a row stands is drawn with its number, and links are made in the order of the rows: neither threads nor
//! chance change the graph.
//!
//! # Cost
//!
//! O(n log n) distances for building, O(log n) for a search, both with large factors; 8 m bytes a row beside the rows in single
//! precision. Worth while from some ten thousand rows with many columns. Only for distances that are straight lines:
//! Euclid's, Mahalanobis' and the cosine. Within a radius all rows are looked at.
//!
//! # References
//!
//! Malkov and Yashunin, *Efficient and robust approximate nearest neighbor search using hierarchical navigable small world
//! graphs* (2016).

mod build;
mod graph;
mod search;

#[cfg(test)]
mod tests;

pub(crate) use graph::{HnswGraph, HnswLinks};
pub(crate) use search::F32Vectors;

use hornbook_core::{Run, Seed};
use hornbook_math::matrix::Matrix;
use search::GraphSearch;

/// How a graph is built and walked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HnswSettings {
    /// How many links a new row has on each level.
    pub m: usize,
    /// How many candidates its links are chosen from.
    pub ef_construction: usize,
    /// How many rows a search keeps in sight.
    pub ef_search: usize,
    /// What the levels are drawn with.
    pub seed: Seed,
}

impl Default for HnswSettings {
    fn default() -> HnswSettings {
        HnswSettings { m: 16, ef_construction: 200, ef_search: 64, seed: Seed(0) }
    }
}

/// Rows in single precision, and the graph of them.
#[derive(Debug)]
pub(crate) struct Hnsw {
    vectors: F32Vectors,
    graph: HnswGraph,
}

impl Hnsw {
    pub fn new(points: &Matrix, settings: &HnswSettings, run: &Run) -> Hnsw {
        let vectors = F32Vectors::new(points);
        let graph = build::build(&vectors, settings, run);
        Hnsw { vectors, graph }
    }

    /// With a graph that was built before.
    pub fn with_graph(points: &Matrix, graph: HnswGraph) -> Hnsw {
        Hnsw { vectors: F32Vectors::new(points), graph }
    }

    pub fn graph(&self) -> &HnswGraph {
        &self.graph
    }

    /// Calls `found` with rows near a query, at least so many unless there are fewer.
    pub fn search(
        &self,
        query: &[f64],
        count: usize,
        ef_search: usize,
        walk: &mut GraphSearch,
        found: impl FnMut(u32),
    ) {
        let query = self.vectors.row_of(query);
        walk.nearest(&self.vectors, &self.graph, &query, ef_search.max(count));
        walk.rows().for_each(found);
    }

    /// What a search needs to remember.
    pub fn graph_search(&self) -> GraphSearch {
        GraphSearch::new(self.vectors.rows())
    }
}
