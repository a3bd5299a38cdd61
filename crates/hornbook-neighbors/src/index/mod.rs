//! Who is nearest: searches that all give the same answer.
//!
//! An [`Index`] holds rows and answers two questions about any other row: which `k` of mine are nearest, and which are within
//! a radius. Neighbors come in the order of their distance and, where distances are equal, of their row numbers: rows in
//! another order may so have other neighbors, but only among those that are equally far. Whatever the algorithm but the last,
//! the answer is the same to the last bit; only the time differs.
//!
//! | algorithm | how | takes |
//! |---|---|---|
//! | brute force | all rows, in blocks; for Euclid's distance first on a grid of integers | any metric |
//! | kd-tree | halves by columns, for Euclid's distance along the principal axes; leaves out boxes that are too far | metrics that go by columns |
//! | ball tree | halves likewise; leaves out balls that are too far | metrics with the triangle inequality |
//! | [hnsw](crate::hnsw) | walks along links between rows that are near each other; only nearly the nearest | straight metrics |
//!
//! Trees are good in few dimensions, brute force in many: beyond about ten nearly every box has a corner that is near enough.
//! What counts is in how many dimensions rows truly vary, which may be fewer than they have columns.
//!
//! ```
//! use hornbook_math::matrix::Matrix;
//! use hornbook_neighbors::{Algorithm, Index, Metric};
//!
//! let rows = Matrix::from_rows(&[[0.0, 0.0], [1.0, 0.0], [0.0, 2.0], [3.0, 3.0]])?;
//! let index = Index::new(rows, Metric::Euclidean, Algorithm::Auto)?;
//! let found = index.nearest(&Matrix::from_rows(&[[1.0, 1.0]])?, 2)?;
//! assert_eq!((found.of(0)[0].row, found.of(0)[0].distance), (1, 1.0));
//! assert_eq!(found.of(0)[1].row, 0, "as near as row 2, and before it");
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod algorithm;
mod ball_tree;
mod brute;
mod candidates;
mod checks;
mod collector;
mod float_kd_tree;
mod implicit_tree;
mod kd_tree;
mod neighbor;
mod panels;
mod quantized_kd_tree;
mod quantized_scan;
mod quantizer;
mod search;

#[cfg(test)]
mod tests;

pub use algorithm::{Algorithm, IndexSettings, LEAF_SIZE};
pub use neighbor::{Neighbor, NeighborLists};

use crate::hnsw::{Hnsw, HnswGraph};
use crate::metric::Metric;
use checks::{check_numbers, check_radius, check_shape, prepare_rows};
use collector::{Collector, KNearest, WithinRadius};
use hornbook_core::{Error, Result, Run};
use hornbook_math::matrix::Matrix;
use rayon::prelude::*;
use search::{NeighborSearch, RunQueries};

/// How many queries are answered together.
const TOGETHER: usize = 64;

/// Rows among which neighbors are found.
#[derive(Debug)]
pub struct Index {
    metric: Metric,
    /// The rows where the metric's kernel measures.
    points: Matrix,
    search: NeighborSearch,
    settings: IndexSettings,
}

impl Index {
    /// An index of the rows of a matrix.
    pub fn new(rows: Matrix, metric: Metric, algorithm: Algorithm) -> Result<Index> {
        Index::with_settings(rows, metric, &IndexSettings { algorithm, ..IndexSettings::default() })
    }

    /// The same, with all that can be said about it.
    pub fn with_settings(rows: Matrix, metric: Metric, settings: &IndexSettings) -> Result<Index> {
        Index::with_run(rows, metric, settings, &Run::default())
    }

    /// The same, unless the run is canceled before it is done.
    pub(crate) fn with_run(
        mut rows: Matrix,
        metric: Metric,
        settings: &IndexSettings,
        run: &Run,
    ) -> Result<Index> {
        check_numbers(&rows, &metric)?;
        prepare_rows(&mut rows, &metric)?;
        Index::of_prepared(rows, metric, settings, run)
    }

    /// From rows of a file, which are where the metric's kernel measures and may be anything; with their graph, if they have
    /// one.
    pub(crate) fn of_stored(
        points: Matrix,
        metric: Metric,
        settings: &IndexSettings,
        graph: Option<HnswGraph>,
    ) -> Result<Index> {
        check_numbers(&points, &metric)?;
        check_shape(&points)?;
        match graph {
            Some(graph) => {
                settings.algorithm.chosen(&metric, &points)?;
                let search = NeighborSearch::Hnsw(Hnsw::with_graph(&points, graph));
                Ok(Index { metric, points, search, settings: *settings })
            }
            None => Index::of_prepared(points, metric, settings, &Run::default()),
        }
    }

    /// From rows that are where the metric's kernel measures, as [`points`](Index::points) gives them.
    pub(crate) fn of_prepared(
        points: Matrix,
        metric: Metric,
        settings: &IndexSettings,
        run: &Run,
    ) -> Result<Index> {
        check_shape(&points)?;
        let algorithm = settings.algorithm.chosen(&metric, &points)?;
        let search = NeighborSearch::new(&points, &metric, algorithm, settings, run);
        run.check()?;
        Ok(Index { metric, points, search, settings: *settings })
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.points.rows()
    }

    /// How many columns there are.
    pub fn width(&self) -> usize {
        self.points.columns()
    }

    /// How far rows are from each other.
    pub fn metric(&self) -> &Metric {
        &self.metric
    }

    /// How neighbors are searched for; never [`Algorithm::Auto`].
    pub fn algorithm(&self) -> Algorithm {
        self.search.algorithm()
    }

