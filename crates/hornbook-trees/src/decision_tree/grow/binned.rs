//! Histogram splits in memory: numbers become bins of one byte, and a node carries its rows' bins along, side by
//! side, so that what a small node touches is small.
//!
//! A large node builds the histogram of its smaller child and has that of the larger one by subtraction; a small
//! node looks only at the bins its rows are in. Time O(columns · rows · depth) with small constants, memory one
//! byte a value.

use super::categories::best_category_split;
use super::constraints::SplitConstraints;
use super::histogram::best_split;
use super::{NodeContext, SplitCandidate, SplitEngine, SplitOptions};
use crate::bins::{BYTE_BINS, ColumnBins};
use crate::bits::SetBits;
use crate::rows::{Label, TreeColumn, TreeRows};
use hornbook_data::{Input, Schema};
use rayon::prelude::*;

/// Nodes with fewer rows look at occupied bins only.
const FEW_ROWS: usize = 512;

/// The engine of histogram splits.
pub(crate) struct BinnedEngine {
    options: SplitOptions,
    inputs: Vec<Input>,
    bins: Vec<ColumnBins>,
    /// The codes of the categories with too many levels for a byte, by column.
    wide: Vec<Option<Vec<u32>>>,
}

/// The rows of a node.
pub(crate) struct BinnedRows<L> {
    /// The bins of all columns, row by row.
    bins: Vec<u8>,
    /// Positions among all rows; empty if no column needs them.
    rows: Vec<u32>,
    labels: Vec<L>,
    /// Empty if every row weighs 1.
    weights: Vec<f64>,
    tally: Vec<f64>,
    /// The tallies of all bins of all columns, if they are known.
    histogram: Vec<f64>,
}

impl<L> BinnedRows<L> {
    fn weight(&self, at: usize) -> f64 {
        self.weights.get(at).copied().unwrap_or(1.0)
    }
}

impl BinnedEngine {
    /// Puts every value into its bin, and makes the rows of the root.
    pub fn prepare<L: Label>(
        options: SplitOptions,
        bins: Vec<ColumnBins>,
        schema: &Schema,
        rows: TreeRows<L>,
    ) -> (BinnedEngine, BinnedRows<L>) {
        let (impurity, width, count) = (options.impurity, bins.len(), rows.len());
        let columns: Vec<Vec<u8>> = rows
            .features
            .par_iter()
            .zip(&bins)
            .map(|(column, bins)| match column {
                TreeColumn::Number(values) => values.iter().map(|&x| byte(bins, bins.of(x))).collect(),
                TreeColumn::Code { codes, .. } if bins.count() < BYTE_BINS => {
                    codes.iter().map(|&code| byte(bins, code as usize)).collect()
                }
                TreeColumn::Code { .. } => vec![0; count],
            })
            .collect();
        let mut matrix = vec![0u8; count * width];
        // Block by block, so that the bytes of a block stay near while its columns are written.
        const BLOCK: usize = 1024;
        matrix.par_chunks_mut((BLOCK * width).max(1)).enumerate().for_each(|(block, part)| {
            for (c, column) in columns.iter().enumerate() {
                let column = &column[block * BLOCK..];
                part[c..].iter_mut().step_by(width).zip(column).for_each(|(to, from)| *to = *from);
            }
        });
        let wide: Vec<Option<Vec<u32>>> = rows
            .features
            .into_iter()
            .zip(&bins)
            .map(|(column, bins)| match column {
                TreeColumn::Code { codes, .. } if bins.count() >= BYTE_BINS => Some(codes),
                _ => None,
            })
            .collect();
        let mut root = BinnedRows {
            bins: matrix,
            rows: Vec::new(),
            labels: rows.labels,
            weights: rows.weights,
            tally: impurity.empty(),
            histogram: Vec::new(),
        };
        for at in 0..count {
            let weight = root.weight(at);
            impurity.add(&mut root.tally, root.labels[at], weight);
        }
        if wide.iter().any(Option::is_some) {
            root.rows = (0..count as u32).collect();
        }
        (BinnedEngine { options, inputs: schema.inputs.clone(), bins, wide }, root)
    }

    /// The same rows with other labels and weights, as if they had come with them: rows of weight zero are gone.
    pub fn relabeled<L: Label>(
        &self,
        rows: &BinnedRows<L>,
        labels: Vec<L>,
        weights: &[f64],
    ) -> BinnedRows<L> {
        let count = weights.iter().filter(|&&weight| weight > 0.0).count();
        let is_plain = weights.iter().all(|&weight| weight == 0.0 || weight == 1.0);
        let weights_kept = if is_plain { Vec::new() } else { weights.to_vec() };
        let all = BinnedRows {
            bins: Vec::new(),
            rows: rows.rows.clone(),
            labels,
            weights: weights_kept,
            tally: Vec::new(),
            histogram: Vec::new(),
        };
        if count < weights.len() {
            let parts: Vec<u32> = weights.iter().map(|&weight| u32::from(weight == 0.0)).collect();
            return self.part(&BinnedRows { bins: rows.bins.clone(), ..all }, &parts, 0, count);
        }
        let mut tally = self.options.impurity.empty();
        for (at, label) in all.labels.iter().enumerate() {
            self.options.impurity.add(&mut tally, *label, all.weight(at));
        }
        BinnedRows { bins: rows.bins.clone(), tally, ..all }
    }

