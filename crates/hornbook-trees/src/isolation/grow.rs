//! Growing one isolation tree from a few rows.

use super::path::average_path_length;
use crate::bits::{has_bit, set_bit};
use crate::rows::TreeColumn;
use crate::tree_ensemble::{BuilderNode, BuilderSplit, TreeBuilder};
use hornbook_core::Rng;

/// Weights of rows that share a point are fractions, and their sum is rounded.
const ROUNDING: f64 = 1e-9;

/// The rows of one tree.
pub(super) struct IsolationSample {
    /// The columns that it may split on.
    pub columns: Vec<TreeColumn>,
    /// The input of the model that each of them is.
    pub inputs: Vec<u32>,
    /// The weight of each row.
    pub weights: Vec<f64>,
}

/// A node that may be divided.
#[derive(Clone, Copy)]
struct IsolationPendingNode {
    node: usize,
    start: usize,
    end: usize,
    depth: u32,
}

/// Which rows of a node go first.
enum IsolationSplitRule {
    AtMost { threshold: f64 },
    OneOf { first: Vec<u64>, known: Vec<u64> },
}

struct IsolationGrower<'a> {
    sample: &'a IsolationSample,
    /// The rows, those of a node side by side.
    rows: Vec<u32>,
    /// Columns in the order of the last draw.
    order: Vec<u32>,
    builder: TreeBuilder,
    total: f64,
}

/// Grows a tree with paths of at most so many splits.
pub(super) fn grow(sample: &IsolationSample, max_depth: u32, rng: &mut Rng) -> TreeBuilder {
    let mut grower = IsolationGrower {
        sample,
        rows: (0..sample.weights.len() as u32).collect(),
        order: (0..sample.columns.len() as u32).collect(),
        builder: TreeBuilder::default(),
        total: sample.weights.iter().sum(),
    };
    let mut open = vec![IsolationPendingNode { node: 0, start: 0, end: grower.rows.len(), depth: 0 }];
    grower.builder.nodes.push(leaf(0, 0.0));
    while let Some(next) = open.pop() {
        match grower.divide(next, max_depth, rng) {
            Some([first, second]) => open.extend([second, first]),
            None => grower.finish_leaf(next),
        }
    }
    grower.builder
}

fn leaf(number: usize, weight: f64) -> BuilderNode {
    BuilderNode { split: BuilderSplit::Leaf(number), weight, gain: 0.0 }
}

impl IsolationGrower<'_> {
    fn weight_of(&self, rows: &[u32]) -> f64 {
        rows.iter().map(|&row| self.sample.weights[row as usize]).sum()
    }

    /// Makes a node a leaf: so many splits lead to it, and so many would follow.
    fn finish_leaf(&mut self, open: IsolationPendingNode) {
        let weight = self.weight_of(&self.rows[open.start..open.end]);
        self.builder.nodes[open.node] = leaf(self.builder.values.len(), weight);
        self.builder.values.push(f64::from(open.depth) + average_path_length(weight));
    }

    /// Makes a random split, if there is one.
    fn divide(
        &mut self,
        open: IsolationPendingNode,
        max_depth: u32,
        rng: &mut Rng,
    ) -> Option<[IsolationPendingNode; 2]> {
        let weight = self.weight_of(&self.rows[open.start..open.end]);
        if open.depth >= max_depth || weight <= 1.0 + ROUNDING {
            return None;
        }
        let (column, rule) = self.random_split(open, rng)?;
        let rows = &self.rows[open.start..open.end];
        let values = &self.sample.columns[column];
        let of_known = |side: bool| {
            let on_side = rows.iter().copied().filter(|&row| rule.is_first(values, row) == Some(side));
            on_side.map(|row| self.sample.weights[row as usize]).sum::<f64>()
        };
        let (first, second) = (of_known(true), of_known(false));
        let missing_first = rng.unit() * (first + second) < first;

        let is_first = |row: u32| rule.is_first(values, row).unwrap_or(missing_first);
        let (mut before, after): (Vec<u32>, Vec<u32>) = rows.iter().partition(|&&row| is_first(row));
        let weights = [self.weight_of(&before), self.weight_of(&after)];
        let middle = open.start + before.len();
        before.extend(after);
        self.rows[open.start..open.end].copy_from_slice(&before);

        let next = self.builder.nodes.len();
        self.builder.nodes.extend([leaf(0, 0.0), leaf(0, 0.0)]);
        let children = [next, next + 1];
        let split = rule.split(self.sample.inputs[column], missing_first, children);
        let gain = self.gain(weight, weights);
        self.builder.nodes[open.node] = BuilderNode { split, weight, gain };
        let child = |node, start, end| IsolationPendingNode { node, start, end, depth: open.depth + 1 };
        Some([child(next, open.start, middle), child(next + 1, middle, open.end)])
    }

    /// How much nearer the rows of the sample come to their ends on the side that the split sets apart.
    fn gain(&self, weight: f64, sides: [f64; 2]) -> f64 {
        let expected = average_path_length(weight) - 1.0;
        let gain = |side: f64| side / self.total * (expected - average_path_length(side)).max(0.0);
        gain(sides[0]) + gain(sides[1])
    }

    /// A column that varies in a node, and how it is cut.
    fn random_split(
        &mut self,
        open: IsolationPendingNode,
        rng: &mut Rng,
    ) -> Option<(usize, IsolationSplitRule)> {
        let rows = &self.rows[open.start..open.end];
        let mut left = self.order.len();
        while left > 0 {
            let drawn = rng.below(left);
            let column = self.order[drawn] as usize;
            left -= 1;
            self.order.swap(drawn, left);
            let rule = match &self.sample.columns[column] {
                TreeColumn::Number(values) => threshold(values, rows, rng),
                TreeColumn::Code { codes, levels } => some_levels(codes, *levels, rows, rng),
            };
            if let Some(rule) = rule {
                return Some((column, rule));
            }
        }
        None
    }
}

