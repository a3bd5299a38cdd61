//! The searches behind an index.

use super::algorithm::{Algorithm, IndexSettings};
use super::ball_tree::BallTree;
use super::brute::{Brute, offer};
use super::collect::{Collect, Wanted};
use super::kd_tree::KdTree;
use crate::hnsw::Hnsw;
use crate::metric::kernel::Kernel;
use crate::metric::{Metric, Shape, UseKernel};
use hornbook_math::matrix::Matrix;

/// What finds rows.
#[derive(Debug)]
pub(super) enum Search {
    Brute(Brute),
    KdTree(KdTree),
    BallTree(BallTree),
    Hnsw(Hnsw),
}

impl Search {
    /// For rows that are where the metric's kernel measures.
    pub fn new(points: &Matrix, metric: &Metric, algorithm: Algorithm, settings: &IndexSettings) -> Search {
        let leaf_size = settings.leaf_size.max(1);
        let is_straight = metric.shape() == Shape::Straight;
        match algorithm {
            Algorithm::KdTree => Search::KdTree(KdTree::new(points, is_straight, leaf_size)),
            Algorithm::BallTree => Search::BallTree(metric.with_kernel(BuildBalls { points, leaf_size })),
            Algorithm::Hnsw => Search::Hnsw(Hnsw::new(points, &settings.hnsw)),
            Algorithm::Brute | Algorithm::Auto => Search::Brute(Brute::new(points, is_straight)),
        }
    }

    /// The order in which many queries are best answered, if it matters.
    pub fn order(&self, queries: &[f64]) -> Option<Vec<u32>> {
        match self {
            Search::KdTree(KdTree::Grid(tree)) => Some(tree.order(queries)),
            _ => None,
        }
    }

    pub fn algorithm(&self) -> Algorithm {
        match self {
            Search::Brute(_) => Algorithm::Brute,
            Search::KdTree(_) => Algorithm::KdTree,
            Search::BallTree(_) => Algorithm::BallTree,
            Search::Hnsw(_) => Algorithm::Hnsw,
        }
    }
}

struct BuildBalls<'a> {
    points: &'a Matrix,
    leaf_size: usize,
}

impl UseKernel for BuildBalls<'_> {
    type Output = BallTree;

    fn run<K: Kernel>(self, kernel: &K) -> BallTree {
        BallTree::new(self.points, kernel, self.leaf_size)
    }
}

/// The search of a few queries.
pub(super) struct Answer<'a, C> {
    pub search: &'a Search,
    pub points: &'a Matrix,
    /// How many rows a walk along a graph keeps in sight.
    pub ef_search: usize,
    pub queries: &'a [f64],
    pub collectors: &'a mut [C],
}

impl<C: Collect> UseKernel for Answer<'_, C> {
    type Output = ();

    fn run<K: Kernel>(self, kernel: &K) {
        let Answer { search, points, ef_search, queries, collectors } = self;
        let each = queries.chunks_exact(points.columns());
        match search {
            Search::Brute(brute) => brute.search(kernel, points, queries, collectors),
            Search::KdTree(tree) => each
                .zip(collectors)
                .for_each(|(query, collector)| tree.search(kernel, points, query, collector)),
            Search::BallTree(tree) => {
                each.zip(collectors).for_each(|(query, collector)| tree.search(kernel, query, collector));
            }
            Search::Hnsw(hnsw) => {
                let mut walk = hnsw.walk();
                for (query, collector) in each.zip(collectors) {
                    let wanted = collector.wanted();
                    let mut take = |row| offer(kernel, points, query, row, collector);
                    match wanted {
                        Wanted::Count(count) => hnsw.search(query, count, ef_search, &mut walk, take),
                        Wanted::Radius(_) => (0..points.rows() as u32).for_each(&mut take),
                    }
                }
            }
        }
    }
}
