//! The tree itself: nodes in preorder, and walking down them. What can be serialized is in model files as it is: it may gain
//! variants, and must not change.

use crate::bits::has_bit;
use hornbook_data::{Feature, Features, MISSING_CODE, MatrixView, Scalars};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// No child: the walk ends at the node itself.
pub(crate) const NONE: u32 = u32::MAX;
/// Rows predicted by one task.
const BLOCK: usize = 4096;

/// A grown tree. Node 0 is the root, and every child comes after its parent.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Tree {
    pub nodes: Vec<Node>,
    /// What the training rows of each node were, one node after the other: the weight of each class, or the mean.
    pub tallies: Vec<f64>,
    /// How many numbers that is for a node.
    pub width: usize,
    /// Whether missing values go down every branch.
    pub fractional: bool,
}

/// A node: its split, and how pure its rows were.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Node {
    pub split: TreeSplit,
    /// The weight of its training rows.
    pub weight: f64,
    pub impurity: f64,
    /// How much impurity its split removes.
    pub gain: f64,
    /// The surrogate split where the answer is missing, in this order.
    pub surrogates: Vec<Surrogate>,
    /// What rows that end here are predicted with, if not one number.
    pub leaf_model: Option<LeafModel>,
}

impl Node {
    pub fn leaf(weight: f64, impurity: f64) -> Node {
        Node { split: TreeSplit::Leaf, weight, impurity, gain: 0.0, surrogates: Vec::new(), leaf_model: None }
    }

    pub fn is_leaf(&self) -> bool {
        self.split == TreeSplit::Leaf
    }
}

/// A split on another column that divides rows much like a node's own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Surrogate {
    pub column: u32,
    pub test: SurrogateTest,
    /// The fraction of the training rows that it sends the same way.
    pub agreement: f64,
}

/// The split of a surrogate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) enum SurrogateTest {
    /// Is the number at most this? Whether that sends it to the first child.
    AtMost { threshold: f64, below_first: bool },
    /// Is the level one of those that go first? Levels that are not known have no answer.
    OneOf { first: Vec<u64>, known: Vec<u64> },
}

impl SurrogateTest {
    /// The side of a value, unless it is missing.
    pub fn side(&self, number: f64, code: u32) -> Option<usize> {
        match self {
            SurrogateTest::AtMost { .. } if number.is_nan() => None,
            SurrogateTest::AtMost { threshold, below_first } => {
                Some(usize::from((number <= *threshold) != *below_first))
            }
            SurrogateTest::OneOf { known, .. } if !has_bit(known, code) => None,
            SurrogateTest::OneOf { first, .. } => Some(usize::from(!has_bit(first, code))),
        }
    }
}

/// A linear regression on the columns of numbers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct LeafModel {
    /// The prediction at the center.
    pub level: f64,
    pub terms: Vec<LeafTerm>,
}

/// What a column adds to a [`LeafModel`]: nothing where it is missing.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct LeafTerm {
    pub column: u32,
    pub center: f64,
    pub coefficient: f64,
}

impl LeafModel {
    /// The prediction for a row.
    pub fn at(&self, number: impl Fn(u32) -> f64) -> f64 {
        let known = |x: f64| if x.is_nan() { 0.0 } else { x };
        let added = self.terms.iter().map(|t| t.coefficient * known(number(t.column) - t.center));
        self.level + added.sum::<f64>()
    }
}

/// The split of a node.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) enum TreeSplit {
    /// Nothing: it is a leaf.
    Leaf,
    /// Is the number at most the threshold? Yes goes to the first child.
    AtMost { column: u32, threshold: f64, children: [u32; 2], missing: u32 },
    /// Is the level one of these (a bit a level)? Yes goes to the first child. `known` marks the levels that
    /// were seen here in training; others are treated as missing.
    OneOf { column: u32, levels: Vec<u64>, known: Vec<u64>, children: [u32; 2], missing: u32 },
    /// Which level is it? A child a level; [`NONE`] where no row of that level was seen.
    Which { column: u32, children: Vec<u32>, missing: u32 },
    /// Which range is the number in? One child more than thresholds; a number at a threshold is below it.
    Ranges { column: u32, thresholds: Vec<f64>, children: Vec<u32>, missing: u32 },
}

