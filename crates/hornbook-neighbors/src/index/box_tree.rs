//! A tree of boxes, in double precision.

use super::collect::Collect;
use super::halves::{Halves, box_of};
use crate::metric::kernel::Kernel;
use hornbook_math::matrix::Matrix;

/// Rows halved by columns, with the smallest box around the rows of each node.
#[derive(Debug)]
pub(super) struct BoxTree {
    halves: Halves,
    width: usize,
    /// The lowest and the highest corner of each node's box.
    low: Vec<f64>,
    high: Vec<f64>,
}

impl BoxTree {
    pub fn new(points: &Matrix, leaf_size: usize) -> BoxTree {
        let (halves, width) = (Halves::new(points, leaf_size), points.columns());
        let nodes = halves.nodes();
        let mut tree =
            BoxTree { halves, width, low: vec![0.0; nodes * width], high: vec![0.0; nodes * width] };
        for node in (0..nodes).rev() {
            let at = node * width;
            if node >= tree.halves.first_leaf() {
                let (low, high) = box_of(points, tree.halves.rows(node));
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

    pub fn search<K: Kernel, C: Collect>(&self, kernel: &K, query: &[f64], collect: &mut C) {
        self.visit(kernel, query, collect, 0, 0.0);
    }

    /// `nearest` is a sum that no row of the node is below.
    fn visit<K: Kernel, C: Collect>(
        &self,
        kernel: &K,
        query: &[f64],
        collect: &mut C,
        node: usize,
        nearest: f64,
    ) {
        if nearest > kernel.most(collect.limit()) {
            return;
        }
        if let Some(panels) = self.halves.leaf(node) {
            self.halves.panels.search(panels, kernel, query, collect);
            return;
        }
        let children = [2 * node + 1, 2 * node + 2];
        let [left, right] = children.map(|child| self.nearest(kernel, query, child));
        let order = if right < left { [1, 0] } else { [0, 1] };
        for side in order {
            self.visit(kernel, query, collect, children[side], [left, right][side]);
        }
    }

    fn nearest<K: Kernel>(&self, kernel: &K, query: &[f64], node: usize) -> f64 {
        let span = node * self.width..(node + 1) * self.width;
        kernel.to_box(&self.low[span.clone()], &self.high[span], query)
    }
}
