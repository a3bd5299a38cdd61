//! Growing one tree: always the split that gains most, until there are leaves enough.

use super::divide::{BinSides, divide};
use super::gradients::{PackedGradHess, PackedRow, QuantizedGradients};
use super::histogram::{BoostingNodeRows, GradientHistogram};
use super::matrix::{BinMatrix, MatrixBinning};
use super::split::{
    BoostingSplitCandidate, BoostingSplitRule, NodeSums, SplitInputs, SplitParameters, best_split,
};
use crate::bins::ColumnBins;
use hornbook_core::Seed;
use std::collections::BinaryHeap;
use std::ops::Range;

/// Bins below which a second thread costs more than it brings.
const FEW_BINS: usize = 1024;

/// What limits a tree.
pub(super) struct BoostingLimits {
    pub max_leaves: usize,
    pub max_depth: Option<u32>,
    pub min_leaf: f64,
    pub l2: f64,
    /// The rows of a node's mean that are added to those of a level before levels are put in order.
    pub level_rows: f64,
    /// Whether a gradient varies by chance as much as the loss is curved: so it is with the log loss.
    pub gradient_variance_is_hessian: bool,
    pub min_gain: f64,
    /// The fraction of columns that each split looks at.
    pub column_share: f64,
    /// The direction in which each column may push the prediction; empty if all are free.
    pub directions: Vec<f64>,
    /// Sets of columns that may stand on one path; empty if all may.
    pub interactions: Vec<Vec<usize>>,
    /// A number for each column that depends on its name only, so that the order of columns does not change the draw.
    pub column_keys: Vec<u64>,
}

/// A grown tree: its split, and where its rows are.
pub(super) struct BoostingTree {
    pub nodes: Vec<BoostingNode>,
}

/// A node of a grown tree.
pub(super) struct BoostingNode {
    pub split: Option<(BoostingSplitCandidate, [usize; 2])>,
    /// Which buffer its rows are in; none if they are all rows, in their order.
    buffer: Option<usize>,
    pub range: Range<usize>,
    /// Bounds of its value.
    pub bounds: [f64; 2],
    total: PackedGradHess,
    depth: u32,
    /// The sets of columns that hold all columns split on above.
    alive: Vec<usize>,
}

/// Where rows are kept while they are divided, from one tree to the next.
pub(super) struct RowBuffers([Vec<PackedRow>; 2]);

impl RowBuffers {
    pub fn new(rows: usize) -> RowBuffers {
        RowBuffers([vec![PackedRow::default(); rows], vec![PackedRow::default(); rows]])
    }

    /// The rows of a node; none if they are all rows, in their order.
    pub fn packed_rows(&self, node: &BoostingNode) -> Option<&[PackedRow]> {
        node.buffer.map(|buffer| &self.0[buffer][node.range.clone()])
    }

    /// The rows of a node.
    pub fn rows<'a>(
        &'a self,
        node: &BoostingNode,
        gradients: &'a QuantizedGradients,
    ) -> BoostingNodeRows<'a> {
        match self.packed_rows(node) {
            None => BoostingNodeRows::All(gradients, node.range.len()),
            Some(packed_rows) => BoostingNodeRows::Some(packed_rows, gradients.layout),
        }
    }
}

/// A node that waits to be split, by what its best split gains.
struct BoostingQueuedSplit {
    gain: f64,
    node: usize,
    found: BoostingSplitCandidate,
    histogram: GradientHistogram,
}

impl PartialEq for BoostingQueuedSplit {
    fn eq(&self, other: &BoostingQueuedSplit) -> bool {
        self.cmp(other).is_eq()
    }
}
impl Eq for BoostingQueuedSplit {}
impl PartialOrd for BoostingQueuedSplit {
    fn partial_cmp(&self, other: &BoostingQueuedSplit) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for BoostingQueuedSplit {
    fn cmp(&self, other: &BoostingQueuedSplit) -> std::cmp::Ordering {
        self.gain.total_cmp(&other.gain).then(other.node.cmp(&self.node))
    }
}

/// Grows trees over one table.
pub(super) struct BoostingGrower<'a> {
    pub matrix: &'a BinMatrix,
    pub binning: &'a MatrixBinning,
    /// Empty if every row weighs 1.
    pub weights: &'a [f64],
    pub limits: &'a BoostingLimits,
}

