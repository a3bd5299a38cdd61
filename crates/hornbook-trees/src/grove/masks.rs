//! A grove of small trees laid out for predicting many rows: all questions of a tree at once, for thirty-two rows side by
//! side, without a walk.
//!
//! The leaves of a tree are numbered from the first side to the second. At first any leaf may be a row's; a question that
//! sends the row to its second child strikes out the leaves under its first; the row ends in the first leaf that is left.
//! Which leaves are left is a bit each, eight leaves (a *plane*) in a byte, and a byte for each of the rows makes a vector.
//! So a question costs a comparison and two logical operations for all thirty-two rows, in any order and with nothing to
//! guess, where a walk waits for memory at each step. (The idea of striking out leaves is QuickScorer's, Lucchese et al.
//! 2015.)

use super::places::Places;
use super::walk::for_each_number;
use super::{Ask, Grove};
use hornbook_data::{Features, Scalars};
use hornbook_math::wide::{self, Work};
use rayon::prelude::*;
use std::ops::Range;

/// Rows side by side: a vector of bytes.
const LANES: usize = 32;
/// Leaves of a plane.
const PLANE: usize = 8;
/// Most leaves of a tree. All questions are asked, so that large trees are walked faster.
const MOST_LEAVES: usize = 64;
/// Rows of a block, whose bytes should stay near while all trees ask about them.
const BLOCK: usize = 16 * LANES;

/// Small trees as questions that strike out leaves.
#[derive(Debug, Clone)]
pub(super) struct MaskGrove {
    places: Places,
    trees: Vec<SmallTree>,
    /// Where the questions of each plane of each tree begin, and the end.
    planes: Vec<u32>,
    questions: Vec<Question>,
    /// The numbers of the leaves of each tree from the first side to the second.
    values: Vec<f64>,
}

#[derive(Debug, Clone)]
struct SmallTree {
    planes: Range<usize>,
    /// Where the numbers of its leaves are.
    values: Range<usize>,
}

/// Rows whose byte in this strip is above `place` keep the leaves in `keep` only, of those in a plane.
#[derive(Debug, Clone, Copy)]
struct Question {
    strip: u32,
    place: u8,
    keep: u8,
}

impl MaskGrove {
    /// The layout, if all trees are small.
    pub fn of(grove: &Grove, places: &Places) -> Option<MaskGrove> {
        let leaves_of =
            |tree| grove.nodes_of(tree).filter(|&node| matches!(grove.ask(node), Ask::Leaf(_))).count();
        if places.columns() == 0 || (0..grove.trees()).any(|tree| leaves_of(tree) > MOST_LEAVES) {
            return None;
        }
        let mut masks = MaskGrove {
            places: places.clone(),
            trees: Vec::new(),
            planes: vec![0],
            questions: Vec::new(),
            values: Vec::new(),
        };
        (0..grove.trees()).try_for_each(|tree| masks.push(grove, tree))?;
        Some(masks)
    }

    fn push(&mut self, grove: &Grove, tree: usize) -> Option<()> {
        let first_value = self.values.len();
        let mut asked = Vec::new();
        let leaves = self.number_leaves(grove, grove.nodes_of(tree).start, 0, &mut asked)?;
        let first_plane = self.planes.len() - 1;
        for plane in 0..leaves.div_ceil(PLANE) {
            let bit = |leaf: usize| 1u8 << (leaf - plane * PLANE);
            let within = |struck: &Range<usize>| {
                let from = struck.start.max(plane * PLANE);
                let to = struck.end.min((plane + 1) * PLANE);
                (from..to).fold(0u8, |bits, leaf| bits | bit(leaf))
            };
            for (strip, place, struck) in &asked {
                match within(struck) {
                    0 => {}
                    bits => self.questions.push(Question { strip: *strip, place: *place, keep: !bits }),
                }
            }
            self.planes.push(self.questions.len() as u32);
        }
        let planes = first_plane..self.planes.len() - 1;
        self.trees.push(SmallTree { planes, values: first_value..self.values.len() });
        Some(())
    }

