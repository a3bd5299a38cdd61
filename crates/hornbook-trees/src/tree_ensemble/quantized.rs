//! A tree ensemble laid out for predicting many rows: values are bytes (see [`ThresholdRanks`]) and a node is eight.
//!
//! A tree that is walked often must stay near the processor, and so must the rows that walk it.

use super::threshold_ranks::{MISSING, ThresholdRanks};
use super::walk::block_of;
use super::{SplitTest, TreeEnsemble};
use hornbook_data::Features;
use rayon::prelude::*;
use std::ops::Range;

/// Most rows of a block. The more rows walk a tree while it is near, the better.
const BLOCK: usize = 8192;

/// Rows that walk side by side, and how many steps they take before those that have arrived are left out.
const TOGETHER: usize = 64;
const STEPS: usize = 4;

/// A row of a group, and the node it stands at.
#[derive(Clone, Copy)]
struct RowCursor {
    row: u32,
    at: u32,
}

/// The nodes of a [`TreeEnsemble`] in eight bytes each.
#[derive(Debug, Clone)]
pub(super) struct QuantizedTrees {
    ranks: ThresholdRanks,
    nodes: Vec<QuantizedNode>,
}

/// A row goes to the child after `next` if its byte, with `turn` added, is above `rank`. A turn of 1 makes the byte of
/// missing values 0, so that they go to the first child. A leaf leads to itself.
#[derive(Debug, Clone, Copy)]
struct QuantizedNode {
    next: u32,
    column: u16,
    rank: u8,
    turn: u8,
}

impl QuantizedTrees {
    /// The layout, if there are few enough columns.
    pub fn of(ensemble: &TreeEnsemble, ranks: ThresholdRanks) -> Option<QuantizedTrees> {
        if ranks.columns() == 0 || ranks.columns() > usize::from(u16::MAX) {
            return None;
        }
        let step = |node: usize| match ensemble.test(node) {
            SplitTest::AtMost { column, threshold, missing_first, children } => {
                let turn = u8::from(missing_first);
                let rank = ranks.of_threshold(column, threshold) + turn;
                QuantizedNode { next: children[0] as u32, column: column as u16, rank, turn }
            }
            _ => QuantizedNode { next: node as u32, column: 0, rank: MISSING, turn: 0 },
        };
        let nodes = (0..ensemble.nodes()).into_par_iter().map(step).collect();
        Some(QuantizedTrees { ranks, nodes })
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
        // As many blocks for every thread.
        let threads = rayon::current_num_threads();
        let rounds = rows.rows().div_ceil(threads * BLOCK).max(1);
        let block = rows.rows().div_ceil(threads * rounds).max(1);
        out.par_chunks_mut(block * outputs).enumerate().for_each_init(
            || (Vec::new(), Vec::new()),
            |(numbers, bytes), (at, out)| {
                let count = out.len() / outputs;
                block_of(rows, at * block, count, numbers);
                self.ranks(numbers, bytes);
                for tree in trees.clone() {
                    self.walk(ensemble.roots[tree], bytes, |first, leaves| {
                        ensemble.prefetch_leaves(leaves);
                        for (row, &leaf) in leaves.iter().enumerate() {
                            ensemble.add_leaf(tree, leaf as usize, first + row, out);
                        }
                    });
                }
            },
        );
    }

    /// The byte of each number of a block, column by column, so that the thresholds of one column stay near.
    fn ranks(&self, numbers: &[f64], bytes: &mut Vec<u8>) {
        bytes.clear();
        bytes.resize(numbers.len(), 0);
        let width = self.ranks.columns();
        let mut strip = Vec::with_capacity(numbers.len() / width);
        for column in 0..width {
            strip.clear();
            strip.extend(numbers[column..].iter().step_by(width));
            self.ranks.of_numbers(column, &strip, |row, rank| bytes[row * width + column] = rank);
        }
    }

    /// Sends the rows of a block down one tree, some side by side. `finish` gets the first row of a few, and their leaves.
    fn walk(&self, root: u32, bytes: &[u8], mut finish: impl FnMut(usize, &[u32])) {
        let width = self.ranks.columns();
        for (group, rows) in bytes.chunks(TOGETHER * width).enumerate() {
            let count = rows.len() / width;
            let mut cursors: [RowCursor; TOGETHER] =
                std::array::from_fn(|row| RowCursor { row: row as u32, at: root });
            let mut ends = [root; TOGETHER];
            let mut under_way = count;
            while under_way > 0 {
                let walking = &mut cursors[..under_way];
                for _ in 0..STEPS {
                    for cursor in walking.iter_mut() {
                        cursor.at = self.next(cursor.at, rows, cursor.row as usize * width);
                    }
                }
                // Leaves of one tree lie at many depths: who has arrived need not go on with the others.
                let mut kept = 0;
                for index in 0..under_way {
                    let cursor = cursors[index];
                    ends[cursor.row as usize] = cursor.at;
                    cursors[kept] = cursor;
                    kept += usize::from(self.nodes[cursor.at as usize].next != cursor.at);
                }
                under_way = kept;
            }
            finish(group * TOGETHER, &ends[..count]);
        }
    }

    /// Where the row that begins at `start` goes from a node.
    #[inline(always)]
    fn next(&self, at: u32, bytes: &[u8], start: usize) -> u32 {
        let step = self.nodes[at as usize];
        let is_second = bytes[start + usize::from(step.column)].wrapping_add(step.turn) > step.rank;
        step.next + u32::from(is_second)
    }
}