impl BoostingGrower<'_> {
    /// Grows a tree from the gradients of all rows, or of a sample.
    pub fn grow(
        &self,
        gradients: &QuantizedGradients,
        sample: Option<&[u32]>,
        buffers: &mut RowBuffers,
        seed: Seed,
    ) -> BoostingTree {
        let parameters = self.parameters(gradients);
        let (buffer, count) = match sample {
            None => (None, self.matrix.rows()),
            Some(rows) => {
                for (slot, &row) in buffers.0[0].iter_mut().zip(rows) {
                    *slot = gradients.packed_row(row as usize);
                }
                (Some(0), rows.len())
            }
        };
        let mut root = BoostingNode {
            split: None,
            buffer,
            range: 0..count,
            bounds: [f64::NEG_INFINITY, f64::INFINITY],
            total: PackedGradHess::default(),
            depth: 0,
            alive: (0..self.limits.interactions.len()).collect(),
        };
        let histogram = GradientHistogram::of(self.matrix, buffers.rows(&root, gradients));
        let any = self.matrix.bin_columns.iter().find_map(|&bin_column| {
            let cells = histogram.column(bin_column, self.matrix);
            (!cells.is_empty())
                .then(|| cells.iter().fold(PackedGradHess::default(), |sum, &cell| sum.plus(cell)))
        });
        let mut tree = BoostingTree { nodes: Vec::new() };
        let mut waiting = BinaryHeap::new();
        root.total = any.unwrap_or_default();
        tree.nodes.push(root);
        // Without a column that separates rows there is no split.
        if any.is_some() && self.may_split(&tree.nodes[0], gradients, buffers) {
            let found = self.find_split(
                &tree.nodes[0],
                0,
                &parameters,
                &histogram,
                buffers.rows(&tree.nodes[0], gradients),
                seed,
            );
            waiting.extend(found.map(|found| BoostingQueuedSplit {
                gain: found.gain,
                node: 0,
                found,
                histogram,
            }));
        }
        let mut leaves = 1;
        while leaves < self.limits.max_leaves
            && let Some(BoostingQueuedSplit { node, found, histogram, .. }) = waiting.pop()
        {
            leaves += 1;
            let children = self.split(&mut tree, node, found, gradients, &parameters, buffers);
            if leaves < self.limits.max_leaves {
                let found =
                    self.find_child_splits(&tree, children, histogram, gradients, &parameters, buffers, seed);
                waiting.extend(found);
            }
        }
        tree
    }

    fn parameters(&self, gradients: &QuantizedGradients) -> SplitParameters<'_> {
        let [gradient_unit, unit] = gradients.histogram_units();
        let limits = self.limits;
        let are_copies = self.weights.is_empty() || gradients.has_copies();
        SplitParameters {
            lambda: limits.l2 / unit,
            level_rows: limits.level_rows,
            evidence: if limits.gradient_variance_is_hessian {
                gradient_unit * gradient_unit / unit
            } else {
                0.0
            },
            min_leaf: limits.min_leaf,
            min_gain: 2.0 * limits.min_gain * unit / (gradient_unit * gradient_unit),
            // A row of weight 1 has at most the largest Hessian, so a side with so many times it has enough rows. Whole
            // weights are so many rows.
            sure: if limits.min_leaf <= 0.0 {
                Some(1)
            } else if are_copies {
                Some((limits.min_leaf * gradients.max_hessian() as f64).ceil() as i64)
            } else {
                None
            },
            exact: are_copies && gradients.constant_hessian,
            rounding: gradients.rounding(),
            directions: &limits.directions,
        }
    }

    fn may_split(&self, node: &BoostingNode, gradients: &QuantizedGradients, buffers: &RowBuffers) -> bool {
        let rows = buffers.rows(node, gradients).len();
        let enough = !self.weights.is_empty() || rows as f64 >= 2.0 * self.limits.min_leaf;
        rows >= 2 && enough && self.limits.max_depth.is_none_or(|most| node.depth < most)
    }

    /// The best split for a node, if one gains enough.
    fn find_split(
        &self,
        node: &BoostingNode,
        index: usize,
        parameters: &SplitParameters<'_>,
        histogram: &GradientHistogram,
        rows: BoostingNodeRows<'_>,
        seed: Seed,
    ) -> Option<BoostingSplitCandidate> {
        let table = SplitInputs { matrix: self.matrix, bins: &self.binning.columns, weights: self.weights };
        let sums = NodeSums { total: node.total, weight: self.weight(rows), bounds: node.bounds };
        let columns = self.columns(node, seed.derive(index as u64));
        best_split(&table, &columns, parameters, &sums, histogram, rows)
            .filter(|found| found.gain > parameters.min_gain)
    }

    /// The weight of some rows, if categories ask for it.
    fn weight(&self, rows: BoostingNodeRows<'_>) -> f64 {
        let is_asked = || self.binning.columns.iter().any(|bins| matches!(bins, ColumnBins::Code { .. }));
        if self.weights.is_empty() || !is_asked() {
            return rows.len() as f64;
        }
        (0..rows.len()).map(|at| self.weights[rows.row(at)]).sum()
    }

    /// The columns that a node may split on: those that its path allows, of which a fraction is drawn.
    fn columns(&self, node: &BoostingNode, seed: Seed) -> Vec<usize> {
        let limits = self.limits;
        let mut columns: Vec<usize> = if limits.interactions.is_empty() {
            (0..self.matrix.bin_columns.len()).collect()
        } else {
            let mut allowed: Vec<usize> =
                node.alive.iter().flat_map(|&set| limits.interactions[set].iter().copied()).collect();
            allowed.sort_unstable();
            allowed.dedup();
            allowed
        };
        if limits.column_share < 1.0 {
            let keep = ((columns.len() as f64 * limits.column_share).ceil() as usize).max(1);
            columns.sort_by_key(|&column| seed.derive(limits.column_keys[column]).0);
            columns.truncate(keep);
            columns.sort_unstable();
        }
        columns
    }

    /// Divides the rows of a node and adds its children to the tree.
    fn split(
        &self,
        tree: &mut BoostingTree,
        index: usize,
        found: BoostingSplitCandidate,
        gradients: &QuantizedGradients,
        parameters: &SplitParameters<'_>,
        buffers: &mut RowBuffers,
    ) -> [usize; 2] {
        let bin_column = self.matrix.bin_columns[found.column];
        let sides = BinSides::of(&found.rule, self.binning.columns[found.column].count() + 1);
        let node = &tree.nodes[index];
        let range = node.range.clone();
        let to = node.buffer.map_or(0, |buffer| 1 - buffer);
        let (one, two) = buffers.0.split_at_mut(1);
        let (from, out) = if to == 0 { (&two[0], &mut one[0]) } else { (&one[0], &mut two[0]) };
        let rows = match node.buffer {
            None => BoostingNodeRows::All(gradients, range.len()),
            Some(_) => BoostingNodeRows::Some(&from[range.clone()], gradients.layout),
        };
        let firsts = divide(self.matrix, bin_column, &sides, rows, &mut out[range.clone()]);

        let totals = [found.first, node.total.minus(found.first)];
        let bounds = self.child_bounds(node, &found, totals, parameters);
        let alive: Vec<usize> = node
            .alive
            .iter()
            .copied()
            .filter(|&set| self.limits.interactions[set].contains(&found.column))
            .collect();
        let middle = range.start + firsts;
        let depth = node.depth + 1;
        let first = tree.nodes.len();
        let ranges = [range.start..middle, middle..range.end];
        for (child, range) in ranges.into_iter().enumerate() {
            tree.nodes.push(BoostingNode {
                split: None,
                buffer: Some(to),
                range,
                bounds: bounds[child],
                total: totals[child],
                depth,
                alive: alive.clone(),
            });
        }
        tree.nodes[index].split = Some((found, [first, first + 1]));
        [first, first + 1]
    }

    /// The bounds of the children's values: below a split on a monotone column, neither side may cross the middle.
    fn child_bounds(
        &self,
        node: &BoostingNode,
        found: &BoostingSplitCandidate,
        totals: [PackedGradHess; 2],
        parameters: &SplitParameters<'_>,
    ) -> [[f64; 2]; 2] {
        let direction = self.limits.directions.get(found.column).copied().unwrap_or(0.0);
        let [low, high] = node.bounds;
        let values = totals.map(|side| {
            let hessian = side.hessian() as f64 + parameters.lambda;
            // Rows without any Hessian have nothing to say.
            let value = if hessian > 0.0 { -(side.gradient() as f64) / hessian } else { 0.0 };
            value.clamp(low, high)
        });
        let middle = 0.5 * (values[0] + values[1]);
        match direction {
            d if d > 0.0 => [[low, middle], [middle, high]],
            d if d < 0.0 => [[middle, high], [low, middle]],
            _ => [node.bounds, node.bounds],
        }
    }

    /// Looks for the children's splits. Only the smaller child's rows are added up.
    #[allow(clippy::too_many_arguments, reason = "the state of one growing tree")]
    fn find_child_splits(
        &self,
        tree: &BoostingTree,
        children: [usize; 2],
        parent: GradientHistogram,
        gradients: &QuantizedGradients,
        parameters: &SplitParameters<'_>,
        buffers: &RowBuffers,
        seed: Seed,
    ) -> Vec<BoostingQueuedSplit> {
        let may = children.map(|child| self.may_split(&tree.nodes[child], gradients, buffers));
        if may == [false, false] {
            return Vec::new();
        }
        let rows = children.map(|child| buffers.rows(&tree.nodes[child], gradients));
        let small = usize::from(rows[1].len() < rows[0].len());
        let small_histogram = GradientHistogram::of(self.matrix, rows[small]);
        let large_histogram = parent.without(self.matrix, &small_histogram);
        let find_split = |side: usize, histogram: GradientHistogram| {
            let node = children[side];
            may[side]
                .then(|| self.find_split(&tree.nodes[node], node, parameters, &histogram, rows[side], seed))
                .flatten()
                .map(|found| BoostingQueuedSplit { gain: found.gain, node, found, histogram })
        };
        let small_side = || find_split(small, small_histogram);
        let large_side = || find_split(1 - small, large_histogram);
        let (one, two) = match self.matrix.bins() < FEW_BINS {
            true => (small_side(), large_side()),
            false => rayon::join(small_side, large_side),
        };
        one.into_iter().chain(two).collect()
    }
}

impl BoostingTree {
    /// The nodes that are leaves, in order.
    pub fn leaves(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.nodes.len()).filter(|&node| self.nodes[node].split.is_none())
    }
}

/// Whether a cut sends missing values, and levels that were never seen, to the first child: where they went in
/// training, or with the heavier child.
pub(super) fn missing_first(rule: &BoostingSplitRule, bins: usize, weights: [f64; 2]) -> bool {
    let seen = match rule {
        BoostingSplitRule::AtMost { missing_first, .. } => *missing_first,
        BoostingSplitRule::OneOf { first, seen } => {
            let missing = bins as u32;
            crate::bits::has_bit(seen, missing).then(|| crate::bits::has_bit(first, missing))
        }
    };
    seen.unwrap_or(weights[0] >= weights[1])
}
