//! How an index is built, and which search suits its rows.

use crate::axes::Axes;
use crate::hnsw::HnswSettings;
use crate::metric::{Metric, Shape};
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

/// How neighbours are searched for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum Algorithm {
    /// A kd-tree where rows vary in few dimensions, else brute force.
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

impl Algorithm {
    /// What is done for rows with this metric; an error if an algorithm cannot be had for it.
    pub(super) fn chosen(self, metric: &Metric, points: &Matrix) -> Result<Algorithm> {
        let shape = metric.shape();
        let by_columns = matches!(shape, Shape::Straight | Shape::Columns);
        let refuse = |needs: &str| {
            Err(Error::data(
                format!("the metric '{}' does not {needs}", metric.name()),
                "use brute force, or let the algorithm be chosen",
            ))
        };
        match self {
            Algorithm::Auto if by_columns && points.rows() >= TREE_ROWS && suits_a_tree(shape, points) => {
                Ok(Algorithm::KdTree)
            }
            Algorithm::Auto => Ok(Algorithm::Brute),
            Algorithm::Hnsw if shape != Shape::Straight => refuse("measure straight lines, as a graph needs"),
            Algorithm::KdTree if !by_columns => refuse("go by columns, as a kd-tree needs"),
            Algorithm::BallTree if shape == Shape::Any => {
                refuse("obey the triangle inequality, as a ball tree needs")
            }
            chosen => Ok(chosen),
        }
    }
}

/// Whether rows vary in so few dimensions that most boxes are far from most queries.
fn suits_a_tree(shape: Shape, points: &Matrix) -> bool {
    let columns = points.columns();
    if columns <= TREE_COLUMNS || shape != Shape::Straight || columns > AXES_COLUMNS {
        return columns <= TREE_COLUMNS;
    }
    // A tree halves rows log₂ n times, and each dimension must be halved a few times before boxes are small: by measurement
    // about twice.
    let halvings = (points.rows() as f64).log2();
    2.0 * Axes::principal(points).dimensions() <= halvings + 2.0
}