impl TreeSplit {
    pub fn column(&self) -> Option<u32> {
        match self {
            TreeSplit::Leaf => None,
            TreeSplit::AtMost { column, .. }
            | TreeSplit::OneOf { column, .. }
            | TreeSplit::Which { column, .. }
            | TreeSplit::Ranges { column, .. } => Some(*column),
        }
    }

    /// The children there are, in order.
    pub fn children(&self) -> Vec<u32> {
        match self {
            TreeSplit::Leaf => Vec::new(),
            TreeSplit::AtMost { children, .. } | TreeSplit::OneOf { children, .. } => children.to_vec(),
            TreeSplit::Ranges { children, .. } => children.clone(),
            TreeSplit::Which { children, missing, .. } => {
                let mut all: Vec<u32> = children.iter().copied().filter(|&c| c != NONE).collect();
                if *missing != NONE && !all.contains(missing) {
                    all.push(*missing);
                }
                all
            }
        }
    }
}

/// Where an answer leads.
pub(crate) enum BranchChoice {
    /// To this child, or nowhere ([`NONE`]).
    To(u32),
    /// The value is missing.
    Missing(u32),
    /// The value is missing, and the surrogate at this position sends the row to this child.
    Surrogate(u32, usize),
}

impl Tree {
    pub fn tally(&self, node: usize) -> &[f64] {
        &self.tallies[node * self.width..(node + 1) * self.width]
    }

    pub fn leaves(&self) -> usize {
        self.nodes.iter().filter(|n| n.is_leaf()).count()
    }

    /// Gives branches that no training row went down a leaf of their own, which predicts this class.
    pub fn fill_empty_branches(&mut self, class: usize) {
        for at in 0..self.nodes.len() {
            let mut next = self.nodes.len() as u32;
            let TreeSplit::Which { children, .. } = &mut self.nodes[at].split else { continue };
            for child in children.iter_mut().filter(|child| **child == NONE) {
                *child = next;
                next += 1;
            }
            while self.nodes.len() < next as usize {
                self.nodes.push(Node::leaf(0.0, 0.0));
                self.tallies.extend((0..self.width).map(|c| f64::from(u8::from(c == class))));
            }
        }
    }

    pub fn depth(&self) -> usize {
        let mut depths = vec![0usize; self.nodes.len()];
        for (i, node) in self.nodes.iter().enumerate() {
            for child in node.split.children() {
                depths[child as usize] = depths[i] + 1;
            }
        }
        depths.into_iter().max().unwrap_or(0)
    }

    /// The answer of one row to a node's split.
    pub fn branch(
        &self,
        node: u32,
        number: impl Fn(u32) -> f64,
        code: impl Fn(u32) -> u32,
    ) -> Option<BranchChoice> {
        let node = &self.nodes[node as usize];
        // The first surrogate that knows an answer speaks for a missing value.
        let instead = |children: &[u32; 2], missing: u32| {
            let mut surrogates = node.surrogates.iter().enumerate();
            let answer =
                surrogates.find_map(|(at, s)| Some((at, s.test.side(number(s.column), code(s.column))?)));
            answer.map_or(BranchChoice::Missing(missing), |(at, side)| {
                BranchChoice::Surrogate(children[side], at)
            })
        };
        Some(match &node.split {
            TreeSplit::Leaf => return None,
            TreeSplit::AtMost { column, threshold, children, missing } => match number(*column) {
                x if x.is_nan() => instead(children, *missing),
                x => BranchChoice::To(children[usize::from(x > *threshold)]),
            },
            TreeSplit::OneOf { column, levels, known, children, missing } => match code(*column) {
                code if !has_bit(known, code) => instead(children, *missing),
                code => BranchChoice::To(children[usize::from(!has_bit(levels, code))]),
            },
            TreeSplit::Ranges { column, thresholds, children, missing } => match number(*column) {
                x if x.is_nan() => BranchChoice::Missing(*missing),
                x => BranchChoice::To(children[thresholds.partition_point(|&t| t < x)]),
            },
            TreeSplit::Which { column, children, missing } => match code(*column) {
                MISSING_CODE => BranchChoice::Missing(*missing),
                code => BranchChoice::To(children.get(code as usize).copied().unwrap_or(NONE)),
            },
        })
    }

