//! A grove laid out for predicting many rows: values are bytes (see [`Places`]) and a node is eight.
//!
//! A tree that is walked often must stay near the processor, and so must the rows that walk it.

use super::places::{MISSING, Places};
use super::walk::block_of;
use super::{Ask, Grove};
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
struct Walker {
    row: u32,
    at: u32,
}

/// The nodes of a [`Grove`] in eight bytes each.
#[derive(Debug, Clone)]
pub(super) struct ByteGrove {
    places: Places,
    steps: Vec<ByteStep>,
}

/// A row goes to the child after `next` if its byte, with `turn` added, is above `place`. A turn of 1 makes the byte of
/// missing values 0, so that they go to the first child. A leaf leads to itself.
#[derive(Debug, Clone, Copy)]
struct ByteStep {
    next: u32,
    column: u16,
    place: u8,
    turn: u8,
}

impl ByteGrove {
    /// The layout, if there are few enough columns.
    pub fn of(grove: &Grove, places: Places) -> Option<ByteGrove> {
        if places.columns() == 0 || places.columns() > usize::from(u16::MAX) {
            return None;
        }
        let step = |node: usize| match grove.ask(node) {
            Ask::AtMost { column, threshold, missing_first, children } => {
                let turn = u8::from(missing_first);
                let place = places.of_threshold(column, threshold) + turn;
                ByteStep { next: children[0] as u32, column: column as u16, place, turn }
            }
            _ => ByteStep { next: node as u32, column: 0, place: MISSING, turn: 0 },
        };
        let steps = (0..grove.nodes()).into_par_iter().map(step).collect();
        Some(ByteGrove { places, steps })
    }

    /// How many columns rows must have.
    pub fn width(&self) -> usize {
        self.places.columns()
    }

    /// Adds to `out`, which has a number for each output of each row, what some trees of the grove say.
    pub fn add_up(&self, grove: &Grove, rows: &Features<'_>, trees: Range<usize>, out: &mut [f64]) {
        let outputs = grove.outputs;
        // As many blocks for every thread.
        let threads = rayon::current_num_threads();
        let rounds = rows.rows().div_ceil(threads * BLOCK).max(1);
        let block = rows.rows().div_ceil(threads * rounds).max(1);
        out.par_chunks_mut(block * outputs).enumerate().for_each_init(
            || (Vec::new(), Vec::new()),
            |(numbers, bytes), (at, out)| {
                let count = out.len() / outputs;
                block_of(rows, at * block, count, numbers);
                self.places(numbers, bytes);
                for tree in trees.clone() {
                    self.walk(grove.roots[tree], bytes, |first, leaves| {
                        grove.fetch_leaves(leaves);
                        for (row, &leaf) in leaves.iter().enumerate() {
                            grove.add_leaf(tree, leaf as usize, first + row, out);
                        }
                    });
                }
            },
        );
    }

    /// The byte of each number of a block, column by column, so that the thresholds of one column stay near.
    fn places(&self, numbers: &[f64], bytes: &mut Vec<u8>) {
        bytes.clear();
        bytes.resize(numbers.len(), 0);
        let width = self.places.columns();
        let mut strip = Vec::with_capacity(numbers.len() / width);
        for column in 0..width {
            strip.clear();
            strip.extend(numbers[column..].iter().step_by(width));
            self.places.of_numbers(column, &strip, |row, place| bytes[row * width + column] = place);
        }
    }

    /// Sends the rows of a block down one tree, some side by side. `finish` gets the first row of a few, and their leaves.
    fn walk(&self, root: u32, bytes: &[u8], mut finish: impl FnMut(usize, &[u32])) {
        let width = self.places.columns();
        for (group, rows) in bytes.chunks(TOGETHER * width).enumerate() {
            let count = rows.len() / width;
            let mut walkers: [Walker; TOGETHER] =
                std::array::from_fn(|row| Walker { row: row as u32, at: root });
            let mut ends = [root; TOGETHER];
            let mut under_way = count;
            while under_way > 0 {
                let walking = &mut walkers[..under_way];
                for _ in 0..STEPS {
                    for walker in walking.iter_mut() {
                        walker.at = self.next(walker.at, rows, walker.row as usize * width);
                    }
                }
                // Leaves of one tree lie at many depths: who has arrived need not go on with the others.
                let mut kept = 0;
                for place in 0..under_way {
                    let walker = walkers[place];
                    ends[walker.row as usize] = walker.at;
                    walkers[kept] = walker;
                    kept += usize::from(self.steps[walker.at as usize].next != walker.at);
                }
                under_way = kept;
            }
            finish(group * TOGETHER, &ends[..count]);
        }
    }

    /// Where the row that begins at `start` goes from a node.
    #[inline(always)]
    fn next(&self, at: u32, bytes: &[u8], start: usize) -> u32 {
        let step = self.steps[at as usize];
        let is_second = bytes[start + usize::from(step.column)].wrapping_add(step.turn) > step.place;
        step.next + u32::from(is_second)
    }
}
