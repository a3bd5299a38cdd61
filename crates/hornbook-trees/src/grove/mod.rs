//! Many trees of two-way questions whose leaves hold numbers to add up: what forests, isolation forests and boosting
//! learn.
//!
//! All trees lie in one array of sixteen-byte nodes, the two children of a node side by side, so that a walk touches
//! little memory. What only explaining needs (weights and gains) stands in arrays beside it.

mod bytes;
mod diagram;
mod file;
mod layout;
mod masks;
mod places;
mod shap;
mod walk;
mod ways;

pub(crate) use file::{FileGrove, from_file, to_file};

use crate::bits::has_bit;
use hornbook_math::prefetch::prefetch;
use layout::Layout;
use std::sync::OnceLock;

/// In [`Step::place`]: missing values go to the first child.
const MISSING_FIRST: u32 = 1 << 31;
/// In [`Step::place`]: the question is about levels, not a threshold.
const LEVELS: u32 = 1 << 30;
/// In [`Step::place`]: there is no question.
const LEAF: u32 = 1 << 29;
/// The column of a step.
const COLUMN: u32 = LEAF - 1;

/// Trees whose leaves' numbers are added up.
#[derive(Debug, Clone)]
pub(crate) struct Grove {
    /// How many numbers are predicted for a row.
    outputs: usize,
    /// How many numbers a leaf holds: one for each output, or one, which is then for output `tree % outputs`.
    leaf_width: usize,
    /// The first node of each tree, and the end.
    roots: Vec<u32>,
    steps: Vec<Step>,
    /// The levels that questions ask about, a bit a level: for each question those of the first side, then those seen
    /// in training.
    levels: Vec<u64>,
    /// Which leaf each node is, counted over all trees; [`NO_LEAF`] if it asks.
    leaves: Vec<u32>,
    /// The numbers of the leaves, one leaf after the other.
    values: Vec<f64>,
    /// The weight of the training rows of each node.
    weights: Vec<f64>,
    /// How much each node's question improves; 0 for leaves.
    gains: Vec<f64>,
    /// Whether any question is about levels.
    asks_levels: bool,
    /// What walks fast, once it is needed; none if these trees have no such form.
    layout: OnceLock<Option<Layout>>,
}

impl PartialEq for Grove {
    fn eq(&self, other: &Grove) -> bool {
        (self.outputs, self.leaf_width, &self.roots, &self.steps)
            == (other.outputs, other.leaf_width, &other.roots, &other.steps)
            && (&self.levels, &self.values, &self.weights, &self.gains)
                == (&other.levels, &other.values, &other.weights, &other.gains)
    }
}

/// A node that asks is no leaf.
const NO_LEAF: u32 = u32::MAX;

/// A node as it is walked: sixteen bytes.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Step {
    /// Up to which number rows go to the first child. For levels, where their bits begin and how many words they are.
    threshold: f64,
    /// The column and flags.
    place: u32,
    /// The first child, the second comes after it; a leaf leads to itself, so that a walk needs no end.
    next: u32,
}

impl Step {
    /// No number is above infinity, and missing values go first: the walk stays.
    fn leaf(node: u32) -> Step {
        Step { threshold: f64::INFINITY, place: LEAF | MISSING_FIRST, next: node }
    }
}

/// What a node asks, to be read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Ask<'a> {
    /// Nothing: these are its numbers.
    Leaf(&'a [f64]),
    /// Is the number at most this? Yes goes to the first child.
    AtMost { column: usize, threshold: f64, missing_first: bool, children: [usize; 2] },
    /// Is the level one of these (a bit a level)? Levels not in `known` are treated as missing.
    OneOf { column: usize, levels: &'a [u64], known: &'a [u64], missing_first: bool, children: [usize; 2] },
}

impl Ask<'_> {
    /// The column, unless it is a leaf.
    pub fn column(&self) -> Option<usize> {
        match self {
            Ask::Leaf(_) => None,
            Ask::AtMost { column, .. } | Ask::OneOf { column, .. } => Some(*column),
        }
    }

    /// The children, unless it is a leaf.
    pub fn children(&self) -> Option<[usize; 2]> {
        match self {
            Ask::Leaf(_) => None,
            Ask::AtMost { children, .. } | Ask::OneOf { children, .. } => Some(*children),
        }
    }

    /// The child (0 or 1) that a value leads to: a number for a threshold, a code for levels.
    pub fn side(&self, number: f64, code: u32) -> usize {
        match *self {
            Ask::Leaf(_) => 0,
            Ask::AtMost { missing_first, .. } if number.is_nan() => usize::from(!missing_first),
            Ask::AtMost { threshold, .. } => usize::from(number > threshold),
            Ask::OneOf { known, missing_first, .. } if !has_bit(known, code) => usize::from(!missing_first),
            Ask::OneOf { levels, .. } => usize::from(!has_bit(levels, code)),
        }
    }
}