    /// The answer of a row given column by column.
    pub fn branch_of(&self, node: u32, columns: &[Feature], row: usize) -> Option<BranchChoice> {
        let number = |column| number_of(columns, column, row);
        let code = |column: u32| match &columns[column as usize] {
            Feature::Code(codes, _) => codes[row],
            _ => MISSING_CODE,
        };
        self.branch(node, number, code)
    }

    /// Calls `finish` with the node where each row ends, in blocks on all threads.
    pub fn place<T: Send>(&self, rows: &Features<'_>, out: &mut [T], finish: impl Fn(u32, &mut T) + Sync) {
        let columns = columns_of(rows);
        out.par_chunks_mut(BLOCK).enumerate().for_each(|(block, part)| {
            for (i, slot) in part.iter_mut().enumerate() {
                let (row, mut node) = (block * BLOCK + i, 0u32);
                while let Some(
                    BranchChoice::To(next) | BranchChoice::Missing(next) | BranchChoice::Surrogate(next, _),
                ) = self.branch_of(node, &columns, row)
                {
                    if next == NONE {
                        break;
                    }
                    node = next;
                }
                finish(node, slot);
            }
        });
    }

    /// Calls `visit(node, share)` for every node where a fraction of the row ends.
    pub fn spread(&self, columns: &[Feature], row: usize, mut visit: impl FnMut(u32, f64)) {
        self.visit(columns, row, |node, share, ends| {
            if ends {
                visit(node, share);
            }
        });
    }

    /// Calls `visit(node, share, ends)` for every node that a fraction of the row comes to, and whether it ends there.
    pub fn visit(&self, columns: &[Feature], row: usize, mut visit: impl FnMut(u32, f64, bool)) {
        let mut open = vec![(0u32, 1.0f64)];
        while let Some((node, share)) = open.pop() {
            let branch = self.branch_of(node, columns, row);
            visit(node, share, matches!(branch, None | Some(BranchChoice::To(NONE))));
            match branch {
                None | Some(BranchChoice::To(NONE)) => {}
                Some(BranchChoice::To(next) | BranchChoice::Surrogate(next, _)) => open.push((next, share)),
                Some(BranchChoice::Missing(next)) if !self.fractional => open.push((next, share)),
                Some(BranchChoice::Missing(_)) => {
                    let parts = self.branch_shares(node).into_iter();
                    open.extend(parts.map(|(child, part)| (child, share * part)));
                }
            }
        }
    }

    /// The children of a node with their fractions of its training rows. Children's weights include the fractions they were
    /// given in training, in the same proportion, so they are the fractions of the known rows.
    pub fn branch_shares(&self, node: u32) -> Vec<(u32, f64)> {
        let children = self.nodes[node as usize].split.children();
        let weight = |child: u32| self.nodes[child as usize].weight;
        let total: f64 = children.iter().map(|&child| weight(child)).sum();
        // Where no row came, no way is likelier than another.
        let equal = 1.0 / children.len() as f64;
        let share = |child| if total > 0.0 { weight(child) / total } else { equal };
        children.into_iter().map(|child| (child, share(child))).collect()
    }
}

/// The number of a row in a column; none in a column of levels.
pub(crate) fn number_of(columns: &[Feature], column: u32, row: usize) -> f64 {
    match &columns[column as usize] {
        Feature::Number(values) => values[row],
        _ => f64::NAN,
    }
}

/// The rows column by column, which is free unless they are a matrix.
pub(crate) fn columns_of(rows: &Features<'_>) -> Vec<Feature> {
    (0..rows.width()).map(|i| rows.column(i)).collect()
}

/// A tree of thresholds only, laid out for walking many rows at once: sixteen bytes a node, children side by
/// side, and leaves that lead to themselves, so that eight rows take their next step without a branch.
#[derive(Debug)]
pub(crate) struct CompactTree {
    compact: Vec<CompactNode>,
    /// The node of the tree behind each step.
    nodes: Vec<u32>,
}

#[derive(Debug, Clone, Copy)]
struct CompactNode {
    threshold: f64,
    /// The column, and in the top bit whether missing values go to the first child.
    column: u32,
    first_child: u32,
}

const MISSING_FIRST: u32 = 1 << 31;
const LANES: usize = 8;

