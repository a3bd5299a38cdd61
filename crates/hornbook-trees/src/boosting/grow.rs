//! Growing one tree: always the split that gains most, until there are leaves enough.

use super::divide::{Sides, divide};
use super::histogram::{Histogram, NodeRows};
use super::matrix::{BinMatrix, Binning};
use super::slopes::{Entry, FixedSlopes, Packed};
use super::split::{Cut, Found, NodeSums, Rules, Table, best_split};
use crate::bins::ColumnBins;
use hornbook_core::Seed;
use std::collections::BinaryHeap;
use std::ops::Range;

/// Bins below which a second thread costs more than it brings.
const FEW_BINS: usize = 1024;

/// What limits a tree.
pub(super) struct Limits {
    pub max_leaves: usize,
    pub max_depth: Option<u32>,
    pub min_leaf: f64,
    pub l2: f64,
    /// The rows of a node's mean that are added to those of a level before levels are put in order.
    pub level_rows: f64,
    /// Whether a slope varies by chance as much as the loss is curved: so it is with the log loss.
    pub slopes_vary_as_curved: bool,
    pub min_gain: f64,
    /// The share of columns that each split looks at.
    pub column_share: f64,
    /// The direction in which each column may push the prediction; empty if all are free.
    pub directions: Vec<f64>,
    /// Sets of columns that may stand on one path; empty if all may.
    pub interactions: Vec<Vec<usize>>,
    /// A number for each column that depends on its name only, so that the order of columns does not change the draw.
    pub column_keys: Vec<u64>,
}

/// A grown tree: what it asks, and where its rows are.
pub(super) struct Grown {
    pub nodes: Vec<GrownNode>,
}

/// A node of a grown tree.
pub(super) struct GrownNode {
    pub split: Option<(Found, [usize; 2])>,
    /// Which buffer its rows are in; none if they are all rows, in their order.
    buffer: Option<usize>,
    pub range: Range<usize>,
    /// Bounds of its value.
    pub bounds: [f64; 2],
    total: Packed,
    depth: u32,
    /// The sets of columns that hold all columns asked about above.
    alive: Vec<usize>,
}

/// Where rows are kept while they are divided, from one tree to the next.
pub(super) struct Buffers([Vec<Entry>; 2]);

impl Buffers {
    pub fn new(rows: usize) -> Buffers {
        Buffers([vec![Entry::default(); rows], vec![Entry::default(); rows]])
    }

    /// The rows of a node; none if they are all rows, in their order.
    pub fn entries(&self, node: &GrownNode) -> Option<&[Entry]> {
        node.buffer.map(|buffer| &self.0[buffer][node.range.clone()])
    }

    /// The rows of a node.
    pub fn rows<'a>(&'a self, node: &GrownNode, slopes: &'a FixedSlopes) -> NodeRows<'a> {
        match self.entries(node) {
            None => NodeRows::All(slopes, node.range.len()),
            Some(entries) => NodeRows::Some(entries, slopes.layout),
        }
    }
}

/// A node that waits to be split, by what its best question gains.
struct Waiting {
    gain: f64,
    node: usize,
    found: Found,
    histogram: Histogram,
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Waiting) -> bool {
        self.cmp(other).is_eq()
    }
}
impl Eq for Waiting {}
impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Waiting) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Waiting {
    fn cmp(&self, other: &Waiting) -> std::cmp::Ordering {
        self.gain.total_cmp(&other.gain).then(other.node.cmp(&self.node))
    }
}

/// Grows trees over one table.
pub(super) struct Grower<'a> {
    pub matrix: &'a BinMatrix,
    pub binning: &'a Binning,
    /// Empty if every row weighs 1.
    pub weights: &'a [f64],
    pub limits: &'a Limits,
}

