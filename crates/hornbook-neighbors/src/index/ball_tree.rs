//! A tree of balls.

use super::collect::Collect;
use super::halves::Halves;
use crate::metric::kernel::Kernel;
use hornbook_math::matrix::Matrix;

/// Room for the rounding of distances, relative to them.
const ROUNDING: f64 = 1e-9;

/// Rows halved by columns, with a ball around the rows of each node: whoever is farther from its centre than its radius and
/// a limit is farther than the limit from every row in it.
#[derive(Debug)]
pub(super) struct BallTree {
    halves: Halves,
    width: usize,
    centres: Vec<f64>,
    radii: Vec<f64>,
}

impl BallTree {
    pub fn new<K: Kernel>(points: &Matrix, kernel: &K, leaf_size: usize) -> BallTree {
        let (halves, width) = (Halves::new(points, leaf_size), points.columns());
        let nodes = halves.nodes();
        let mut centres = vec![0.0; nodes * width];
        let mut radii = vec![0.0; nodes];
        for (node, (centre, radius)) in centres.chunks_exact_mut(width).zip(&mut radii).enumerate() {
            let rows = halves.rows(node);
            for &row in rows {
                let share = rows.len() as f64;
                centre.iter_mut().zip(points.row(row as usize)).for_each(|(c, x)| *c += x / share);
            }
            let away = |&row: &u32| kernel.straight(kernel.pair(points.row(row as usize), centre));
            *radius = rows.iter().map(away).fold(0.0, f64::max);
        }
        BallTree { halves, width, centres, radii }
    }

    pub fn search<K: Kernel, C: Collect>(&self, kernel: &K, query: &[f64], collect: &mut C) {
        self.visit(kernel, query, collect, 0, 0.0);
    }

    /// `nearest` is a distance that no row of the node is below.
    fn visit<K: Kernel, C: Collect>(
        &self,
        kernel: &K,
        query: &[f64],
        collect: &mut C,
        node: usize,
        nearest: f64,
    ) {
        if nearest > kernel.straight(kernel.most(collect.limit())) {
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
        let centre = &self.centres[node * self.width..(node + 1) * self.width];
        let away = kernel.straight(kernel.pair(query, centre));
        away - self.radii[node] - ROUNDING * (away + self.radii[node])
    }
}
