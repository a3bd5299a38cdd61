//! A tree of balls.

use super::collector::Collector;
use super::implicit_tree::ImplicitTree;
use crate::metric::kernel::DistanceKernel;
use hornbook_math::matrix::Matrix;

/// Room for the rounding of distances, relative to them.
const ROUNDING: f64 = 1e-9;

/// Rows halved by columns, with a ball around the rows of each node: whoever is farther from its center than its radius and
/// a limit is farther than the limit from every row in it.
#[derive(Debug)]
pub(super) struct BallTree {
    implicit_tree: ImplicitTree,
    width: usize,
    centers: Vec<f64>,
    radii: Vec<f64>,
}

impl BallTree {
    pub fn new<K: DistanceKernel>(points: &Matrix, kernel: &K, leaf_size: usize) -> BallTree {
        let (implicit_tree, width) = (ImplicitTree::new(points, leaf_size), points.columns());
        let nodes = implicit_tree.nodes();
        let mut centers = vec![0.0; nodes * width];
        let mut radii = vec![0.0; nodes];
        for (node, (center, radius)) in centers.chunks_exact_mut(width).zip(&mut radii).enumerate() {
            let rows = implicit_tree.rows(node);
            for &row in rows {
                let share = rows.len() as f64;
                center.iter_mut().zip(points.row(row as usize)).for_each(|(c, x)| *c += x / share);
            }
            let away = |&row: &u32| kernel.straight(kernel.pair(points.row(row as usize), center));
            *radius = rows.iter().map(away).fold(0.0, f64::max);
        }
        BallTree { implicit_tree, width, centers, radii }
    }

    pub fn search<K: DistanceKernel, C: Collector>(&self, kernel: &K, query: &[f64], collector: &mut C) {
        self.visit(kernel, query, collector, 0, 0.0);
    }

    /// `nearest` is a distance that no row of the node is below.
    fn visit<K: DistanceKernel, C: Collector>(
        &self,
        kernel: &K,
        query: &[f64],
        collector: &mut C,
        node: usize,
        nearest: f64,
    ) {
        if nearest > kernel.straight(kernel.most(collector.limit())) {
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
        let center = &self.centers[node * self.width..(node + 1) * self.width];
        let away = kernel.straight(kernel.pair(query, center));
        away - self.radii[node] - ROUNDING * (away + self.radii[node])
    }
}
