//! Sending rows down all trees.
//!
//! Rows are taken in blocks, each laid out row by row, so that all trees find what they ask about close together;
//! eight rows take their next step side by side, without a branch, by ranks where that is possible ([`Quick`]).

use super::quick::Quick;
use super::{COLUMN, Grove, LEAF, LEVELS, MISSING_FIRST, Step};
use crate::bits::has_bit;
use hornbook_data::{Feature, Features, MISSING_CODE, Scalars};
use rayon::prelude::*;

/// Rows of a block.
const BLOCK: usize = 512;
/// Rows that walk side by side.
const LANES: usize = 8;

/// Rows of a block, and where they are worked on.
#[derive(Default)]
struct Block {
    /// The numbers row by row.
    numbers: Vec<f64>,
    rows: usize,
    ranks: Vec<u16>,
    has_missing: Vec<bool>,
}

impl Grove {
    /// Adds to `out`, which has a number for each output of each row, what the trees in a range say.
    pub fn add_up(&self, rows: &Features<'_>, trees: std::ops::Range<usize>, out: &mut [f64]) {
        out.par_chunks_mut(BLOCK * self.outputs).enumerate().for_each_init(
            Block::default,
            |block, (at, out)| {
                self.fill(block, rows, at * BLOCK, out.len() / self.outputs);
                for tree in trees.clone() {
                    let output = self.output_of(tree);
                    self.walk(tree, block, |row, node| {
                        let numbers = self.leaf_numbers(node);
                        if self.leaf_width == 1 {
                            out[row * self.outputs + output] += numbers[0];
                        } else {
                            let out = &mut out[row * self.outputs..(row + 1) * self.outputs];
                            out.iter_mut().zip(numbers).for_each(|(o, x)| *o += x);
                        }
                    });
                }
            },
        );
    }

    /// The node where each row ends in each tree, row by row.
    pub fn ends(&self, rows: &Features<'_>) -> Vec<u32> {
        let mut ends = vec![0u32; rows.rows() * self.trees()];
        let width = self.trees().max(1);
        ends.par_chunks_mut(BLOCK * width).enumerate().for_each_init(Block::default, |block, (at, ends)| {
            self.fill(block, rows, at * BLOCK, ends.len() / width);
            for tree in 0..self.trees() {
                self.walk(tree, block, |row, node| ends[row * width + tree] = node as u32);
            }
        });
        ends
    }

    /// Lays some rows out.
    fn fill(&self, block: &mut Block, rows: &Features<'_>, first: usize, count: usize) {
        block_of(rows, first, count, &mut block.numbers);
        block.rows = count;
        if let Some(quick) = self.quick() {
            quick.ranks(&block.numbers, rows.width(), &mut block.ranks, &mut block.has_missing);
        }
    }

    /// Sends the rows of a block down one tree.
    fn walk(&self, tree: usize, block: &Block, mut finish: impl FnMut(usize, usize)) {
        let root = self.roots[tree];
        // A tree that is one leaf may know no column at all.
        if self.steps[root as usize].place & LEAF != 0 {
            return (0..block.rows).for_each(|row| finish(row, root as usize));
        }
        let width = block.numbers.len() / block.rows;
        for (group, rows) in block.numbers.chunks(LANES * width).enumerate() {
            let first = group * LANES;
            let count = rows.len() / width;
            let ends = match self.quick() {
                Some(quick) if !block.has_missing[first..first + count].contains(&true) => {
                    quick.walk(root, &block.ranks[first * width..(first + count) * width], width)
                }
                _ => self.walk_slowly(root, rows, width),
            };
            for (lane, &node) in ends[..count].iter().enumerate() {
                finish(first + lane, node as usize);
            }
        }
    }

    /// The nodes where up to eight rows end, whatever is asked and missing.
    fn walk_slowly(&self, root: u32, rows: &[f64], width: usize) -> [u32; LANES] {
        let mut at = [root; LANES];
        let lanes = &mut at[..rows.len() / width];
        loop {
            let mut moved = 0;
            for (row, position) in rows.chunks_exact(width).zip(lanes.iter_mut()) {
                let step = self.steps[*position as usize];
                let x = row[(step.place & COLUMN) as usize];
                let next = if self.asks_levels { self.step_any(step, x) } else { step_number(step, x) };
                moved |= next ^ *position;
                *position = next;
            }
            if moved == 0 {
                return at;
            }
        }
    }

    /// The quick form, made when rows are first sent down.
    fn quick(&self) -> Option<&Quick> {
        self.quick.get_or_init(|| Quick::of(self)).as_ref()
    }

    #[inline]
    fn step_any(&self, step: Step, x: f64) -> u32 {
        if step.place & LEVELS == 0 {
            return step_number(step, x);
        }
        let (levels, known) = self.level_bits(step);
        let code = if x.is_nan() { MISSING_CODE } else { x as u32 };
        let first =
            if has_bit(known, code) { has_bit(levels, code) } else { step.place & MISSING_FIRST != 0 };
        step.next + u32::from(!first)
    }
}

// A comparison with NaN is false, and `!(x > t)` is how missing values go first.
#[inline]
#[allow(clippy::neg_cmp_op_on_partial_ord)]
fn step_number(step: Step, x: f64) -> u32 {
    let missing_first = step.place & MISSING_FIRST != 0;
    let first = if missing_first { !(x > step.threshold) } else { x <= step.threshold };
    step.next + u32::from(!first)
}

/// Some rows, row by row: numbers as they are, codes as numbers, missing values as NaN.
fn block_of(rows: &Features<'_>, first: usize, count: usize, block: &mut Vec<f64>) {
    let width = rows.width();
    block.clear();
    match rows {
        Features::Matrix(matrix) => {
            let range = first * width..(first + count) * width;
            match matrix.values() {
                Scalars::F64(values) => block.extend_from_slice(&values[range]),
                Scalars::F32(values) => block.extend(values[range].iter().map(|&x| f64::from(x))),
            }
        }
        Features::Columns(columns, _) => {
            block.resize(count * width, 0.0);
            for (column, feature) in columns.iter().enumerate() {
                let cells = block[column..].iter_mut().step_by(width);
                match feature {
                    Feature::Number(values) => {
                        cells.zip(&values[first..first + count]).for_each(|(cell, x)| *cell = *x);
                    }
                    Feature::Code(codes, _) => {
                        let number = |code| if code == MISSING_CODE { f64::NAN } else { f64::from(code) };
                        cells.zip(&codes[first..first + count]).for_each(|(cell, &c)| *cell = number(c));
                    }
                }
            }
        }
    }
}