    fn width(&self) -> usize {
        self.bins.len()
    }

    fn context<'b, L>(
        &'b self,
        node: &'b BinnedRows<L>,
        constraints: &'b SplitConstraints<'b>,
    ) -> NodeContext<'b> {
        NodeContext { options: &self.options, whole: &node.tally, constraints }
    }

    /// The tallies of all bins of a range of columns.
    fn fill<L: Label>(&self, node: &BinnedRows<L>, columns: std::ops::Range<usize>, histogram: &mut [f64]) {
        let (impurity, width) = (&self.options.impurity, self.width());
        let cell = impurity.width();
        for (at, row) in node.bins.chunks_exact(width).enumerate() {
            let (label, weight) = (node.labels[at], node.weight(at));
            for (slot, &bin) in row[columns.clone()].iter().enumerate() {
                let start = (slot * BYTE_BINS + usize::from(bin)) * cell;
                impurity.add(&mut histogram[start..start + cell], label, weight);
            }
        }
    }

    fn histogram<L: Label>(&self, node: &BinnedRows<L>, parallel: bool) -> Vec<f64> {
        let column = BYTE_BINS * self.options.impurity.width();
        let mut histogram = vec![0.0; self.width() * column];
        if parallel {
            let group = self.width().div_ceil(rayon::current_num_threads()).max(1);
            histogram.par_chunks_mut(group * column).enumerate().for_each(|(i, part)| {
                let first = i * group;
                self.fill(node, first..(first + group).min(self.width()), part);
            });
        } else {
            self.fill(node, 0..self.width(), &mut histogram);
        }
        histogram
    }

    /// The split on a column from a histogram of all its bins.
    fn find_split<L: Label>(
        &self,
        node: &BinnedRows<L>,
        column: usize,
        constraints: &SplitConstraints<'_>,
    ) -> Option<SplitCandidate> {
        let (bins, cell) = (&self.bins[column], self.options.impurity.width());
        let start = column * BYTE_BINS * cell;
        let end = start + (bins.count() + 1) * cell;
        let tallies = &node.histogram[start..end];
        let occupied = (0..bins.count())
            .filter(|&bin| self.options.impurity.weight(&tallies[bin * cell..(bin + 1) * cell]) > 0.0);
        best_split::<L>(&self.context(node, constraints), column as u32, bins, tallies, occupied)
    }

    /// The split on a column of few rows: only the bins they are in are touched, and cleared afterwards.
    fn find_split_few_rows<L: Label>(
        &self,
        node: &BinnedRows<L>,
        column: usize,
        constraints: &SplitConstraints<'_>,
        scratch: &mut [f64],
    ) -> Option<SplitCandidate> {
        let (bins, cell, width) = (&self.bins[column], self.options.impurity.width(), self.width());
        let mut mask = [0u64; BYTE_BINS / 64];
        for (at, &bin) in node.bins[column..].iter().step_by(width).enumerate() {
            let bin = usize::from(bin);
            mask[bin / 64] |= 1 << (bin % 64);
            self.options.impurity.add(
                &mut scratch[bin * cell..(bin + 1) * cell],
                node.labels[at],
                node.weight(at),
            );
        }
        let touched = SetBits::of(mask);
        let occupied = touched.clone().filter(|&bin| bin < bins.count());
        let found = if touched.clone().nth(1).is_none() {
            None
        } else {
            let tallies = &scratch[..(bins.count() + 1) * cell];
            best_split::<L>(&self.context(node, constraints), column as u32, bins, tallies, occupied)
        };
        touched.for_each(|bin| scratch[bin * cell..(bin + 1) * cell].fill(0.0));
        found
    }

    fn find_split_wide<L: Label>(
        &self,
        node: &BinnedRows<L>,
        column: usize,
        codes: &[u32],
        constraints: &SplitConstraints<'_>,
    ) -> Option<SplitCandidate> {
        let levels = self.bins[column].count();
        let mut tallies = vec![self.options.impurity.empty(); levels + 1];
        for (at, &row) in node.rows.iter().enumerate() {
            self.options.impurity.add(
                &mut tallies[codes[row as usize] as usize],
                node.labels[at],
                node.weight(at),
            );
        }
        best_category_split(&self.context(node, constraints), column as u32, &tallies)
    }

    /// The part each row goes to.
    fn parts_of<L>(&self, node: &BinnedRows<L>, found: &SplitCandidate) -> Vec<u32> {
        let column = found.column as usize;
        let missing = self.bins[column].count() as u32;
        let part = |bin: u32| found.rule.part(bin, missing) as u32;
        match &self.wide[column] {
            Some(codes) => node.rows.iter().map(|&row| part(codes[row as usize])).collect(),
            None => {
                let of_bin: Vec<u32> = (0..=missing).map(part).collect();
                node.bins[column..]
                    .iter()
                    .step_by(self.width())
                    .map(|&bin| of_bin[usize::from(bin)])
                    .collect()
            }
        }
    }

    fn part<L: Label>(&self, node: &BinnedRows<L>, parts: &[u32], part: u32, count: usize) -> BinnedRows<L> {
        let width = self.width();
        let mut child = BinnedRows {
            bins: Vec::with_capacity(count * width),
            rows: Vec::with_capacity(if node.rows.is_empty() { 0 } else { count }),
            labels: Vec::with_capacity(count),
            weights: Vec::with_capacity(if node.weights.is_empty() { 0 } else { count }),
            tally: self.options.impurity.empty(),
            histogram: Vec::new(),
        };
        for at in (0..parts.len()).filter(|&at| parts[at] == part) {
            child.bins.extend_from_slice(&node.bins[at * width..(at + 1) * width]);
            child.labels.push(node.labels[at]);
            if !node.rows.is_empty() {
                child.rows.push(node.rows[at]);
            }
            if !node.weights.is_empty() {
                child.weights.push(node.weights[at]);
            }
            self.options.impurity.add(&mut child.tally, node.labels[at], node.weight(at));
        }
        child
    }

    /// Gives the larger of two large children its histogram by subtraction. Only with whole weights: rounding
    /// would leave traces of rows in empty bins.
    fn inherit_histogram<L: Label>(
        &self,
        mut histogram: Vec<f64>,
        children: &mut [BinnedRows<L>],
        parallel: bool,
    ) {
        let [one, two] = children else { return };
        let (small, large) = if one.labels.len() <= two.labels.len() { (one, two) } else { (two, one) };
        if histogram.is_empty() || !small.weights.is_empty() || large.labels.len() < FEW_ROWS {
            return;
        }
        let part = self.histogram(small, parallel);
        histogram.iter_mut().zip(&part).for_each(|(whole, part)| *whole -= part);
        large.histogram = histogram;
        if small.labels.len() >= FEW_ROWS {
            small.histogram = part;
        }
    }
}

