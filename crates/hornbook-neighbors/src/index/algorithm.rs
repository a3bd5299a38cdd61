//! How an index is built, and which search suits its rows.

use crate::hnsw::HnswSettings;
use crate::metric::{Metric, Shape};
use hornbook_core::{Choice, Error, Result};
use hornbook_math::matrix::Matrix;

/// How many rows a leaf of a tree holds, if nobody says.
pub const LEAF_SIZE: usize = 30;
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