impl Grower<'_> {
    /// Grows a tree from the slopes of all rows, or of a sample.
    pub fn grow(
        &self,
        slopes: &FixedSlopes,
        sample: Option<&[u32]>,
        buffers: &mut Buffers,
        seed: Seed,
    ) -> Grown {
        let rules = self.rules(slopes);
        let (buffer, count) = match sample {
            None => (None, self.matrix.rows()),
            Some(rows) => {
                for (slot, &row) in buffers.0[0].iter_mut().zip(rows) {
                    *slot = slopes.entry(row as usize);
                }
                (Some(0), rows.len())
            }
        };
        let mut root = GrownNode {
            split: None,
            buffer,
            range: 0..count,
            bounds: [f64::NEG_INFINITY, f64::INFINITY],
            total: Packed::default(),
            depth: 0,
            alive: (0..self.limits.interactions.len()).collect(),
        };
        let histogram = Histogram::of(self.matrix, buffers.rows(&root, slopes));
        let any = self.matrix.places.iter().find_map(|&place| {
            let cells = histogram.column(place, self.matrix);
            (!cells.is_empty()).then(|| cells.iter().fold(Packed::default(), |sum, &cell| sum.plus(cell)))
        });
        let mut tree = Grown { nodes: Vec::new() };
        let mut waiting = BinaryHeap::new();
        root.total = any.unwrap_or_default();
        tree.nodes.push(root);
        // Without a column that tells rows apart there is nothing to ask.
        if any.is_some() && self.may_split(&tree.nodes[0], slopes, buffers) {
            let found =
                self.ask(&tree.nodes[0], 0, &rules, &histogram, buffers.rows(&tree.nodes[0], slopes), seed);
            waiting.extend(found.map(|found| Waiting { gain: found.gain, node: 0, found, histogram }));
        }
        let mut leaves = 1;
        while leaves < self.limits.max_leaves
            && let Some(Waiting { node, found, histogram, .. }) = waiting.pop()
        {
            leaves += 1;
            let children = self.split(&mut tree, node, found, slopes, &rules, buffers);
            if leaves < self.limits.max_leaves {
                let found = self.ask_children(&tree, children, histogram, slopes, &rules, buffers, seed);
                waiting.extend(found);
            }
        }
        tree
    }

    fn rules(&self, slopes: &FixedSlopes) -> Rules<'_> {
        let [slope_unit, unit] = slopes.histogram_units();
        let limits = self.limits;
        Rules {
            lambda: limits.l2 / unit,
            level_rows: limits.level_rows,
            evidence: if limits.slopes_vary_as_curved { slope_unit * slope_unit / unit } else { 0.0 },
            min_leaf: limits.min_leaf,
            min_gain: 2.0 * limits.min_gain * unit / (slope_unit * slope_unit),
            // A row of weight 1 has at most the largest curvature, so a side with so many times it has enough rows.
            sure: if limits.min_leaf <= 0.0 {
                Some(1)
            } else if self.weights.is_empty() {
                Some((limits.min_leaf * slopes.most_curvature() as f64).ceil() as i64)
            } else {
                None
            },
            exact: self.weights.is_empty() && slopes.same_curvature,
            rounding: slopes.rounding(),
            directions: &limits.directions,
        }
    }

    fn may_split(&self, node: &GrownNode, slopes: &FixedSlopes, buffers: &Buffers) -> bool {
        let rows = buffers.rows(node, slopes).len();
        let enough = !self.weights.is_empty() || rows as f64 >= 2.0 * self.limits.min_leaf;
        rows >= 2 && enough && self.limits.max_depth.is_none_or(|most| node.depth < most)
    }

    /// The best question for a node, if one gains enough.
    fn ask(
        &self,
        node: &GrownNode,
        index: usize,
        rules: &Rules<'_>,
        histogram: &Histogram,
        rows: NodeRows<'_>,
        seed: Seed,
    ) -> Option<Found> {
        let table = Table { matrix: self.matrix, bins: &self.binning.columns, weights: self.weights };
        let sums = NodeSums { total: node.total, weight: self.weight(rows), bounds: node.bounds };
        let columns = self.columns(node, seed.derive(index as u64));
        best_split(&table, &columns, rules, &sums, histogram, rows)
            .filter(|found| found.gain > rules.min_gain)
    }

    /// The weight of some rows, if categories ask for it.
    fn weight(&self, rows: NodeRows<'_>) -> f64 {
        let is_asked = || self.binning.columns.iter().any(|bins| matches!(bins, ColumnBins::Code { .. }));
        if self.weights.is_empty() || !is_asked() {
            return rows.len() as f64;
        }
        (0..rows.len()).map(|at| self.weights[rows.row(at)]).sum()
    }

    /// The columns that a node may ask about: those that its path allows, of which a share is drawn.
    fn columns(&self, node: &GrownNode, seed: Seed) -> Vec<usize> {
        let limits = self.limits;
        let mut columns: Vec<usize> = if limits.interactions.is_empty() {
            (0..self.matrix.places.len()).collect()
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
        tree: &mut Grown,
        index: usize,
        found: Found,
        slopes: &FixedSlopes,
        rules: &Rules<'_>,
        buffers: &mut Buffers,
    ) -> [usize; 2] {
        let place = self.matrix.places[found.column];
        let sides = Sides::of(&found.cut, self.binning.columns[found.column].count() + 1);
        let node = &tree.nodes[index];
        let range = node.range.clone();
        let to = node.buffer.map_or(0, |buffer| 1 - buffer);
        let (one, two) = buffers.0.split_at_mut(1);
        let (from, out) = if to == 0 { (&two[0], &mut one[0]) } else { (&one[0], &mut two[0]) };
        let rows = match node.buffer {
            None => NodeRows::All(slopes, range.len()),
            Some(_) => NodeRows::Some(&from[range.clone()], slopes.layout),
        };
        let firsts = divide(self.matrix, place, &sides, rows, &mut out[range.clone()]);

        let totals = [found.first, node.total.minus(found.first)];
        let bounds = self.child_bounds(node, &found, totals, rules);
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
            tree.nodes.push(GrownNode {
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

    /// The bounds of the children's values: below a question about a monotone column, neither side may cross the middle.
    fn child_bounds(
        &self,
        node: &GrownNode,
        found: &Found,
        totals: [Packed; 2],
        rules: &Rules<'_>,
    ) -> [[f64; 2]; 2] {
        let direction = self.limits.directions.get(found.column).copied().unwrap_or(0.0);
        let [low, high] = node.bounds;
        let values = totals
            .map(|side| (-(side.slope() as f64) / (side.curvature() as f64 + rules.lambda)).clamp(low, high));
        let middle = 0.5 * (values[0] + values[1]);
        match direction {
            d if d > 0.0 => [[low, middle], [middle, high]],
            d if d < 0.0 => [[middle, high], [low, middle]],
            _ => [node.bounds, node.bounds],
        }
    }

    /// Looks for the children's questions. Only the smaller child's rows are added up.
    #[allow(clippy::too_many_arguments, reason = "the state of one growing tree")]
    fn ask_children(
        &self,
        tree: &Grown,
        children: [usize; 2],
        parent: Histogram,
        slopes: &FixedSlopes,
        rules: &Rules<'_>,
        buffers: &Buffers,
        seed: Seed,
    ) -> Vec<Waiting> {
        let may = children.map(|child| self.may_split(&tree.nodes[child], slopes, buffers));
        if may == [false, false] {
            return Vec::new();
        }
        let rows = children.map(|child| buffers.rows(&tree.nodes[child], slopes));
        let small = usize::from(rows[1].len() < rows[0].len());
        let small_histogram = Histogram::of(self.matrix, rows[small]);
        let large_histogram = parent.without(self.matrix, &small_histogram);
        let ask = |side: usize, histogram: Histogram| {
            let node = children[side];
            may[side]
                .then(|| self.ask(&tree.nodes[node], node, rules, &histogram, rows[side], seed))
                .flatten()
                .map(|found| Waiting { gain: found.gain, node, found, histogram })
        };
        let small_side = || ask(small, small_histogram);
        let large_side = || ask(1 - small, large_histogram);
        let (one, two) = match self.matrix.bins() < FEW_BINS {
            true => (small_side(), large_side()),
            false => rayon::join(small_side, large_side),
        };
        one.into_iter().chain(two).collect()
    }
}

impl Grown {
    /// The nodes that are leaves, in order.
    pub fn leaves(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.nodes.len()).filter(|&node| self.nodes[node].split.is_none())
    }
}

/// Whether a cut sends missing values, and levels that were never seen, to the first child: where they went in
/// training, or with the heavier child.
pub(super) fn missing_first(cut: &Cut, bins: usize, weights: [f64; 2]) -> bool {
    let seen = match cut {
        Cut::AtMost { missing_first, .. } => *missing_first,
        Cut::OneOf { first, seen } => {
            let missing = bins as u32;
            crate::bits::has_bit(seen, missing).then(|| crate::bits::has_bit(first, missing))
        }
    };
    seen.unwrap_or(weights[0] >= weights[1])
}
