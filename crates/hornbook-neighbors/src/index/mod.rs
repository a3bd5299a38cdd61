//! Who is nearest: searches that all give the same answer.
//!
//! An [`Index`] holds rows and answers two questions about any other row: which `k` of mine are nearest, and which are within
//! a radius. Neighbours come in the order of their distance and, where distances are equal, of their row numbers. Whatever
//! the algorithm but the last, the answer is the same to the last bit; only the time differs.
//!
//! | algorithm | how | takes |
//! |---|---|---|
//! | brute force | all rows, in blocks; for Euclid's distance first on a grid of whole numbers | any metric |
//! | kd-tree | halves by columns; leaves out boxes that are too far | metrics that go by columns |
//! | ball tree | halves likewise; leaves out balls that are too far | metrics with the triangle inequality |
//! | [hnsw](crate::hnsw) | walks along links between rows that are near each other; only nearly the nearest | straight metrics |
//!
//! Trees are good in few columns, brute force in many: beyond about ten columns nearly every box has a corner that is near
//! enough.
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

mod ball_tree;
mod brute;
mod collect;
mod grid;
mod halves;
mod kd_tree;
mod panels;

#[cfg(test)]
mod tests;

use crate::hnsw::{Graph, Hnsw, HnswSettings};
use crate::metric::kernel::Kernel;
use crate::metric::{Metric, Shape, UseKernel};
use ball_tree::BallTree;
use brute::{Brute, offer};
use collect::{Ball, Collect, Queue, Wanted};
use hornbook_core::{Choice, Error, Result};
use hornbook_math::matrix::Matrix;
use kd_tree::KdTree;
use rayon::prelude::*;
use std::cmp::Ordering;

/// How many rows a leaf of a tree holds, if nobody says.
pub const LEAF_SIZE: usize = 30;
/// How many queries are answered together.
const TOGETHER: usize = 64;
/// Trees are better than looking at all rows up to so many columns, from so many rows on.
const TREE_COLUMNS: usize = 6;
const TREE_ROWS: usize = 1000;

/// How neighbours are searched for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum Algorithm {
    /// A kd-tree in few columns, else brute force.
    Auto,
    /// Looks at all rows.
    Brute,
    /// A tree of boxes, for metrics that go by columns.
    KdTree,
    /// A tree of balls, for metrics with the triangle inequality.
    BallTree,
    /// A graph that finds nearly the nearest, for Euclid's, Mahalanobis' and the cosine distance; never chosen by itself.
    Hnsw,
}

/// How an index is built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IndexSettings {
    /// How neighbours are searched for.
    pub algorithm: Algorithm,
    /// How many rows a leaf of a tree holds.
    pub leaf_size: usize,
    /// How a graph is built and walked.
    pub hnsw: HnswSettings,
}

impl Default for IndexSettings {
    fn default() -> IndexSettings {
        IndexSettings { algorithm: Algorithm::Auto, leaf_size: LEAF_SIZE, hnsw: HnswSettings::default() }
    }
}

/// A row that was found, and how far it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Neighbour {
    /// The row's number in the index, from 0.
    pub row: u32,
    /// How far it is.
    pub distance: f64,
}

impl Eq for Neighbour {}

impl PartialOrd for Neighbour {
    fn partial_cmp(&self, other: &Neighbour) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// By distance, then by row.
impl Ord for Neighbour {
    fn cmp(&self, other: &Neighbour) -> Ordering {
        self.distance.total_cmp(&other.distance).then(self.row.cmp(&other.row))
    }
}

/// The neighbours of several queries, each nearest first.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Neighbourhoods {
    ends: Vec<usize>,
    found: Vec<Neighbour>,
}

impl Neighbourhoods {
    /// How many queries there were.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there were no queries.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The neighbours of one query. Panics if there was none, as indexing does.
    pub fn of(&self, query: usize) -> &[Neighbour] {
        let start = if query == 0 { 0 } else { self.ends[query - 1] };
        &self.found[start..self.ends[query]]
    }

    /// The neighbours of each query in turn.
    pub fn iter(&self) -> impl Iterator<Item = &[Neighbour]> {
        (0..self.len()).map(|query| self.of(query))
    }

    pub(crate) fn push(&mut self, neighbours: impl IntoIterator<Item = Neighbour>) {
        self.found.extend(neighbours);
        self.ends.push(self.found.len());
    }
}

/// Rows among which neighbours are found.
#[derive(Debug)]
pub struct Index {
    metric: Metric,
    /// The rows where the metric's kernel measures.
    points: Matrix,
    search: Search,
    settings: IndexSettings,
}

#[derive(Debug)]
enum Search {
    Brute(Brute),
    KdTree(KdTree),
    BallTree(BallTree),
    Hnsw(Hnsw),
}