/// A bin as a byte; the one of missing values is the number of bins, which fits by construction.
fn byte(bins: &ColumnBins, bin: usize) -> u8 {
    bin.min(bins.count()) as u8
}

impl<L: Label> SplitEngine<BinnedRows<L>> for BinnedEngine {
    fn count(&self, rows: &BinnedRows<L>) -> usize {
        rows.labels.len()
    }

    fn tally<'b>(&self, rows: &'b BinnedRows<L>) -> &'b [f64] {
        &rows.tally
    }

    fn is_constant(&self, rows: &BinnedRows<L>) -> bool {
        rows.labels.windows(2).all(|pair| pair[0] == pair[1])
    }

    fn candidates(
        &self,
        rows: &mut BinnedRows<L>,
        constraints: &SplitConstraints<'_>,
        parallel: bool,
    ) -> Vec<SplitCandidate> {
        let few = rows.labels.len() < FEW_ROWS;
        if !few && rows.histogram.is_empty() {
            rows.histogram = self.histogram(rows, parallel);
        }
        let rows = &*rows;
        let mut scratch = if few { vec![0.0; BYTE_BINS * self.options.impurity.width()] } else { Vec::new() };
        let mut found = Vec::new();
        for (column, wide) in self.wide.iter().enumerate() {
            found.extend(match wide {
                Some(codes) => self.find_split_wide(rows, column, codes, constraints),
                None if few => self.find_split_few_rows(rows, column, constraints, &mut scratch),
                None => self.find_split(rows, column, constraints),
            });
        }
        found
    }

    fn part_tallies(&self, rows: &BinnedRows<L>, found: &SplitCandidate) -> Vec<Vec<f64>> {
        let impurity = &self.options.impurity;
        let mut tallies = vec![impurity.empty(); found.rule.parts()];
        for (at, part) in self.parts_of(rows, found).into_iter().enumerate() {
            impurity.add(&mut tallies[part as usize], rows.labels[at], rows.weight(at));
        }
        tallies
    }

    fn divide(&self, mut rows: BinnedRows<L>, found: &SplitCandidate, parallel: bool) -> Vec<BinnedRows<L>> {
        let parts = self.parts_of(&rows, found);
        let count = found.rule.parts();
        let mut sizes = vec![0usize; count];
        parts.iter().for_each(|&part| sizes[part as usize] += 1);
        let make = |part: usize| self.part(&rows, &parts, part as u32, sizes[part]);
        let mut children: Vec<BinnedRows<L>> = if parallel {
            (0..count).into_par_iter().map(make).collect()
        } else {
            (0..count).map(make).collect()
        };
        self.inherit_histogram(std::mem::take(&mut rows.histogram), &mut children, parallel);
        children
    }

    fn inputs(&self) -> &[Input] {
        &self.inputs
    }
}