/// A threshold drawn evenly between the lowest and the highest number; none if they are all the same.
fn threshold(values: &[f64], rows: &[u32], rng: &mut Rng) -> Option<IsolationSplitRule> {
    let known = || rows.iter().map(|&row| values[row as usize]).filter(|x| !x.is_nan());
    let low = known().fold(f64::INFINITY, f64::min);
    let high = known().fold(f64::NEG_INFINITY, f64::max);
    if low >= high {
        return None;
    }
    let part = rng.unit();
    let drawn = low * (1.0 - part) + high * part;
    // Rounding must not leave a side empty.
    Some(IsolationSplitRule::AtMost { threshold: if drawn >= low && drawn < high { drawn } else { low } })
}

/// Some of the levels in a node: how many is drawn, then which; none if there are fewer than two.
fn some_levels(codes: &[u32], levels: u32, rows: &[u32], rng: &mut Rng) -> Option<IsolationSplitRule> {
    let mut seen: Vec<u32> =
        rows.iter().map(|&row| codes[row as usize]).filter(|&code| code < levels).collect();
    seen.sort_unstable();
    seen.dedup();
    if seen.len() < 2 {
        return None;
    }
    let words = (levels as usize).div_ceil(64);
    let (mut first, mut known) = (vec![0u64; words], vec![0u64; words]);
    rng.shuffle(&mut seen);
    let count = 1 + rng.below(seen.len() - 1);
    seen.iter().for_each(|&level| set_bit(&mut known, level));
    seen[..count].iter().for_each(|&level| set_bit(&mut first, level));
    Some(IsolationSplitRule::OneOf { first, known })
}

impl IsolationSplitRule {
    /// Whether a row goes first; none if its value is missing.
    fn is_first(&self, column: &TreeColumn, row: u32) -> Option<bool> {
        match (self, column) {
            (IsolationSplitRule::AtMost { threshold }, TreeColumn::Number(values)) => {
                let x = values[row as usize];
                (!x.is_nan()).then_some(x <= *threshold)
            }
            (IsolationSplitRule::OneOf { first, .. }, TreeColumn::Code { codes, levels }) => {
                let code = codes[row as usize];
                (code < *levels).then(|| has_bit(first, code))
            }
            _ => None,
        }
    }

    fn split(self, column: u32, missing_first: bool, children: [usize; 2]) -> BuilderSplit {
        match self {
            IsolationSplitRule::AtMost { threshold } => {
                BuilderSplit::AtMost { column, threshold, missing_first, children }
            }
            IsolationSplitRule::OneOf { first, known } => {
                BuilderSplit::OneOf { column, levels: first, known, missing_first, children }
            }
        }
    }
}