impl Index {
    /// An index of the rows of a matrix.
    pub fn new(rows: Matrix, metric: Metric, algorithm: Algorithm) -> Result<Index> {
        Index::with_settings(rows, metric, &IndexSettings { algorithm, ..IndexSettings::default() })
    }

    /// The same, with all that can be said about it.
    pub fn with_settings(mut rows: Matrix, metric: Metric, settings: &IndexSettings) -> Result<Index> {
        check_numbers(&rows, &metric)?;
        place(&mut rows, &metric)?;
        Index::of_placed(rows, metric, settings)
    }

    /// From rows of a file, which are where the metric's kernel measures and may be anything; with their graph, if they have
    /// one.
    pub(crate) fn of_stored(
        points: Matrix,
        metric: Metric,
        settings: &IndexSettings,
        graph: Option<Graph>,
    ) -> Result<Index> {
        check_numbers(&points, &metric)?;
        check_shape(&points)?;
        match graph {
            Some(graph) => {
                settings.algorithm.chosen(&metric, &points)?;
                let search = Search::Hnsw(Hnsw::with_graph(&points, graph));
                Ok(Index { metric, points, search, settings: *settings })
            }
            None => Index::of_placed(points, metric, settings),
        }
    }

    /// From rows that are where the metric's kernel measures, as [`points`](Index::points) gives them.
    pub(crate) fn of_placed(points: Matrix, metric: Metric, settings: &IndexSettings) -> Result<Index> {
        check_shape(&points)?;
        let algorithm = settings.algorithm.chosen(&metric, &points)?;
        struct Build<'a>(&'a Matrix, Algorithm, Shape, &'a IndexSettings);
        impl UseKernel for Build<'_> {
            type Output = Search;
            fn run<K: Kernel>(self, kernel: &K) -> Search {
                let Build(points, algorithm, shape, settings) = self;
                let leaf_size = settings.leaf_size.max(1);
                match algorithm {
                    Algorithm::KdTree => Search::KdTree(KdTree::new(points, leaf_size)),
                    Algorithm::BallTree => Search::BallTree(BallTree::new(points, kernel, leaf_size)),
                    Algorithm::Hnsw => Search::Hnsw(Hnsw::new(points, &settings.hnsw)),
                    Algorithm::Brute | Algorithm::Auto => {
                        Search::Brute(Brute::new(points, shape == Shape::Straight))
                    }
                }
            }
        }
        let search = metric.with_kernel(Build(&points, algorithm, metric.shape(), settings));
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

    /// How neighbours are searched for; never [`Algorithm::Auto`].
    pub fn algorithm(&self) -> Algorithm {
        match self.search {
            Search::Brute(_) => Algorithm::Brute,
            Search::KdTree(_) => Algorithm::KdTree,
            Search::BallTree(_) => Algorithm::BallTree,
            Search::Hnsw(_) => Algorithm::Hnsw,
        }
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
    pub(crate) fn graph(&self) -> Option<&Graph> {
        match &self.search {
            Search::Hnsw(hnsw) => Some(hnsw.graph()),
            _ => None,
        }
    }

    /// The rows as they are measured: of Mahalanobis' distance whitened, of the cosine distance at length 1, else as they are.
    pub fn points(&self) -> &Matrix {
        &self.points
    }

    /// The `k` nearest rows of each query, or all if there are fewer.
    pub fn nearest(&self, queries: &Matrix, k: usize) -> Result<Neighbourhoods> {
        let k = k.min(self.rows());
        self.search(queries, || Queue::new(k))
    }

    /// The rows at most so far from each query.
    pub fn within(&self, queries: &Matrix, radius: f64) -> Result<Neighbourhoods> {
        if radius.is_nan() || radius < 0.0 {
            return Err(Error::data(format!("the radius is {radius}"), "give one that is not negative"));
        }
        self.search(queries, || Ball::new(radius))
    }

    /// The `k` nearest rows of each of the index's own rows, itself among them.
    pub(crate) fn nearest_of_own(&self, k: usize) -> Neighbourhoods {
        let k = k.min(self.rows());
        self.search_placed(self.points.values(), || Queue::new(k))
    }

    fn search<C: Collect>(
        &self,
        queries: &Matrix,
        collector: impl Fn() -> C + Sync,
    ) -> Result<Neighbourhoods> {
        if queries.columns() != self.width() && queries.rows() > 0 {
            return Err(Error::mismatch(
                format!("a query has {} columns and the index {}", queries.columns(), self.width()),
                "give the columns of the index",
            ));
        }
        check_numbers(queries, &self.metric)?;
        let mut queries = queries.clone();
        place(&mut queries, &self.metric)?;
        Ok(self.search_placed(queries.values(), collector))
    }

    fn search_placed<C: Collect>(&self, queries: &[f64], collector: impl Fn() -> C + Sync) -> Neighbourhoods {
        let chunks = queries.par_chunks(TOGETHER * self.width()).map(|queries| {
            let mut collectors: Vec<C> = queries.chunks(self.width()).map(|_| collector()).collect();
            self.metric.with_kernel(Answer { index: self, queries, collectors: &mut collectors });
            collectors.into_iter().map(C::sorted).collect::<Vec<_>>()
        });
        let mut all = Neighbourhoods::default();
        for found in chunks.collect::<Vec<_>>().into_iter().flatten() {
            all.push(found);
        }
        all
    }
}

/// The search of a few queries.
struct Answer<'a, C> {
    index: &'a Index,
    queries: &'a [f64],
    collectors: &'a mut [C],
}

