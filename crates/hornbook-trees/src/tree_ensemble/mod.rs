//! Many trees of binary splits whose leaves hold numbers to add up: what forests, isolation forests and boosting
//! learn.
//!
//! All trees lie in one array of sixteen-byte nodes, the two children of a node side by side, so that a walk touches
//! little memory. What only explaining needs (weights and gains) stands in arrays beside it.

mod diagram;
mod file;
mod layout;
mod path_shap;
mod quantized;
mod quick_scorer;
mod shap;
mod threshold_ranks;
mod walk;

pub(crate) use file::{FileTreeEnsemble, from_file, to_file};

use crate::bits::has_bit;
use hornbook_math::prefetch::prefetch;
use layout::InferenceLayout;
use std::sync::OnceLock;

/// In [`PackedNode::range`]: missing values go to the first child.
const MISSING_FIRST: u32 = 1 << 31;
/// In [`PackedNode::range`]: the split is on levels, not a threshold.
const LEVELS: u32 = 1 << 30;
/// In [`PackedNode::range`]: there is no split.
const LEAF: u32 = 1 << 29;
/// The column of a step.
const COLUMN: u32 = LEAF - 1;

/// Trees whose leaves' numbers are added up.
#[derive(Debug, Clone)]
pub(crate) struct TreeEnsemble {
    /// How many numbers are predicted for a row.
    outputs: usize,
    /// How many numbers a leaf holds: one for each output, or one, which is then for output `tree % outputs`.
    leaf_width: usize,
    /// The first node of each tree, and the end.
    roots: Vec<u32>,
    packed: Vec<PackedNode>,
    /// The levels that splits are on, a bit a level: for each split those of the first side, then those seen
    /// in training.
    levels: Vec<u64>,
    /// Which leaf each node is, counted over all trees; [`NO_LEAF`] if it splits.
    leaves: Vec<u32>,
    /// The numbers of the leaves, one leaf after the other.
    values: Vec<f64>,
    /// The weight of the training rows of each node.
    weights: Vec<f64>,
    /// How much each node's split improves; 0 for leaves.
    gains: Vec<f64>,
    /// Whether any split is on levels.
    has_level_splits: bool,
    /// What walks fast, once it is needed; none if these trees have no such form.
    layout: OnceLock<Option<InferenceLayout>>,
}

impl PartialEq for TreeEnsemble {
    fn eq(&self, other: &TreeEnsemble) -> bool {
        (self.outputs, self.leaf_width, &self.roots, &self.packed)
            == (other.outputs, other.leaf_width, &other.roots, &other.packed)
            && (&self.levels, &self.values, &self.weights, &self.gains)
                == (&other.levels, &other.values, &other.weights, &other.gains)
    }
}

/// An internal node is no leaf.
const NO_LEAF: u32 = u32::MAX;

/// A node as it is walked: sixteen bytes.
#[derive(Debug, Clone, Copy, PartialEq)]
struct PackedNode {
    /// Up to which number rows go to the first child. For levels, where their bits begin and how many words they are.
    threshold: f64,
    /// The column and flags.
    column_flags: u32,
    /// The first child, the second comes after it; a leaf leads to itself, so that a walk needs no end.
    next: u32,
}

impl PackedNode {
    /// No number is above infinity, and missing values go first: the walk stays.
    fn leaf(node: u32) -> PackedNode {
        PackedNode { threshold: f64::INFINITY, column_flags: LEAF | MISSING_FIRST, next: node }
    }
}

/// The split of a node, to be read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum SplitTest<'a> {
    /// Nothing: these are its numbers.
    Leaf(&'a [f64]),
    /// Is the number at most this? Yes goes to the first child.
    AtMost { column: usize, threshold: f64, missing_first: bool, children: [usize; 2] },
    /// Is the level one of these (a bit a level)? Levels not in `known` are treated as missing.
    OneOf { column: usize, levels: &'a [u64], known: &'a [u64], missing_first: bool, children: [usize; 2] },
}

impl SplitTest<'_> {
    /// The column, unless it is a leaf.
    pub fn column(&self) -> Option<usize> {
        match self {
            SplitTest::Leaf(_) => None,
            SplitTest::AtMost { column, .. } | SplitTest::OneOf { column, .. } => Some(*column),
        }
    }

    /// The children, unless it is a leaf.
    pub fn children(&self) -> Option<[usize; 2]> {
        match self {
            SplitTest::Leaf(_) => None,
            SplitTest::AtMost { children, .. } | SplitTest::OneOf { children, .. } => Some(*children),
        }
    }

    /// The child (0 or 1) that a value leads to: a number for a threshold, a code for levels.
    pub fn side(&self, number: f64, code: u32) -> usize {
        match *self {
            SplitTest::Leaf(_) => 0,
            SplitTest::AtMost { missing_first, .. } if number.is_nan() => usize::from(!missing_first),
            SplitTest::AtMost { threshold, .. } => usize::from(number > threshold),
            SplitTest::OneOf { known, missing_first, .. } if !has_bit(known, code) => {
                usize::from(!missing_first)
            }
            SplitTest::OneOf { levels, .. } => usize::from(!has_bit(levels, code)),
        }
    }
}

