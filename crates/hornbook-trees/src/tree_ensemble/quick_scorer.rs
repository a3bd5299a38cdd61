//! A tree ensemble of small trees laid out for predicting many rows: all splits of a tree at once, for thirty-two rows side by
//! side, without a walk.
//!
//! The leaves of a tree are numbered from the first side to the second. At first any leaf may be a row's; a split that
//! sends the row to its second child strikes out the leaves under its first; the row ends in the first leaf that is left.
//! Which leaves are left is a bit each, eight leaves (a *plane*) in a byte, and a byte for each of the rows makes a vector.
//! So a split costs a comparison and two logical operations for all thirty-two rows, in any order and with nothing to
//! guess, where a walk waits for memory at each step. (The idea of striking out leaves is QuickScorer's, Lucchese et al.
//! 2015.)

use super::threshold_ranks::ThresholdRanks;
use super::walk::for_each_number;
use super::{SplitTest, TreeEnsemble};
use hornbook_data::{Features, Scalars};
use hornbook_math::simd::{self, SimdKernel};
use rayon::prelude::*;
use std::ops::Range;

/// Rows side by side: a vector of bytes.
const LANES: usize = 32;
/// Leaves of a plane.
const PLANE: usize = 8;
/// Most leaves of a tree. All splits are evaluated, so that large trees are walked faster.
const MOST_LEAVES: usize = 64;
/// Rows of a block, whose bytes should stay near while all trees read them.
const BLOCK: usize = 16 * LANES;

/// Small trees as splits that strike out leaves.
#[derive(Debug, Clone)]
pub(super) struct QuickScorer {
    ranks: ThresholdRanks,
    trees: Vec<MaskedTree>,
    /// Where the splits of each plane of each tree begin, and the end.
    planes: Vec<u32>,
    masks: Vec<LeafMask>,
    /// The numbers of the leaves of each tree from the first side to the second.
    values: Vec<f64>,
}

#[derive(Debug, Clone)]
struct MaskedTree {
    planes: Range<usize>,
    /// Where the numbers of its leaves are.
    values: Range<usize>,
}

/// Rows whose byte in this strip is above `rank` keep the leaves in `keep` only, of those in a plane.
#[derive(Debug, Clone, Copy)]
struct LeafMask {
    strip: u32,
    rank: u8,
    keep: u8,
}

impl QuickScorer {
    /// The layout, if all trees are small.
    pub fn of(ensemble: &TreeEnsemble, ranks: &ThresholdRanks) -> Option<QuickScorer> {
        let leaves_of = |tree| {
            ensemble.nodes_of(tree).filter(|&node| matches!(ensemble.test(node), SplitTest::Leaf(_))).count()
        };
        if ranks.columns() == 0 || (0..ensemble.trees()).any(|tree| leaves_of(tree) > MOST_LEAVES) {
            return None;
        }
        let mut masks = QuickScorer {
            ranks: ranks.clone(),
            trees: Vec::new(),
            planes: vec![0],
            masks: Vec::new(),
            values: Vec::new(),
        };
        (0..ensemble.trees()).try_for_each(|tree| masks.push(ensemble, tree))?;
        Some(masks)
    }

    fn push(&mut self, ensemble: &TreeEnsemble, tree: usize) -> Option<()> {
        let first_value = self.values.len();
        let mut asked = Vec::new();
        let leaves = self.number_leaves(ensemble, ensemble.nodes_of(tree).start, 0, &mut asked)?;
        let first_plane = self.planes.len() - 1;
        for plane in 0..leaves.div_ceil(PLANE) {
            let bit = |leaf: usize| 1u8 << (leaf - plane * PLANE);
            let within = |struck: &Range<usize>| {
                let from = struck.start.max(plane * PLANE);
                let to = struck.end.min((plane + 1) * PLANE);
                (from..to).fold(0u8, |bits, leaf| bits | bit(leaf))
            };
            for (strip, rank, struck) in &asked {
                match within(struck) {
                    0 => {}
                    bits => self.masks.push(LeafMask { strip: *strip, rank: *rank, keep: !bits }),
                }
            }
            self.planes.push(self.masks.len() as u32);
        }
        let planes = first_plane..self.planes.len() - 1;
        self.trees.push(MaskedTree { planes, values: first_value..self.values.len() });
        Some(())
    }

    /// Numbers the leaves under a node, the next of which is `leaf`, keeps their values, and notes what each split
    /// strikes out. Returns the number after the last; none if a split is on levels.
    fn number_leaves(
        &mut self,
        ensemble: &TreeEnsemble,
        node: usize,
        leaf: usize,
        asked: &mut Vec<(u32, u8, Range<usize>)>,
    ) -> Option<usize> {
        match ensemble.test(node) {
            SplitTest::Leaf(numbers) => {
                self.values.extend_from_slice(numbers);
                Some(leaf + 1)
            }
            SplitTest::OneOf { .. } => None,
            SplitTest::AtMost { column, threshold, missing_first, children } => {
                let middle = self.number_leaves(ensemble, children[0], leaf, asked)?;
                let turn = u8::from(missing_first);
                let rank = self.ranks.of_threshold(column, threshold) + turn;
                asked.push((2 * column as u32 + u32::from(turn), rank, leaf..middle));
                self.number_leaves(ensemble, children[1], middle, asked)
            }
        }
    }