impl<C: Collect> UseKernel for Answer<'_, C> {
    type Output = ();

    fn run<K: Kernel>(self, kernel: &K) {
        let Answer { index, queries, collectors } = self;
        let each = queries.chunks_exact(index.width());
        match &index.search {
            Search::Brute(brute) => brute.search(kernel, &index.points, queries, collectors),
            Search::KdTree(tree) => {
                each.zip(collectors).for_each(|(query, collector)| tree.search(kernel, query, collector));
            }
            Search::BallTree(tree) => {
                each.zip(collectors).for_each(|(query, collector)| tree.search(kernel, query, collector));
            }
            Search::Hnsw(hnsw) => {
                let mut walk = hnsw.walk();
                for (query, collector) in each.zip(collectors) {
                    let wanted = collector.wanted();
                    let mut take = |row| offer(kernel, &index.points, query, row, collector);
                    match wanted {
                        Wanted::Count(count) => {
                            hnsw.search(query, count, index.settings.hnsw.ef_search, &mut walk, take);
                        }
                        Wanted::Radius(_) => (0..index.rows() as u32).for_each(&mut take),
                    }
                }
            }
        }
    }
}

impl Algorithm {
    /// What is done for rows with this metric; an error if an algorithm cannot be had for it.
    fn chosen(self, metric: &Metric, points: &Matrix) -> Result<Algorithm> {
        let shape = metric.shape();
        let by_columns = matches!(shape, Shape::Straight | Shape::Columns);
        let refuse = |needs: &str| {
            Err(Error::data(
                format!("the metric '{}' does not {needs}", metric.name()),
                "use brute force, or let the algorithm be chosen",
            ))
        };
        match self {
            Algorithm::Auto => Ok(match by_columns {
                true if points.columns() <= TREE_COLUMNS && points.rows() >= TREE_ROWS => Algorithm::KdTree,
                _ => Algorithm::Brute,
            }),
            Algorithm::Hnsw if shape != Shape::Straight => refuse("measure straight lines, as a graph needs"),
            Algorithm::KdTree if !by_columns => refuse("go by columns, as a kd-tree needs"),
            Algorithm::BallTree if shape == Shape::Any => {
                refuse("obey the triangle inequality, as a ball tree needs")
            }
            chosen => Ok(chosen),
        }
    }
}

/// Refuses rows among which nothing can be found.
fn check_shape(points: &Matrix) -> Result<()> {
    if points.rows() > 0 && points.columns() > 0 && points.rows() < u32::MAX as usize {
        return Ok(());
    }
    Err(Error::data(
        format!("there are {} rows of {} columns to find neighbours in", points.rows(), points.columns()),
        "give at least one row and one column, and less than 4 thousand million rows",
    ))
}

/// Refuses numbers that have no distance.
fn check_numbers(rows: &Matrix, metric: &Metric) -> Result<()> {
    metric.check(rows.columns())?;
    let missing = metric.takes_missing();
    let odd = |x: &f64| x.is_infinite() || (x.is_nan() && !missing);
    if let Some(place) = rows.values().iter().position(odd) {
        let (row, column) = (place / rows.columns() + 1, place % rows.columns() + 1);
        return Err(Error::data(
            format!("row {row} has no finite number in column {column}"),
            "fill it in, leave the row out, or use Gower's distance, which takes missing values",
        ));
    }
    if !missing {
        return Ok(());
    }
    match (0..rows.rows()).find(|&row| rows.row(row).iter().all(|x| x.is_nan())) {
        Some(row) => Err(Error::data(
            format!("row {} has no value at all, so nothing can be near it", row + 1),
            "leave the row out, or fill in a value",
        )),
        None => Ok(()),
    }
}

/// Moves rows to where the metric's kernel measures.
fn place(rows: &mut Matrix, metric: &Metric) -> Result<()> {
    if !matches!(metric, Metric::Mahalanobis(_) | Metric::Cosine) {
        return Ok(());
    }
    let width = rows.columns().max(1);
    rows.values_mut().par_chunks_mut(width).try_for_each(|row| metric.place(row))
}