/// A tree on its way into a tree ensemble: nodes in any order, the root first.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct TreeBuilder {
    pub nodes: Vec<BuilderNode>,
    /// The numbers of the leaves, one leaf after the other.
    pub values: Vec<f64>,
}

/// A node of a [`TreeBuilder`].
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct BuilderNode {
    pub split: BuilderSplit,
    /// The weight of its training rows.
    pub weight: f64,
    /// How much its split improves.
    pub gain: f64,
}

/// The split of a node of a [`TreeBuilder`].
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum BuilderSplit {
    /// Nothing: which leaf it is.
    Leaf(usize),
    /// Is the number at most this?
    AtMost { column: u32, threshold: f64, missing_first: bool, children: [usize; 2] },
    /// Is the level one of these?
    OneOf { column: u32, levels: Vec<u64>, known: Vec<u64>, missing_first: bool, children: [usize; 2] },
}

impl TreeEnsemble {
    /// A tree ensemble without trees. A leaf holds one number, or one for each output.
    pub fn new(outputs: usize, leaf_width: usize) -> TreeEnsemble {
        debug_assert!(leaf_width == 1 || leaf_width == outputs);
        TreeEnsemble {
            outputs,
            leaf_width,
            roots: vec![0],
            packed: Vec::new(),
            levels: Vec::new(),
            leaves: Vec::new(),
            values: Vec::new(),
            weights: Vec::new(),
            gains: Vec::new(),
            has_level_splits: false,
            layout: OnceLock::new(),
        }
    }

    /// Adds a tree, its nodes level by level, so that children stand side by side.
    pub fn push(&mut self, builder: &TreeBuilder) {
        self.layout = OnceLock::new();
        let base = self.packed.len();
        let mut order = vec![0usize];
        let mut at = 0;
        while at < order.len() {
            let node = &builder.nodes[order[at]];
            let next = (base + order.len()) as u32;
            let mut leaf_number = NO_LEAF;
            let flag = |missing_first: bool| if missing_first { MISSING_FIRST } else { 0 };
            let step = match &node.split {
                BuilderSplit::Leaf(leaf) => {
                    leaf_number = (self.values.len() / self.leaf_width) as u32;
                    let numbers = &builder.values[leaf * self.leaf_width..(leaf + 1) * self.leaf_width];
                    self.values.extend_from_slice(numbers);
                    PackedNode::leaf((base + at) as u32)
                }
                BuilderSplit::AtMost { column, threshold, missing_first, children } => {
                    order.extend(children);
                    PackedNode { threshold: *threshold, column_flags: column | flag(*missing_first), next }
                }
                BuilderSplit::OneOf { column, levels, known, missing_first, children } => {
                    order.extend(children);
                    self.has_level_splits = true;
                    let range =
                        LevelBitsRange { start: self.levels.len() as u32, words: levels.len() as u32 };
                    self.levels.extend(levels);
                    self.levels.extend(known);
                    PackedNode {
                        threshold: range.pack(),
                        column_flags: column | LEVELS | flag(*missing_first),
                        next,
                    }
                }
            };
            self.packed.push(step);
            self.leaves.push(leaf_number);
            self.weights.push(node.weight);
            self.gains.push(node.gain);
            at += 1;
        }
        self.roots.push(self.packed.len() as u32);
    }

    /// Keeps the first trees only.
    pub fn truncate(&mut self, trees: usize) {
        if trees < self.trees() {
            self.layout = OnceLock::new();
            let nodes = self.roots[trees] as usize;
            self.roots.truncate(trees + 1);
            self.packed.truncate(nodes);
            self.leaves.truncate(nodes);
            self.weights.truncate(nodes);
            self.gains.truncate(nodes);
            let leaves = self.leaves.iter().filter(|&&leaf| leaf != NO_LEAF).count();
            self.values.truncate(leaves * self.leaf_width);
            let bits = self.packed.iter().rfind(|step| step.column_flags & LEVELS != 0).map_or(0, |step| {
                let range = LevelBitsRange::unpack(step.threshold);
                (range.start + 2 * range.words) as usize
            });
            self.levels.truncate(bits);
            self.has_level_splits = bits > 0;
        }
    }

    /// Adds the trees of another ensemble, whose leaves hold as many numbers, after its own.
    pub fn append(&mut self, other: TreeEnsemble) {
        self.layout = OnceLock::new();
        debug_assert!(self.outputs == other.outputs && self.leaf_width == other.leaf_width);
        let (nodes, leaves) = (self.packed.len() as u32, self.leaves() as u32);
        let words = self.levels.len() as u32;
        self.roots.extend(other.roots[1..].iter().map(|root| root + nodes));
        self.packed.extend(other.packed.into_iter().map(|mut step| {
            step.next += nodes;
            if step.column_flags & LEVELS != 0 {
                let range = LevelBitsRange::unpack(step.threshold);
                step.threshold = LevelBitsRange { start: range.start + words, ..range }.pack();
            }
            step
        }));
        self.levels.extend(other.levels);
        self.leaves.extend(
            other.leaves.into_iter().map(|leaf| if leaf == NO_LEAF { NO_LEAF } else { leaf + leaves }),
        );
        self.values.extend(other.values);
        self.weights.extend(other.weights);
        self.gains.extend(other.gains);
        self.has_level_splits |= other.has_level_splits;
    }

