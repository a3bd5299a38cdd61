//! Rows halved again and again: the skeleton of trees.

use super::panels::RowPanels;
use hornbook_math::matrix::Matrix;
use std::ops::Range;

/// More rows are halved on threads of their own.
const WORTH_THREADS: usize = 4096;

/// A complete binary tree. Node 0 is the root; the children of node `i` are `2 i + 1` and `2 i + 2`; each has half of its rows,
/// cut at the middle of the column that is widest there.
#[derive(Debug)]
pub(super) struct ImplicitTree {
    depth: u32,
    /// The rows, those of each leaf together.
    order: Vec<u32>,
    /// The panels of each leaf.
    pub panels: RowPanels,
    leaf_starts: Vec<usize>,
}

impl ImplicitTree {
    pub fn new(points: &Matrix, leaf_size: usize) -> ImplicitTree {
        let count = points.rows();
        let mut depth = 0;
        while count.div_ceil(1 << depth) > leaf_size {
            depth += 1;
        }
        let mut order: Vec<u32> = (0..count as u32).collect();
        halve(points, &mut order, depth);
        let mut tree =
            ImplicitTree { depth, order, panels: RowPanels::new(points.columns()), leaf_starts: Vec::new() };
        for node in tree.first_leaf()..tree.nodes() {
            tree.leaf_starts.push(tree.panels.len());
            let rows = tree.span(node);
            tree.panels.push(points, &tree.order[rows]);
        }
        tree.leaf_starts.push(tree.panels.len());
        tree
    }

    pub fn nodes(&self) -> usize {
        (2 << self.depth) - 1
    }

    pub fn first_leaf(&self) -> usize {
        (1 << self.depth) - 1
    }

    /// The panels of a node that is a leaf.
    pub fn leaf(&self, node: usize) -> Option<Range<usize>> {
        let leaf = node.checked_sub(self.first_leaf())?;
        Some(self.leaf_starts[leaf]..self.leaf_starts[leaf + 1])
    }

    /// The rows of a node.
    pub fn rows(&self, node: usize) -> &[u32] {
        &self.order[self.span(node)]
    }

    /// Where the rows of a node are: cut from those of all by the way from the root.
    fn span(&self, node: usize) -> Range<usize> {
        let level = (node + 1).ilog2();
        let way = node + 1 - (1 << level);
        let mut span = 0..self.order.len();
        for turn in (0..level).rev() {
            let middle = span.start + span.len() / 2;
            span = if way >> turn & 1 == 0 { span.start..middle } else { middle..span.end };
        }
        span
    }
}

/// Puts the rows of each half together, and so on.
fn halve(points: &Matrix, rows: &mut [u32], depth: u32) {
    if depth == 0 || rows.len() < 2 {
        return;
    }
    let column = widest(points, rows);
    let middle = rows.len() / 2;
    let value = |row: u32| points.at(row as usize, column);
    rows.select_nth_unstable_by(middle, |&a, &b| value(a).total_cmp(&value(b)).then(a.cmp(&b)));
    let (low, high) = rows.split_at_mut(middle);
    if low.len() < WORTH_THREADS {
        halve(points, low, depth - 1);
        halve(points, high, depth - 1);
    } else {
        rayon::join(|| halve(points, low, depth - 1), || halve(points, high, depth - 1));
    }
}

/// The column in which some rows are spread most.
fn widest(points: &Matrix, rows: &[u32]) -> usize {
    let (low, high) = box_of(points, rows);
    let spread = |column: usize| high[column] / 2.0 - low[column] / 2.0;
    (0..points.columns()).rev().max_by(|&a, &b| spread(a).total_cmp(&spread(b))).unwrap_or(0)
}

/// The smallest box around some rows: its lowest and its highest corner.
pub(super) fn box_of(points: &Matrix, rows: &[u32]) -> (Vec<f64>, Vec<f64>) {
    let width = points.columns();
    let (mut low, mut high) = (vec![f64::INFINITY; width], vec![f64::NEG_INFINITY; width]);
    for &row in rows {
        for ((low, high), x) in low.iter_mut().zip(&mut high).zip(points.row(row as usize)) {
            *low = low.min(*x);
            *high = high.max(*x);
        }
    }
    (low, high)
}