    /// How it was built, with the algorithm that was chosen.
    pub fn settings(&self) -> IndexSettings {
        IndexSettings { algorithm: self.algorithm(), ..self.settings }
    }

    /// Keeps more or fewer rows in sight when a graph is walked: more of the nearest are found, or sooner.
    pub fn set_ef_search(&mut self, ef_search: usize) {
        self.settings.hnsw.ef_search = ef_search;
    }

    /// The graph, if it has one.
    pub(crate) fn graph(&self) -> Option<&HnswGraph> {
        match &self.search {
            NeighborSearch::Hnsw(hnsw) => Some(hnsw.graph()),
            _ => None,
        }
    }

    /// The rows as they are measured: of Mahalanobis' distance whitened, of the cosine distance at length 1, else as they are.
    pub fn points(&self) -> &Matrix {
        &self.points
    }

    /// The `k` nearest rows of each query, or all if there are fewer.
    pub fn nearest(&self, queries: &Matrix, k: usize) -> Result<NeighborLists> {
        let k = k.min(self.rows());
        self.search(queries, || KNearest::new(k))
    }

    /// The rows at most so far from each query.
    pub fn within(&self, queries: &Matrix, radius: f64) -> Result<NeighborLists> {
        check_radius(radius)?;
        self.search(queries, || WithinRadius::new(radius))
    }

    /// The `k` nearest rows of each of the index's own rows, itself left out; all others if there are fewer.
    ///
    /// ```
    /// # use hornbook_math::matrix::Matrix;
    /// # use hornbook_neighbors::{Algorithm, Index, Metric};
    /// let rows = Matrix::new(4, 1, vec![0.0, 1.0, 1.0, 5.0])?;
    /// let others = Index::new(rows, Metric::Euclidean, Algorithm::Auto)?.nearest_others(1);
    /// let rows: Vec<u32> = others.iter().map(|found| found[0].row).collect();
    /// assert_eq!(rows, [1, 2, 1, 1], "a copy of a row is another row");
    /// # Ok::<(), hornbook_core::Error>(())
    /// ```
    pub fn nearest_others(&self, k: usize) -> NeighborLists {
        let found = self.nearest_of_own(k.saturating_add(1), &never);
        without_own(&found, k)
    }

    /// The rows at most so far from each of the index's own rows, itself left out.
    pub fn others_within(&self, radius: f64) -> Result<NeighborLists> {
        check_radius(radius)?;
        let found = self.search_prepared(self.points.values(), || WithinRadius::new(radius), &never);
        Ok(without_own(&found, usize::MAX))
    }

    /// The `k` nearest rows of each of the index's own rows, itself among them. Once it is to stop, the others have none.
    pub(crate) fn nearest_of_own(&self, k: usize, stop: &(dyn Fn() -> bool + Sync)) -> NeighborLists {
        let k = k.min(self.rows());
        self.search_prepared(self.points.values(), || KNearest::new(k), stop)
    }

    fn search<C: Collector>(
        &self,
        queries: &Matrix,
        collector: impl Fn() -> C + Sync,
    ) -> Result<NeighborLists> {
        if queries.columns() != self.width() && queries.rows() > 0 {
            return Err(Error::mismatch(
                format!("a query has {} columns and the index {}", queries.columns(), self.width()),
                "give the columns of the index",
            ));
        }
        check_numbers(queries, &self.metric)?;
        let mut queries = queries.clone();
        prepare_rows(&mut queries, &self.metric)?;
        Ok(self.search_prepared(queries.values(), collector, &never))
    }

    fn search_prepared<C: Collector>(
        &self,
        queries: &[f64],
        collector: impl Fn() -> C + Sync,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> NeighborLists {
        let width = self.width();
        let answer = |queries: &[f64]| -> Vec<Vec<Neighbor>> {
            if stop() {
                return vec![Vec::new(); queries.len().div_ceil(width)];
            }
            let mut collectors: Vec<C> = queries.chunks(width).map(|_| collector()).collect();
            self.metric.with_kernel(RunQueries {
                search: &self.search,
                points: &self.points,
                ef_search: self.settings.hnsw.ef_search,
                queries,
                collectors: &mut collectors,
            });
            collectors.into_iter().map(C::sorted).collect()
        };
        let order = if queries.len() > TOGETHER * width { self.search.order(queries) } else { None };
        let found: Vec<Vec<Neighbor>> = match order {
            None => queries.par_chunks(TOGETHER * width).flat_map_iter(answer).collect(),
            Some(order) => {
                let found = order.par_chunks(TOGETHER).flat_map_iter(|some| {
                    let rows = some.iter().flat_map(|&query| &queries[query as usize * width..][..width]);
                    answer(&rows.copied().collect::<Vec<f64>>())
                });
                let mut in_place = vec![Vec::new(); order.len()];
                for (query, found) in order.iter().zip(found.collect::<Vec<_>>()) {
                    in_place[*query as usize] = found;
                }
                in_place
            }
        };
        let mut all = NeighborLists::default();
        found.into_iter().for_each(|found| all.push(found));
        all
    }
}

/// Searches to the end.
fn never() -> bool {
    false
}

/// Leaves every row out of its own neighbors, of which so many are kept. A row that is not among
/// them, since copies come before it or a graph did not lead to it, makes the last one too many.
fn without_own(found: &NeighborLists, most: usize) -> NeighborLists {
    let mut others = NeighborLists::default();
    for (row, neighbors) in found.iter().enumerate() {
        others.push(neighbors.iter().filter(|one| one.row as usize != row).take(most).copied());
    }
    others
}