    /// How many trees there are.
    pub fn trees(&self) -> usize {
        self.roots.len() - 1
    }

    /// How many numbers are predicted for a row.
    pub fn outputs(&self) -> usize {
        self.outputs
    }

    /// The numbers of all leaves, one leaf after the other.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// How many numbers a leaf holds.
    pub fn leaf_width(&self) -> usize {
        self.leaf_width
    }

    /// How many nodes there are in all trees.
    pub fn nodes(&self) -> usize {
        self.packed.len()
    }

    /// How many leaves there are in all trees.
    pub fn leaves(&self) -> usize {
        self.values.len() / self.leaf_width
    }

    /// The nodes of a tree; the first is its root.
    pub fn nodes_of(&self, tree: usize) -> std::ops::Range<usize> {
        self.roots[tree] as usize..self.roots[tree + 1] as usize
    }

    /// The longest path of a tree, counted in splits.
    pub fn depth(&self, tree: usize) -> usize {
        let nodes = self.nodes_of(tree);
        let mut depths = vec![0usize; nodes.len()];
        // Parents come before their children.
        for node in nodes.clone() {
            for child in self.test(node).children().into_iter().flatten() {
                depths[child - nodes.start] = depths[node - nodes.start] + 1;
            }
        }
        depths.into_iter().max().unwrap_or(0)
    }

    /// The output that the leaves of a tree add to, if they hold one number.
    pub fn output_of(&self, tree: usize) -> usize {
        tree % self.outputs
    }

    /// The weight of the training rows of a node.
    pub fn weight(&self, node: usize) -> f64 {
        self.weights[node]
    }

    /// How much a node's split improves.
    pub fn gain(&self, node: usize) -> f64 {
        self.gains[node]
    }

    /// The split of a node.
    pub fn test(&self, node: usize) -> SplitTest<'_> {
        let step = self.packed[node];
        let column = (step.column_flags & COLUMN) as usize;
        let missing_first = step.column_flags & MISSING_FIRST != 0;
        let children = [step.next as usize, step.next as usize + 1];
        if step.column_flags & LEAF != 0 {
            SplitTest::Leaf(self.leaf_numbers(node))
        } else if step.column_flags & LEVELS != 0 {
            let (levels, known) = self.level_bits(step);
            SplitTest::OneOf { column, levels, known, missing_first, children }
        } else {
            SplitTest::AtMost { column, threshold: step.threshold, missing_first, children }
        }
    }

    /// Which leaf of all trees a node is; internal nodes are none.
    pub fn leaf(&self, node: usize) -> usize {
        self.leaves[node] as usize
    }

    /// The numbers of a node that is a leaf.
    #[inline]
    pub fn leaf_numbers(&self, node: usize) -> &[f64] {
        let leaf = self.leaves[node] as usize;
        &self.values[leaf * self.leaf_width..(leaf + 1) * self.leaf_width]
    }

    /// Asks for the numbers of some leaves, which will be read soon.
    #[inline]
    fn prefetch_leaves(&self, nodes: &[u32]) {
        for &node in nodes {
            prefetch(&self.values, self.leaves[node as usize] as usize * self.leaf_width);
        }
    }

    fn level_bits(&self, step: PackedNode) -> (&[u64], &[u64]) {
        let range = LevelBitsRange::unpack(step.threshold);
        let (start, words) = (range.start as usize, range.words as usize);
        self.levels[start..start + 2 * words].split_at(words)
    }

    /// How much the splits on each column improve, summed over the nodes of some trees.
    pub fn gains_of_columns(&self, trees: std::ops::Range<usize>, columns: usize) -> Vec<f64> {
        let mut gains = vec![0.0; columns];
        let nodes = self.roots[trees.start] as usize..self.roots[trees.end] as usize;
        for (step, gain) in self.packed[nodes.clone()].iter().zip(&self.gains[nodes]) {
            if step.column_flags & LEAF == 0 {
                gains[(step.column_flags & COLUMN) as usize] += gain;
            }
        }
        gains
    }
}

/// Where the bits of a split on levels are, in place of a threshold.
#[derive(Clone, Copy)]
struct LevelBitsRange {
    start: u32,
    words: u32,
}

impl LevelBitsRange {
    /// Two integers below 2²⁶ that a double holds exactly.
    fn pack(self) -> f64 {
        (u64::from(self.start) * WORDS + u64::from(self.words)) as f64
    }

    fn unpack(packed: f64) -> LevelBitsRange {
        // As an integer: a remainder of doubles is a loop.
        let packed = packed as u64;
        LevelBitsRange { start: (packed / WORDS) as u32, words: (packed % WORDS) as u32 }
    }
}

/// More words than the levels of a column ever take.
const WORDS: u64 = 1 << 20;

#[cfg(test)]
mod tests;
