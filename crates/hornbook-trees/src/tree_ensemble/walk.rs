//! Sending rows down all trees.
//!
//! Rows are taken in blocks, each laid out row by row, so that all trees find what they split on close together;
//! eight rows take their next step side by side, without a branch.

use super::layout::InferenceLayout;
use super::{COLUMN, LEAF, LEVELS, MISSING_FIRST, PackedNode, TreeEnsemble};
use crate::bits::has_bit;
use hornbook_data::{Feature, Features, MISSING_CODE, Scalars};
use rayon::prelude::*;
use std::ops::Range;

/// Rows of a block.
const BLOCK: usize = 512;
/// Rows that walk side by side.
const LANES: usize = 8;

impl TreeEnsemble {
    /// Adds to `out`, which has a number for each output of each row, what the trees in a range say.
    pub fn predict_into(&self, rows: &Features<'_>, trees: Range<usize>, out: &mut [f64]) {
        // Laying the ensemble out costs a step for each node; a few rows are faster without.
        let is_few = rows.rows().saturating_mul(8 * self.trees()) < self.nodes();
        let layout = match is_few {
            true => self.layout.get().and_then(Option::as_ref),
            false => self.layout_for(rows.width()),
        };
        if let Some(layout) = layout
            && layout.width() == rows.width()
        {
            return layout.predict_into(self, rows, trees, out);
        }
        self.predict_into_plain(rows, trees, out);
    }

    /// Makes the form for many rows of so many columns, if there is one and it is not made yet.
    pub fn build_layout(&self, columns: usize) {
        self.layout_for(columns);
    }

    fn layout_for(&self, columns: usize) -> Option<&InferenceLayout> {
        self.layout.get_or_init(|| InferenceLayout::of(self, columns)).as_ref()
    }

    /// The same by the nodes themselves, whatever their splits.
    pub(super) fn predict_into_plain(&self, rows: &Features<'_>, trees: Range<usize>, out: &mut [f64]) {
        out.par_chunks_mut(BLOCK * self.outputs).enumerate().for_each_init(Vec::new, |block, (at, out)| {
            let count = out.len() / self.outputs;
            block_of(rows, at * BLOCK, count, block);
            for tree in trees.clone() {
                self.walk(tree, block, count, |row, node| self.add_leaf(tree, node, row, out));
            }
        });
    }

    /// Adds what a leaf of a tree says to the numbers of a row.
    #[inline]
    pub(super) fn add_leaf(&self, tree: usize, node: usize, row: usize, out: &mut [f64]) {
        let numbers = self.leaf_numbers(node);
        if self.leaf_width == 1 {
            out[row * self.outputs + self.output_of(tree)] += numbers[0];
        } else {
            let out = &mut out[row * self.outputs..(row + 1) * self.outputs];
            out.iter_mut().zip(numbers).for_each(|(o, x)| *o += x);
        }
    }

    /// The node where each row ends in each tree, row by row.
    pub fn apply(&self, rows: &Features<'_>) -> Vec<u32> {
        let mut ends = vec![0u32; rows.rows() * self.trees()];
        let width = self.trees().max(1);
        ends.par_chunks_mut(BLOCK * width).enumerate().for_each_init(Vec::new, |block, (at, ends)| {
            let count = ends.len() / width;
            block_of(rows, at * BLOCK, count, block);
            for tree in 0..self.trees() {
                self.walk(tree, block, count, |row, node| ends[row * width + tree] = node as u32);
            }
        });
        ends
    }

    /// Sends the rows of a block down one tree.
    fn walk(&self, tree: usize, block: &[f64], count: usize, mut finish: impl FnMut(usize, usize)) {
        let root = self.roots[tree];
        // A tree that is one leaf may know no column at all.
        if self.packed[root as usize].column_flags & LEAF != 0 {
            return (0..count).for_each(|row| finish(row, root as usize));
        }
        let width = block.len() / count;
        match self.has_level_splits {
            true => self.walk_by(|step, x| self.step_any(step, x), root, block, width, finish),
            false => self.walk_by(step_number, root, block, width, finish),
        }
    }

    /// The same, with a step at a time taken by a function that the compiler sees.
    #[inline]
    fn walk_by(
        &self,
        step: impl Fn(PackedNode, f64) -> u32,
        root: u32,
        block: &[f64],
        width: usize,
        mut finish: impl FnMut(usize, usize),
    ) {
        let next = |at: u32, rows: &[f64], start: usize| {
            let from = self.packed[at as usize];
            step(from, rows[start + (from.column_flags & COLUMN) as usize])
        };
        let groups = block.chunks_exact(LANES * width);
        let rest = groups.remainder();
        let first_of_rest = (block.len() - rest.len()) / width;
        for (group, rows) in groups.enumerate() {
            let mut at = [root; LANES];
            loop {
                let mut moved = 0;
                for (lane, position) in at.iter_mut().enumerate() {
                    let to = next(*position, rows, lane * width);
                    moved |= to ^ *position;
                    *position = to;
                }
                if moved == 0 {
                    break;
                }
            }
            for (lane, node) in at.into_iter().enumerate() {
                finish(group * LANES + lane, node as usize);
            }
        }
        for (row, values) in rest.chunks_exact(width).enumerate() {
            let mut at = root;
            while next(at, values, 0) != at {
                at = next(at, values, 0);
            }
            finish(first_of_rest + row, at as usize);
        }
    }

    #[inline]
    fn step_any(&self, step: PackedNode, x: f64) -> u32 {
        if step.column_flags & LEVELS == 0 {
            return step_number(step, x);
        }
        let (levels, known) = self.level_bits(step);
        let code = if x.is_nan() { MISSING_CODE } else { x as u32 };
        let first =
            if has_bit(known, code) { has_bit(levels, code) } else { step.column_flags & MISSING_FIRST != 0 };
        step.next + u32::from(!first)
    }
}

// A comparison with NaN is false, and `!(x > t)` is how missing values go first.
#[inline]
#[allow(clippy::neg_cmp_op_on_partial_ord)]
fn step_number(step: PackedNode, x: f64) -> u32 {
    let missing_first = step.column_flags & MISSING_FIRST != 0;
    let first = if missing_first { !(x > step.threshold) } else { x <= step.threshold };
    step.next + u32::from(!first)
}

/// Some rows, row by row: numbers as they are, codes as numbers, missing values as NaN.
pub(super) fn block_of(rows: &Features<'_>, first: usize, count: usize, block: &mut Vec<f64>) {
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
        Features::Sparse(rows) => {
            block.resize(count * width, 0.0);
            rows.view().part(first..first + count).write_dense(block);
        }
        Features::Columns(columns, _) => {
            block.resize(count * width, 0.0);
            for (column, feature) in columns.iter().enumerate() {
                let mut cells = block[column..].iter_mut().step_by(width);
                for_each_number(feature, first..first + count, |x| {
                    cells.next().into_iter().for_each(|cell| *cell = x);
                });
            }
        }
    }
}

/// Some values of a feature: numbers as they are, codes as numbers, missing values as NaN.
#[inline]
pub(super) fn for_each_number(feature: &Feature, range: Range<usize>, mut take: impl FnMut(f64)) {
    match feature {
        Feature::Number(values) => values[range].iter().for_each(|&x| take(x)),
        Feature::Code(codes, _) => {
            let number = |code| if code == MISSING_CODE { f64::NAN } else { f64::from(code) };
            codes[range].iter().for_each(|&code| take(number(code)));
        }
        Feature::Text(_) | Feature::Object(_) => range.for_each(|_| take(f64::NAN)),
    }
}