    /// Numbers the leaves under a node, the next of which is `leaf`, keeps their values, and notes what each question
    /// strikes out. Returns the number after the last; none if a question is about levels.
    fn number_leaves(
        &mut self,
        grove: &Grove,
        node: usize,
        leaf: usize,
        asked: &mut Vec<(u32, u8, Range<usize>)>,
    ) -> Option<usize> {
        match grove.ask(node) {
            Ask::Leaf(numbers) => {
                self.values.extend_from_slice(numbers);
                Some(leaf + 1)
            }
            Ask::OneOf { .. } => None,
            Ask::AtMost { column, threshold, missing_first, children } => {
                let middle = self.number_leaves(grove, children[0], leaf, asked)?;
                let turn = u8::from(missing_first);
                let place = self.places.of_threshold(column, threshold) + turn;
                asked.push((2 * column as u32 + u32::from(turn), place, leaf..middle));
                self.number_leaves(grove, children[1], middle, asked)
            }
        }
    }

    /// How many columns rows must have.
    pub fn width(&self) -> usize {
        self.places.columns()
    }

    /// Adds to `out`, which has a number for each output of each row, what some trees of the grove say.
    pub fn add_up(&self, grove: &Grove, rows: &Features<'_>, trees: Range<usize>, out: &mut [f64]) {
        let outputs = grove.outputs;
        out.par_chunks_mut(BLOCK * outputs).enumerate().for_each_init(
            || (Vec::new(), Vec::new()),
            |(numbers, bytes), (at, out)| {
                self.strips(rows, at * BLOCK, out.len() / outputs, numbers, bytes);
                for tree in trees.clone() {
                    let first_output = if grove.leaf_width == 1 { grove.output_of(tree) } else { 0 };
                    wide::run(AddTree {
                        questions: Questions {
                            planes: &self.planes[self.trees[tree].planes.start..=self.trees[tree].planes.end],
                            questions: &self.questions,
                        },
                        values: &self.values[self.trees[tree].values.clone()],
                        leaf_width: grove.leaf_width,
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
    /// missing values are above, and in the second (where all places are one more) below every place.
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
            self.places.of_numbers(column, numbers, |row, place| {
                let at = (row / LANES * strips + 2 * column) * LANES + row % LANES;
                bytes[at] = place;
                bytes[at + LANES] = place.wrapping_add(1);
            });
        }
    }
}

/// One tree for all rows of a block.
struct AddTree<'a> {
    questions: Questions<'a>,
    values: &'a [f64],
    leaf_width: usize,
    strips: usize,
    bytes: &'a [u8],
    first_output: usize,
    outputs: usize,
    out: &'a mut [f64],
}

/// The questions of a tree, plane by plane.
struct Questions<'a> {
    planes: &'a [u32],
    questions: &'a [Question],
}

impl Work for AddTree<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let (outputs, leaf_width) = (self.outputs, self.leaf_width);
        let groups = self.bytes.chunks_exact(LANES * self.strips);
        for (group, out) in groups.zip(self.out.chunks_mut(LANES * outputs)) {
            let leaves = self.questions.leaves(group);
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

impl Questions<'_> {
    /// The leaves of thirty-two rows.
    #[inline(always)]
    fn leaves(&self, group: &[u8]) -> [u8; LANES] {
        let mut leaves = [0u8; LANES];
        for (plane, range) in self.planes.windows(2).enumerate().rev() {
            let mut left = [u8::MAX; LANES];
            for question in &self.questions[range[0] as usize..range[1] as usize] {
                let cells = &group[question.strip as usize * LANES..][..LANES];
                for (left, &cell) in left.iter_mut().zip(cells) {
                    let stays = if cell <= question.place { u8::MAX } else { 0 };
                    *left &= stays | question.keep;
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