    /// How many columns rows must have.
    pub fn width(&self) -> usize {
        self.ranks.columns()
    }

    /// Adds to `out`, which has a number for each output of each row, what some trees of the ensemble say.
    pub fn predict_into(
        &self,
        ensemble: &TreeEnsemble,
        rows: &Features<'_>,
        trees: Range<usize>,
        out: &mut [f64],
    ) {
        let outputs = ensemble.outputs;
        out.par_chunks_mut(BLOCK * outputs).enumerate().for_each_init(
            || (Vec::new(), Vec::new()),
            |(numbers, bytes), (at, out)| {
                self.strips(rows, at * BLOCK, out.len() / outputs, numbers, bytes);
                for tree in trees.clone() {
                    let first_output = if ensemble.leaf_width == 1 { ensemble.output_of(tree) } else { 0 };
                    simd::run(AddTreeScores {
                        masks: LeafMasks {
                            planes: &self.planes[self.trees[tree].planes.start..=self.trees[tree].planes.end],
                            masks: &self.masks,
                        },
                        values: &self.values[self.trees[tree].values.clone()],
                        leaf_width: ensemble.leaf_width,
                        strips: 2 * self.width(),
                        bytes,
                        first_output,
                        outputs,
                        out,
                    });
                }
            },
        );
    }

    /// The bytes of a block, for thirty-two rows after thirty-two rows: for each column two strips, in the first of which
    /// missing values are above, and in the second (where all positions are one more) below every rank.
    fn strips(
        &self,
        rows: &Features<'_>,
        first: usize,
        count: usize,
        numbers: &mut Vec<f64>,
        bytes: &mut Vec<u8>,
    ) {
        let strips = 2 * self.width();
        bytes.clear();
        bytes.resize(count.next_multiple_of(LANES) * strips, 0);
        for column in 0..self.width() {
            numbers_of(rows, column, first, count, numbers);
            self.ranks.of_numbers(column, numbers, |row, rank| {
                let at = (row / LANES * strips + 2 * column) * LANES + row % LANES;
                bytes[at] = rank;
                bytes[at + LANES] = rank.wrapping_add(1);
            });
        }
    }
}

/// One tree for all rows of a block.
struct AddTreeScores<'a> {
    masks: LeafMasks<'a>,
    values: &'a [f64],
    leaf_width: usize,
    strips: usize,
    bytes: &'a [u8],
    first_output: usize,
    outputs: usize,
    out: &'a mut [f64],
}

/// The splits of a tree, plane by plane.
struct LeafMasks<'a> {
    planes: &'a [u32],
    masks: &'a [LeafMask],
}

impl SimdKernel for AddTreeScores<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let (outputs, leaf_width) = (self.outputs, self.leaf_width);
        let groups = self.bytes.chunks_exact(LANES * self.strips);
        for (group, out) in groups.zip(self.out.chunks_mut(LANES * outputs)) {
            let leaves = self.masks.leaves(group);
            for (out, leaf) in out.chunks_exact_mut(outputs).zip(leaves) {
                let leaf = usize::from(leaf);
                if leaf_width == 1 {
                    out[self.first_output] += self.values[leaf];
                } else {
                    let numbers = &self.values[leaf * leaf_width..][..leaf_width];
                    out.iter_mut().zip(numbers).for_each(|(sum, x)| *sum += x);
                }
            }
        }
    }
}

impl LeafMasks<'_> {
    /// The leaves of thirty-two rows.
    #[inline(always)]
    fn leaves(&self, group: &[u8]) -> [u8; LANES] {
        let mut leaves = [0u8; LANES];
        for (plane, range) in self.planes.windows(2).enumerate().rev() {
            let mut left = [u8::MAX; LANES];
            for mask in &self.masks[range[0] as usize..range[1] as usize] {
                let cells = &group[mask.strip as usize * LANES..][..LANES];
                for (left, &cell) in left.iter_mut().zip(cells) {
                    let stays = if cell <= mask.rank { u8::MAX } else { 0 };
                    *left &= stays | mask.keep;
                }
            }
            for (leaf, left) in leaves.iter_mut().zip(left) {
                let first = (plane * PLANE) as u8 + left.trailing_zeros() as u8;
                *leaf = if left == 0 { *leaf } else { first };
            }
        }
        leaves
    }
}

/// Some numbers of a column.
fn numbers_of(rows: &Features<'_>, column: usize, first: usize, count: usize, numbers: &mut Vec<f64>) {
    numbers.clear();
    match rows {
        Features::Matrix(matrix) => {
            let width = matrix.columns();
            let cells = first * width + column..(first + count) * width;
            match matrix.values() {
                Scalars::F64(values) => numbers.extend(values[cells].iter().step_by(width)),
                Scalars::F32(values) => {
                    numbers.extend(values[cells].iter().step_by(width).map(|&x| f64::from(x)));
                }
            }
        }
        Features::Sparse(rows) => {
            let view = rows.view();
            numbers.extend((first..first + count).map(|row| view.at(row, column)));
        }
        Features::Columns(columns, _) => {
            for_each_number(&columns[column], first..first + count, |x| numbers.push(x));
        }
    }
}
