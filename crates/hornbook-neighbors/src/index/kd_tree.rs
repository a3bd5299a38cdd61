//! Leaves out boxes that are too far.

use super::collector::Collector;
use super::float_kd_tree::FloatKdTree;
use super::quantized_kd_tree::QuantizedKdTree;
use crate::metric::kernel::DistanceKernel;
use hornbook_math::matrix::Matrix;

/// A tree of boxes.
#[derive(Debug)]
pub(super) enum KdTree {
    /// Around rows with Euclid's distance, on a grid first.
    Quantized(Box<QuantizedKdTree>),
    /// Around rows as they are.
    Float(FloatKdTree),
}

impl KdTree {
    pub fn new(points: &Matrix, is_straight: bool, leaf_size: usize) -> KdTree {
        if is_straight && let Some(tree) = QuantizedKdTree::new(points, leaf_size) {
            return KdTree::Quantized(Box::new(tree));
        }
        KdTree::Float(FloatKdTree::new(points, leaf_size))
    }

    pub fn search<K: DistanceKernel, C: Collector>(
        &self,
        kernel: &K,
        points: &Matrix,
        query: &[f64],
        collector: &mut C,
    ) {
        match self {
            KdTree::Quantized(tree) => tree.search(kernel, points, query, collector),
            KdTree::Float(tree) => tree.search(kernel, query, collector),
        }
    }
}
