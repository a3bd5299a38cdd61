//! Path-dependent Shapley values of many rows at once.
//!
//! What a leaf gives to the columns on its way depends on a row only by which of them lead the row that way: a bit for each
//! column. So a tree is gone through once for many rows, with the bits of all of them, and rows with the same bits share
//! one calculation. There are few such sets of rows, because a way has few columns.

use super::walk::block_of;
use super::{SplitTest, TreeEnsemble};
use crate::shapley::{PathElement, extend, unwound_sum};
use hornbook_core::{Result, Run};
use hornbook_data::{Features, MISSING_CODE};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Rows that are worked on together: the more there are, the more have the same bits.
const BLOCK: usize = 1024;
/// Into so many parts the trees are divided, whatever the number of threads, so that sums have one order.
const PARTS: usize = 8;

impl TreeEnsemble {
    /// Adds the values of all rows, by row, column and output.
    pub(super) fn add_path_dependent(
        &self,
        rows: &Features<'_>,
        values: &mut [f64],
        run: &Run,
    ) -> Result<()> {
        let row_size = rows.width() * self.outputs;
        let trees = self.trees().div_ceil(PARTS).max(1);
        values.par_chunks_mut(BLOCK * row_size).enumerate().try_for_each(|(at, values)| {
            let mut block = Vec::new();
            block_of(rows, at * BLOCK, values.len() / row_size, &mut block);
            let part = |part: usize| {
                let mut sums = vec![0.0; values.len()];
                let trees = (part * trees).min(self.trees())..((part + 1) * trees).min(self.trees());
                for tree in trees {
                    run.check()?;
                    PathShap::new(self, tree, &block, rows.width(), &mut sums).follow_all();
                }
                Ok(sums)
            };
            let parts = (0..PARTS).into_par_iter().map(part).collect::<Result<Vec<Vec<f64>>>>()?;
            for sums in parts {
                values.iter_mut().zip(sums).for_each(|(value, sum)| *value += sum);
            }
            Ok(())
        })
    }
}

/// A walk through all leaves of a tree with all rows of a block.
struct PathShap<'a> {
    ensemble: &'a TreeEnsemble,
    tree: usize,
    /// The rows, as the walk lays them out: codes as numbers, missing values as NaN.
    block: &'a [f64],
    width: usize,
    rows: usize,
    /// Words of the bits of a row: one, unless the tree splits on more than 64 columns.
    words: usize,
    /// The columns on the way, each with the fraction of the rows that go this way if it is not known.
    columns: Vec<(usize, f64)>,
    /// For each open node, the bits of each row: whether each column on the way leads it there.
    bits: Vec<u64>,
    /// Of the present leaf, where the fractions of each set of bits begin, and the fractions; of the present set, its way.
    offsets: FxHashMap<u64, usize>,
    shares: Vec<f64>,
    path: Vec<PathElement>,
    sums: &'a mut [f64],
}

impl<'a> PathShap<'a> {
    fn new(
        ensemble: &'a TreeEnsemble,
        tree: usize,
        block: &'a [f64],
        width: usize,
        sums: &'a mut [f64],
    ) -> PathShap<'a> {
        let mut asked: Vec<usize> =
            ensemble.nodes_of(tree).filter_map(|node| ensemble.test(node).column()).collect();
        asked.sort_unstable();
        asked.dedup();
        let words = asked.len().div_ceil(64).max(1);
        PathShap {
            ensemble,
            tree,
            block,
            width,
            rows: block.len() / width,
            words,
            columns: Vec::new(),
            bits: Vec::new(),
            offsets: FxHashMap::default(),
            shares: Vec::new(),
            path: Vec::new(),
            sums,
        }
    }

    fn follow_all(&mut self) {
        self.bits.resize(self.rows * self.words, 0);
        self.follow(self.ensemble.nodes_of(self.tree).start, 0..self.rows * self.words);
    }

    /// Goes to a node whose rows' bits are there.
    fn follow(&mut self, node: usize, here: Range<usize>) {
        let test = self.ensemble.test(node);
        let (children, column) = match (&test, test.children(), test.column()) {
            (SplitTest::Leaf(numbers), ..) => return self.arrive(numbers, here),
            (_, Some(children), Some(column)) => (children, column),
            _ => return,
        };
        // A column that was split on before keeps its bit.
        let before = self.columns.iter().position(|(known, _)| *known == column);
        let index = before.unwrap_or(self.columns.len());
        let (word, bit) = (index / 64, 1u64 << (index % 64));
        let side_of = |row: usize| {
            let x = self.block[row * self.width + column];
            test.side(x, if x.is_nan() { MISSING_CODE } else { x as u32 })
        };
        let sides: Vec<usize> = (0..self.rows).map(side_of).collect();
        for (side, child) in children.into_iter().enumerate() {
            let share = self.ensemble.weight(child) / self.ensemble.weight(node);
            let there = self.bits.len();
            self.bits.extend_from_within(here.clone());
            for (bits, row_side) in self.bits[there..].chunks_exact_mut(self.words).zip(&sides) {
                match (*row_side == side, before) {
                    (true, None) => bits[word] |= bit,
                    (true, Some(_)) | (false, None) => {}
                    (false, Some(_)) => bits[word] &= !bit,
                }
            }
            let old = match before {
                Some(index) => self.columns[index].1,
                None => {
                    self.columns.push((column, 1.0));
                    1.0
                }
            };
            self.columns[index].1 = old * share;
            self.follow(child, there..self.bits.len());
            match before {
                Some(index) => self.columns[index].1 = old,
                None => self.columns.truncate(index),
            }
            self.bits.truncate(there);
        }
    }

    /// Adds what a leaf gives to each column on its way, for all rows.
    fn arrive(&mut self, numbers: &[f64], here: Range<usize>) {
        let (count, outputs) = (self.columns.len(), self.ensemble.outputs);
        if count == 0 {
            return;
        }
        self.offsets.clear();
        self.shares.clear();
        for (row, bits) in self.bits[here].chunks_exact(self.words).enumerate() {
            let mut calculate = || {
                let index = self.shares.len();
                add_shares(&self.columns, bits, &mut self.path, &mut self.shares);
                index
            };
            let index = match bits {
                [only] => *self.offsets.entry(*only).or_insert_with(calculate),
                _ => calculate(),
            };
            let sums = &mut self.sums[row * self.width * outputs..][..self.width * outputs];
            for ((column, _), share) in self.columns.iter().zip(&self.shares[index..index + count]) {
                let out = &mut sums[column * outputs..][..outputs];
                self.ensemble.add_numbers(self.tree, numbers, *share, out);
            }
        }
    }
}

/// What a leaf of value 1 gives to each column on its way, if these are the bits of a row.
fn add_shares(columns: &[(usize, f64)], bits: &[u64], path: &mut Vec<PathElement>, shares: &mut Vec<f64>) {
    let known = |index: usize| if bits[index / 64] >> (index % 64) & 1 == 1 { 1.0 } else { 0.0 };
    // No set of columns leads to the leaf if one of them never does.
    if columns.iter().enumerate().any(|(index, (_, unknown))| known(index) == 0.0 && *unknown <= 0.0) {
        return shares.resize(shares.len() + columns.len(), 0.0);
    }
    path.clear();
    extend(path, 0, PathElement::first());
    for (index, &(column, unknown)) in columns.iter().enumerate() {
        extend(path, 0, PathElement::new(column, unknown, known(index)));
    }
    for at in 1..path.len() {
        shares.push(unwound_sum(path, at) * (path[at].known - path[at].unknown));
    }
}
