//! Leaves out boxes that are too far.

use super::box_tree::BoxTree;
use super::collect::Collect;
use super::grid_tree::GridTree;
use crate::metric::kernel::Kernel;
use hornbook_math::matrix::Matrix;

/// A tree of boxes.
#[derive(Debug)]
pub(super) enum KdTree {
    /// Around rows with Euclid's distance, on a grid first.
    Grid(Box<GridTree>),
    /// Around rows as they are.
    Boxes(BoxTree),
}

impl KdTree {
    pub fn new(points: &Matrix, is_straight: bool, leaf_size: usize) -> KdTree {
        if is_straight && let Some(tree) = GridTree::new(points, leaf_size) {
            return KdTree::Grid(Box::new(tree));
        }
        KdTree::Boxes(BoxTree::new(points, leaf_size))
    }

    pub fn search<K: Kernel, C: Collect>(&self, kernel: &K, points: &Matrix, query: &[f64], collect: &mut C) {
        match self {
            KdTree::Grid(tree) => tree.search(kernel, points, query, collect),
            KdTree::Boxes(tree) => tree.search(kernel, query, collect),
        }
    }
}
