//! A tree of boxes, in double precision.

use super::collector::Collector;
use super::implicit_tree::{ImplicitTree, box_of};
use crate::metric::kernel::DistanceKernel;
use hornbook_math::matrix::Matrix;

/// Rows halved by columns, with the smallest box around the rows of each node.
#[derive(Debug)]
pub(super) struct FloatKdTree {
    implicit_tree: ImplicitTree,
    width: usize,
    /// The lowest and the highest corner of each node's box.
    low: Vec<f64>,
    high: Vec<f64>,
}

impl FloatKdTree {
    pub fn new(points: &Matrix, leaf_size: usize) -> FloatKdTree {
        let (implicit_tree, width) = (ImplicitTree::new(points, leaf_size), points.columns());
        let nodes = implicit_tree.nodes();
        let mut tree = FloatKdTree {
            implicit_tree,
            width,
            low: vec![0.0; nodes * width],
            high: vec![0.0; nodes * width],
        };
        for node in (0..nodes).rev() {
            let at = node * width;
            if node >= tree.implicit_tree.first_leaf() {
                let (low, high) = box_of(points, tree.implicit_tree.rows(node));
                tree.low[at..at + width].copy_from_slice(&low);
                tree.high[at..at + width].copy_from_slice(&high);
                continue;
            }
            let (left, right) = ((2 * node + 1) * width, (2 * node + 2) * width);
            for column in 0..width {
                tree.low[at + column] = tree.low[left + column].min(tree.low[right + column]);
                tree.high[at + column] = tree.high[left + column].max(tree.high[right + column]);
            }
        }
        tree
    }

    pub fn search<K: DistanceKernel, C: Collector>(&self, kernel: &K, query: &[f64], collector: &mut C) {
        self.visit(kernel, query, collector, 0, 0.0);
    }

    /// `nearest` is a sum that no row of the node is below.
    fn visit<K: DistanceKernel, C: Collector>(
        &self,
        kernel: &K,
        query: &[f64],
        collector: &mut C,
        node: usize,
        nearest: f64,
    ) {
        if nearest > kernel.most(collector.limit()) {
            return;
        }
        if let Some(panels) = self.implicit_tree.leaf(node) {
            self.implicit_tree.panels.search(panels, kernel, query, collector);
            return;
        }
        let children = [2 * node + 1, 2 * node + 2];
        let [left, right] = children.map(|child| self.nearest(kernel, query, child));
        let order = if right < left { [1, 0] } else { [0, 1] };
        for side in order {
            self.visit(kernel, query, collector, children[side], [left, right][side]);
        }
    }

    fn nearest<K: DistanceKernel>(&self, kernel: &K, query: &[f64], node: usize) -> f64 {
        let span = node * self.width..(node + 1) * self.width;
        kernel.to_box(&self.low[span.clone()], &self.high[span], query)
    }
}
