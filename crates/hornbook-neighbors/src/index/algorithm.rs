//! How an index is built, and which search suits its rows.

use crate::hnsw::HnswSettings;
use crate::metric::{Metric, MetricGeometry};
use crate::principal_axes::PrincipalAxes;
use hornbook_core::{Choice, Error, Result};
use hornbook_math::matrix::Matrix;

/// How many rows a leaf of a tree holds, if nobody says.
pub const LEAF_SIZE: usize = 30;
/// Fewer rows are all looked at.
const TREE_ROWS: usize = 1000;
/// Trees are better than looking at all rows up to so many columns.
const TREE_COLUMNS: usize = 6;
/// In this many columns and fewer it is worth finding out in how many dimensions rows truly vary.
const AXES_COLUMNS: usize = 64;

/// Nearest-neighbor search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum Algorithm {
    /// A kd-tree where rows vary in few dimensions, else brute force.
    Auto,
    /// Brute force: computes all distances.
    Brute,
    /// kd-tree (axis-aligned boxes), for metrics that are separable by feature.
    KdTree,
    /// Ball tree, for metrics with the triangle inequality.
    BallTree,
    /// Approximate nearest neighbors by a hierarchical navigable small-world graph (HNSW), for Euclidean,
    /// Mahalanobis and cosine distance; never chosen by itself.
    Hnsw,
}

/// How an index is built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IndexSettings {
    /// How neighbors are searched for.
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

impl Algorithm {
    /// What is done for rows with this metric; an error if an algorithm cannot be had for it.
    pub(super) fn chosen(self, metric: &Metric, points: &Matrix) -> Result<Algorithm> {
        let geometry = metric.geometry();
        let by_columns = matches!(geometry, MetricGeometry::Straight | MetricGeometry::Columns);
        let refuse = |needs: &str| {
            Err(Error::data(
                format!("the metric '{}' does not {needs}", metric.name()),
                "use brute force, or let the algorithm be chosen",
            ))
        };
        match self {
            Algorithm::Auto if by_columns && points.rows() >= TREE_ROWS && suits_a_tree(geometry, points) => {
                Ok(Algorithm::KdTree)
            }
            Algorithm::Auto => Ok(Algorithm::Brute),
            Algorithm::Hnsw if geometry != MetricGeometry::Straight => {
                refuse("embed in Euclidean space, as HNSW needs")
            }
            Algorithm::KdTree if !by_columns => refuse("separate by feature, as a kd-tree needs"),
            Algorithm::BallTree if geometry == MetricGeometry::Any => {
                refuse("obey the triangle inequality, as a ball tree needs")
            }
            chosen => Ok(chosen),
        }
    }
}

/// Whether rows vary in so few dimensions that most boxes are far from most queries.
fn suits_a_tree(geometry: MetricGeometry, points: &Matrix) -> bool {
    let columns = points.columns();
    if columns <= TREE_COLUMNS || geometry != MetricGeometry::Straight || columns > AXES_COLUMNS {
        return columns <= TREE_COLUMNS;
    }
    // A tree halves rows log₂ n times, and each dimension must be halved a few times before boxes are small: by measurement
    // about twice.
    let halvings = (points.rows() as f64).log2();
    2.0 * PrincipalAxes::principal(points).dimensions() <= halvings + 2.0
}