/// A tree on its way into a grove: nodes in any order, the root first.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Sapling {
    pub nodes: Vec<SaplingNode>,
    /// The numbers of the leaves, one leaf after the other.
    pub values: Vec<f64>,
}

/// A node of a [`Sapling`].
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SaplingNode {
    pub split: Split,
    /// The weight of its training rows.
    pub weight: f64,
    /// How much its question improves.
    pub gain: f64,
}

/// What a node of a [`Sapling`] asks.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Split {
    /// Nothing: which leaf it is.
    Leaf(usize),
    /// Is the number at most this?
    AtMost { column: u32, threshold: f64, missing_first: bool, children: [usize; 2] },
    /// Is the level one of these?
    OneOf { column: u32, levels: Vec<u64>, known: Vec<u64>, missing_first: bool, children: [usize; 2] },
}

impl Grove {
    /// A grove without trees. A leaf holds one number, or one for each output.
    pub fn new(outputs: usize, leaf_width: usize) -> Grove {
        debug_assert!(leaf_width == 1 || leaf_width == outputs);
        Grove {
            outputs,
            leaf_width,
            roots: vec![0],
            steps: Vec::new(),
            levels: Vec::new(),
            leaves: Vec::new(),
            values: Vec::new(),
            weights: Vec::new(),
            gains: Vec::new(),
            asks_levels: false,
            layout: OnceLock::new(),
        }
    }

    /// Adds a tree, its nodes level by level, so that children stand side by side.
    pub fn push(&mut self, sapling: &Sapling) {
        self.layout = OnceLock::new();
        let base = self.steps.len();
        let mut order = vec![0usize];
        let mut at = 0;
        while at < order.len() {
            let node = &sapling.nodes[order[at]];
            let next = (base + order.len()) as u32;
            let mut leaf_number = NO_LEAF;
            let flag = |missing_first: bool| if missing_first { MISSING_FIRST } else { 0 };
            let step = match &node.split {
                Split::Leaf(leaf) => {
                    leaf_number = (self.values.len() / self.leaf_width) as u32;
                    let numbers = &sapling.values[leaf * self.leaf_width..(leaf + 1) * self.leaf_width];
                    self.values.extend_from_slice(numbers);
                    Step::leaf((base + at) as u32)
                }
                Split::AtMost { column, threshold, missing_first, children } => {
                    order.extend(children);
                    Step { threshold: *threshold, place: column | flag(*missing_first), next }
                }
                Split::OneOf { column, levels, known, missing_first, children } => {
                    order.extend(children);
                    self.asks_levels = true;
                    let place = LevelsPlace { start: self.levels.len() as u32, words: levels.len() as u32 };
                    self.levels.extend(levels);
                    self.levels.extend(known);
                    Step { threshold: place.pack(), place: column | LEVELS | flag(*missing_first), next }
                }
            };
            self.steps.push(step);
            self.leaves.push(leaf_number);
            self.weights.push(node.weight);
            self.gains.push(node.gain);
            at += 1;
        }
        self.roots.push(self.steps.len() as u32);
    }

    /// Keeps the first trees only.
    pub fn truncate(&mut self, trees: usize) {
        if trees < self.trees() {
            self.layout = OnceLock::new();
            let nodes = self.roots[trees] as usize;
            self.roots.truncate(trees + 1);
            self.steps.truncate(nodes);
            self.leaves.truncate(nodes);
            self.weights.truncate(nodes);
            self.gains.truncate(nodes);
            let leaves = self.leaves.iter().filter(|&&leaf| leaf != NO_LEAF).count();
            self.values.truncate(leaves * self.leaf_width);
            let bits = self.steps.iter().rfind(|step| step.place & LEVELS != 0).map_or(0, |step| {
                let place = LevelsPlace::unpack(step.threshold);
                (place.start + 2 * place.words) as usize
            });
            self.levels.truncate(bits);
            self.asks_levels = bits > 0;
        }
    }

