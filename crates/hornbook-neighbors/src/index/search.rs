//! The searches behind an index.

use super::algorithm::{Algorithm, IndexSettings};
use super::ball_tree::BallTree;
use super::brute::{Brute, offer};
use super::collector::{Collector, SearchTarget};
use super::kd_tree::KdTree;
use crate::hnsw::Hnsw;
use crate::metric::kernel::DistanceKernel;
use crate::metric::{Metric, MetricGeometry, UseDistanceKernel};
use hornbook_core::Run;
use hornbook_math::matrix::Matrix;

/// What finds rows.
#[derive(Debug)]
pub(super) enum NeighborSearch {
    Brute(Brute),
    KdTree(KdTree),
    BallTree(BallTree),
    Hnsw(Hnsw),
}

impl NeighborSearch {
    /// For rows that are where the metric's kernel measures.
    pub fn new(
        points: &Matrix,
        metric: &Metric,
        algorithm: Algorithm,
        settings: &IndexSettings,
        run: &Run,
    ) -> NeighborSearch {
        let leaf_size = settings.leaf_size.max(1);
        let is_straight = metric.geometry() == MetricGeometry::Straight;
        match algorithm {
            Algorithm::KdTree => NeighborSearch::KdTree(KdTree::new(points, is_straight, leaf_size)),
            Algorithm::BallTree => {
                NeighborSearch::BallTree(metric.with_kernel(BuildBallTree { points, leaf_size }))
            }
            Algorithm::Hnsw => NeighborSearch::Hnsw(Hnsw::new(points, &settings.hnsw, run)),
            Algorithm::Brute | Algorithm::Auto => NeighborSearch::Brute(Brute::new(points, is_straight)),
        }
    }

    /// The order in which many queries are best answered, if it matters.
    pub fn order(&self, queries: &[f64]) -> Option<Vec<u32>> {
        match self {
            NeighborSearch::KdTree(KdTree::Quantized(tree)) => Some(tree.order(queries)),
            _ => None,
        }
    }

    pub fn algorithm(&self) -> Algorithm {
        match self {
            NeighborSearch::Brute(_) => Algorithm::Brute,
            NeighborSearch::KdTree(_) => Algorithm::KdTree,
            NeighborSearch::BallTree(_) => Algorithm::BallTree,
            NeighborSearch::Hnsw(_) => Algorithm::Hnsw,
        }
    }
}

struct BuildBallTree<'a> {
    points: &'a Matrix,
    leaf_size: usize,
}

impl UseDistanceKernel for BuildBallTree<'_> {
    type Output = BallTree;

    fn run<K: DistanceKernel>(self, kernel: &K) -> BallTree {
        BallTree::new(self.points, kernel, self.leaf_size)
    }
}

/// The search of a few queries.
pub(super) struct RunQueries<'a, C> {
    pub search: &'a NeighborSearch,
    pub points: &'a Matrix,
    /// How many rows a walk along a graph keeps in sight.
    pub ef_search: usize,
    pub queries: &'a [f64],
    pub collectors: &'a mut [C],
}

impl<C: Collector> UseDistanceKernel for RunQueries<'_, C> {
    type Output = ();

    fn run<K: DistanceKernel>(self, kernel: &K) {
        let RunQueries { search, points, ef_search, queries, collectors } = self;
        let each = queries.chunks_exact(points.columns());
        match search {
            NeighborSearch::Brute(brute) => brute.search(kernel, points, queries, collectors),
            NeighborSearch::KdTree(tree) => each
                .zip(collectors)
                .for_each(|(query, collector)| tree.search(kernel, points, query, collector)),
            NeighborSearch::BallTree(tree) => {
                each.zip(collectors).for_each(|(query, collector)| tree.search(kernel, query, collector));
            }
            NeighborSearch::Hnsw(hnsw) => {
                let mut walk = hnsw.graph_search();
                for (query, collector) in each.zip(collectors) {
                    let wanted = collector.wanted();
                    let mut take = |row| offer(kernel, points, query, row, collector);
                    match wanted {
                        SearchTarget::Count(count) => hnsw.search(query, count, ef_search, &mut walk, take),
                        SearchTarget::Radius(_) => (0..points.rows() as u32).for_each(&mut take),
                    }
                }
            }
        }
    }
}