impl CompactTree {
    /// The quick form of a tree, if it only has splits at thresholds.
    pub fn of(tree: &Tree) -> Option<CompactTree> {
        // Surrogates test a row more than once.
        if tree.nodes.iter().any(|node| !node.surrogates.is_empty()) {
            return None;
        }
        let mut nodes = vec![0u32];
        let mut compact = Vec::with_capacity(tree.nodes.len());
        let mut at = 0;
        while at < nodes.len() {
            let step = match &tree.nodes[nodes[at] as usize].split {
                TreeSplit::Leaf => {
                    CompactNode { threshold: f64::INFINITY, column: MISSING_FIRST, first_child: at as u32 }
                }
                TreeSplit::AtMost { column, threshold, children, missing } => {
                    let first_child = nodes.len() as u32;
                    nodes.extend(children);
                    let flag = if *missing == children[0] { MISSING_FIRST } else { 0 };
                    CompactNode { threshold: *threshold, column: column | flag, first_child }
                }
                _ => return None,
            };
            compact.push(step);
            at += 1;
        }
        Some(CompactTree { compact, nodes })
    }

    /// Calls `finish` with the node where each row ends, in blocks on all threads.
    pub fn place<T: Send>(&self, rows: &Features<'_>, out: &mut [T], finish: impl Fn(u32, &mut T) + Sync) {
        // A tree that is one leaf may know no column at all.
        if self.compact.len() == 1 {
            return out.iter_mut().for_each(|slot| finish(0, slot));
        }
        match rows {
            Features::Columns(columns, _) => {
                let columns: Vec<&[f64]> = columns
                    .iter()
                    .map(|c| match c {
                        Feature::Number(values) => &values[..],
                        _ => &[],
                    })
                    .collect();
                // A leaf reads column 0 for nothing; it may hold codes, so point it at one that is used.
                let any = self.compact[0].column & !MISSING_FIRST;
                self.walk(
                    out,
                    |row, column| {
                        let values = columns[column as usize];
                        if values.is_empty() { columns[any as usize][row] } else { values[row] }
                    },
                    finish,
                );
            }
            Features::Matrix(matrix) => self.place_matrix(matrix, out, finish),
            Features::Sparse(rows) => {
                let view = rows.view();
                self.walk(out, |row, column| view.at(row, column as usize), finish);
            }
        }
    }

    fn place_matrix<T: Send>(
        &self,
        matrix: &MatrixView<'_>,
        out: &mut [T],
        finish: impl Fn(u32, &mut T) + Sync,
    ) {
        let width = matrix.columns();
        match matrix.values() {
            Scalars::F64(values) => {
                self.walk(out, |row, column| values[row * width + column as usize], finish)
            }
            Scalars::F32(values) => {
                self.walk(out, |row, column| f64::from(values[row * width + column as usize]), finish);
            }
        }
    }

    // A comparison with NaN is false, and `!(x > t)` is how missing values go first.
    #[allow(clippy::neg_cmp_op_on_partial_ord)]
    fn walk<T: Send>(
        &self,
        out: &mut [T],
        fetch: impl Fn(usize, u32) -> f64 + Sync,
        finish: impl Fn(u32, &mut T) + Sync,
    ) {
        out.par_chunks_mut(BLOCK).enumerate().for_each(|(block, part)| {
            for (group, slots) in part.chunks_mut(LANES).enumerate() {
                let first = block * BLOCK + group * LANES;
                let mut at = [0u32; LANES];
                let lanes = &mut at[..slots.len()];
                loop {
                    let mut moved = 0;
                    for (lane, position) in lanes.iter_mut().enumerate() {
                        let step = self.compact[*position as usize];
                        let x = fetch(first + lane, step.column & !MISSING_FIRST);
                        let missing_first = step.column & MISSING_FIRST != 0;
                        let go_first =
                            if missing_first { !(x > step.threshold) } else { x <= step.threshold };
                        let next = step.first_child + u32::from(!go_first);
                        moved |= next ^ *position;
                        *position = next;
                    }
                    if moved == 0 {
                        break;
                    }
                }
                for (slot, &position) in slots.iter_mut().zip(lanes.iter()) {
                    finish(self.nodes[position as usize], slot);
                }
            }
        });
    }
}