    /// Adds the trees of another grove, whose leaves hold as many numbers, after its own.
    pub fn append(&mut self, other: Grove) {
        self.layout = OnceLock::new();
        debug_assert!(self.outputs == other.outputs && self.leaf_width == other.leaf_width);
        let (nodes, leaves) = (self.steps.len() as u32, self.leaves() as u32);
        let words = self.levels.len() as u32;
        self.roots.extend(other.roots[1..].iter().map(|root| root + nodes));
        self.steps.extend(other.steps.into_iter().map(|mut step| {
            step.next += nodes;
            if step.place & LEVELS != 0 {
                let place = LevelsPlace::unpack(step.threshold);
                step.threshold = LevelsPlace { start: place.start + words, ..place }.pack();
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
        self.asks_levels |= other.asks_levels;
    }

    /// How many trees there are.
    pub fn trees(&self) -> usize {
        self.roots.len() - 1
    }

    /// How many numbers are predicted for a row.
    pub fn outputs(&self) -> usize {
        self.outputs
    }

    /// How many numbers a leaf holds.
    pub fn leaf_width(&self) -> usize {
        self.leaf_width
    }

    /// How many nodes there are in all trees.
    pub fn nodes(&self) -> usize {
        self.steps.len()
    }

    /// How many leaves there are in all trees.
    pub fn leaves(&self) -> usize {
        self.values.len() / self.leaf_width
    }

    /// The nodes of a tree; the first is its root.
    pub fn nodes_of(&self, tree: usize) -> std::ops::Range<usize> {
        self.roots[tree] as usize..self.roots[tree + 1] as usize
    }

    /// The longest path of a tree, counted in questions.
    pub fn depth(&self, tree: usize) -> usize {
        let nodes = self.nodes_of(tree);
        let mut depths = vec![0usize; nodes.len()];
        // Parents come before their children.
        for node in nodes.clone() {
            for child in self.ask(node).children().into_iter().flatten() {
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

    /// How much a node's question improves.
    pub fn gain(&self, node: usize) -> f64 {
        self.gains[node]
    }

    /// What a node asks.
    pub fn ask(&self, node: usize) -> Ask<'_> {
        let step = self.steps[node];
        let column = (step.place & COLUMN) as usize;
        let missing_first = step.place & MISSING_FIRST != 0;
        let children = [step.next as usize, step.next as usize + 1];
        if step.place & LEAF != 0 {
            Ask::Leaf(self.leaf_numbers(node))
        } else if step.place & LEVELS != 0 {
            let (levels, known) = self.level_bits(step);
            Ask::OneOf { column, levels, known, missing_first, children }
        } else {
            Ask::AtMost { column, threshold: step.threshold, missing_first, children }
        }
    }

    /// Which leaf of all trees a node is; nodes that ask are none.
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
    fn fetch_leaves(&self, nodes: &[u32]) {
        for &node in nodes {
            prefetch(&self.values, self.leaves[node as usize] as usize * self.leaf_width);
        }
    }

    fn level_bits(&self, step: Step) -> (&[u64], &[u64]) {
        let place = LevelsPlace::unpack(step.threshold);
        let (start, words) = (place.start as usize, place.words as usize);
        self.levels[start..start + 2 * words].split_at(words)
    }

    /// How much the questions about each column improve, summed over the nodes of some trees.
    pub fn gains_of_columns(&self, trees: std::ops::Range<usize>, columns: usize) -> Vec<f64> {
        let mut gains = vec![0.0; columns];
        let nodes = self.roots[trees.start] as usize..self.roots[trees.end] as usize;
        for (step, gain) in self.steps[nodes.clone()].iter().zip(&self.gains[nodes]) {
            if step.place & LEAF == 0 {
                gains[(step.place & COLUMN) as usize] += gain;
            }
        }
        gains
    }
}

/// Where the bits of a question about levels are, in the place of a threshold.
#[derive(Clone, Copy)]
struct LevelsPlace {
    start: u32,
    words: u32,
}

impl LevelsPlace {
    /// Two whole numbers below 2²⁶ that a double holds exactly.
    fn pack(self) -> f64 {
        (u64::from(self.start) * WORDS + u64::from(self.words)) as f64
    }

    fn unpack(packed: f64) -> LevelsPlace {
        // As a whole number: a remainder of doubles is a loop.
        let packed = packed as u64;
        LevelsPlace { start: (packed / WORDS) as u32, words: (packed % WORDS) as u32 }
    }
}

/// More words than the levels of a column ever take.
const WORDS: u64 = 1 << 20;

#[cfg(test)]
mod tests;
