//! A grove laid out for predicting many rows: thresholds become their places among the thresholds of a column, so that
//! a value of a row is one byte and a node is eight.
//!
//! A tree that is walked often must stay near the processor, and so must the rows that walk it. Trees that were grown
//! from bins never ask about more than 254 thresholds of a column; other groves are walked as they are.

use super::walk::{LANES, block_of};
use super::{Ask, Grove};
use hornbook_data::Features;
use rayon::prelude::*;
use std::ops::Range;

/// The place of missing values; those of numbers are at most 254.
const MISSING: u8 = 255;
/// Most thresholds of a column.
const MOST: usize = 254;
/// Most rows of a block. The more rows walk a tree while it is near, the better.
const BLOCK: usize = 8192;

/// The nodes of a [`Grove`] in eight bytes each.
#[derive(Debug, Clone)]
pub(super) struct ByteGrove {
    /// The thresholds of each column, ascending, filled up with infinity to a power of two less one.
    thresholds: Vec<Vec<f64>>,
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
    /// The layout, if the grove asks about numbers only, and about few thresholds of each column.
    pub fn of(grove: &Grove, columns: usize) -> Option<ByteGrove> {
        if columns == 0 || columns > usize::from(u16::MAX) {
            return None;
        }
        let parts: Option<Vec<_>> =
            (0..grove.trees()).into_par_iter().map(|tree| thresholds_of(grove, tree, columns)).collect();
        let mut thresholds: Vec<Vec<f64>> = vec![Vec::new(); columns];
        for part in parts? {
            for (known, more) in thresholds.iter_mut().zip(part) {
                more.into_iter().for_each(|threshold| insert(known, threshold));
            }
        }
        if thresholds.iter().any(|known| known.len() > MOST) {
            return None;
        }
        let step = |node: usize| match grove.ask(node) {
            Ask::AtMost { column, threshold, missing_first, children } => {
                let place = match threshold < f64::INFINITY {
                    true => thresholds[column].partition_point(|&known| known < threshold),
                    false => MOST,
                };
                let turn = u8::from(missing_first);
                ByteStep { next: children[0] as u32, column: column as u16, place: place as u8 + turn, turn }
            }
            _ => ByteStep { next: node as u32, column: 0, place: MISSING, turn: 0 },
        };
        let steps = (0..grove.nodes()).into_par_iter().map(step).collect();
        for known in &mut thresholds {
            known.resize((known.len() + 1).next_power_of_two() - 1, f64::INFINITY);
        }
        Some(ByteGrove { thresholds, steps })
    }

    /// How many columns rows must have.
    pub fn width(&self) -> usize {
        self.thresholds.len()
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
                    self.walk(grove.roots[tree], bytes, |row, node| grove.add_leaf(tree, node, row, out));
                }
            },
        );
    }

    /// The byte of each number of a block, column by column, so that the thresholds of one column stay near.
    fn places(&self, numbers: &[f64], bytes: &mut Vec<u8>) {
        bytes.clear();
        bytes.resize(numbers.len(), 0);
        let width = self.thresholds.len();
        for (column, known) in self.thresholds.iter().enumerate() {
            let cells = bytes[column..].iter_mut().step_by(width);
            for (cell, &x) in cells.zip(numbers[column..].iter().step_by(width)) {
                *cell = if x.is_nan() { MISSING } else { below(known, x) };
            }
        }
    }

    /// Sends the rows of a block down one tree, some side by side.
    fn walk(&self, root: u32, bytes: &[u8], mut finish: impl FnMut(usize, usize)) {
        let width = self.thresholds.len();
        let groups = bytes.chunks_exact(LANES * width);
        let rest = groups.remainder();
        let first_of_rest = (bytes.len() - rest.len()) / width;
        for (group, rows) in groups.enumerate() {
            let mut at = [root; LANES];
            loop {
                let mut moved = 0;
                for (lane, position) in at.iter_mut().enumerate() {
                    let next = self.next(*position, rows, lane * width);
                    moved |= next ^ *position;
                    *position = next;
                }
                if moved == 0 {
                    break;
                }
            }
            for (lane, node) in at.into_iter().enumerate() {
                finish(group * LANES + lane, node as usize);
            }
        }
        for (row, bytes) in rest.chunks_exact(width).enumerate() {
            let mut at = root;
            while self.next(at, bytes, 0) != at {
                at = self.next(at, bytes, 0);
            }
            finish(first_of_rest + row, at as usize);
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

/// How many thresholds lie below a number, found without a branch that could be guessed wrongly.
#[inline]
fn below(thresholds: &[f64], x: f64) -> u8 {
    let mut count = 0;
    let mut half = thresholds.len().div_ceil(2);
    while half > 0 {
        count += if thresholds[count + half - 1] < x { half } else { 0 };
        half /= 2;
    }
    count as u8
}

/// The thresholds that a tree asks about, by column; none if it asks about levels or too many.
fn thresholds_of(grove: &Grove, tree: usize, columns: usize) -> Option<Vec<Vec<f64>>> {
    let mut thresholds: Vec<Vec<f64>> = vec![Vec::new(); columns];
    for node in grove.nodes_of(tree) {
        match grove.ask(node) {
            Ask::Leaf(_) => {}
            Ask::OneOf { .. } => return None,
            Ask::AtMost { column, threshold, .. } if threshold < f64::INFINITY => {
                let known = thresholds.get_mut(column)?;
                insert(known, threshold);
                if known.len() > MOST {
                    return None;
                }
            }
            Ask::AtMost { .. } => {}
        }
    }
    Some(thresholds)
}

/// Puts a threshold in its place, unless it is there.
fn insert(known: &mut Vec<f64>, threshold: f64) {
    let place = known.partition_point(|&other| other < threshold);
    if known.get(place) != Some(&threshold) {
        known.insert(place, threshold);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_what_lies_below() {
        for count in 0..20usize {
            let mut thresholds: Vec<f64> = (0..count).map(|i| i as f64).collect();
            thresholds.resize((count + 1).next_power_of_two() - 1, f64::INFINITY);
            for x in [-1.0, 0.0, 0.5, 3.0, 3.5, 18.5, 19.0, 99.0] {
                let expected = (0..count).filter(|&i| (i as f64) < x).count();
                assert_eq!(usize::from(below(&thresholds, x)), expected, "{count} thresholds, {x}");
            }
        }
    }
}
