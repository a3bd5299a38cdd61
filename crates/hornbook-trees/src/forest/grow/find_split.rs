//! The split on one column for the rows of one node.

use super::columns::ForestColumn;
use super::measure::ImpurityMeasure;
use super::split_rule::{ForestSplitCandidate, ForestSplitRule};
use crate::bins::BYTE_BINS;
use crate::bits::SetBits;
use crate::category_order::sort_levels;

/// Nodes with fewer rows touch only the bins that their rows are in.
const FEW_ROWS: usize = 192;

/// The rows of a node.
pub(super) struct ForestNodeRows<'a, M: ImpurityMeasure> {
    pub rows: &'a [u32],
    pub row_stats: &'a [M::Row],
    /// All of them together.
    pub whole: &'a [M::Cell],
    /// The smallest weight a side may have.
    pub min_leaf: f64,
}

/// Whether a column has more than one value among the rows of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ColumnVariation {
    Constant,
    Varies,
}

/// The split search, with room to work in.
pub(super) struct SplitFinder<M: ImpurityMeasure> {
    /// The amounts in each bin; all empty between two splits.
    cells: Vec<M::Cell>,
    pub(super) sides: M::Sides,
    pub(super) levels: Vec<u32>,
    ranks: Vec<(f64, u32)>,
    pub(super) values: Vec<f64>,
    /// The amounts on the second side of a random cut, on the first, and of missing values.
    pub(super) tallies: Vec<M::Cell>,
}

impl<M: ImpurityMeasure> SplitFinder<M> {
    pub fn new(measure: &M, columns: &[ForestColumn]) -> SplitFinder<M> {
        let bins = columns.iter().map(ForestColumn::bins).max().unwrap_or(0).max(BYTE_BINS);
        SplitFinder {
            cells: vec![M::Cell::default(); bins * measure.width()],
            sides: measure.sides(),
            levels: Vec::new(),
            ranks: Vec::new(),
            values: Vec::new(),
            tallies: vec![M::Cell::default(); 3 * measure.width()],
        }
    }

    /// The best split on bins or levels, if it is better than the best so far.
    pub fn best(
        &mut self,
        measure: &M,
        node: &ForestNodeRows<'_, M>,
        (column, forest_column): (u32, &ForestColumn),
        best: &mut Option<ForestSplitCandidate>,
    ) -> ColumnVariation {
        match forest_column {
            ForestColumn::Binned { bins, edges } => {
                let mask = self.fill(measure, node, bins, edges.len() + 2);
                let variation = self.best_bin(measure, node, column, edges, mask, best);
                self.clear(measure, mask, node.rows.len(), edges.len() + 2);
                variation
            }
            ForestColumn::Codes { bins, levels } => {
                let mask = self.fill(measure, node, bins, *levels as usize + 1);
                self.levels.clear();
                self.levels.extend(SetBits::of(mask).map(|level| level as u32));
                let variation = self.best_levels(measure, node, column, *levels, best);
                self.clear(measure, mask, node.rows.len(), *levels as usize + 1);
                variation
            }
            ForestColumn::WideCodes { codes, levels } => {
                self.fill_wide(measure, node, codes);
                let variation = self.best_levels(measure, node, column, *levels, best);
                let width = measure.width();
                for &level in &self.levels {
                    self.cells[level as usize * width..][..width].fill(M::Cell::default());
                }
                variation
            }
            ForestColumn::Values(_) => ColumnVariation::Constant,
        }
    }

    /// Adds the rows of a node to their bins, and says which are occupied.
    fn fill(&mut self, measure: &M, node: &ForestNodeRows<'_, M>, bins: &[u8], count: usize) -> [u64; 4] {
        let width = measure.width();
        let mut mask = [0u64; 4];
        let cells = &mut self.cells[..BYTE_BINS * width];
        if node.rows.len() < FEW_ROWS {
            for (&row, &row_stats) in node.rows.iter().zip(node.row_stats) {
                let bin = usize::from(bins[row as usize]);
                mask[bin / 64] |= 1 << (bin % 64);
                measure.add(cells, bin * width, row_stats);
            }
        } else {
            for (&row, &row_stats) in node.rows.iter().zip(node.row_stats) {
                let bin = usize::from(bins[row as usize]);
                measure.add(cells, bin * width, row_stats);
            }
            for (bin, cells) in cells.chunks_exact(width).take(count).enumerate() {
                let is_occupied = cells.iter().any(|cell| *cell != M::Cell::default());
                mask[bin / 64] |= u64::from(is_occupied) << (bin % 64);
            }
        }
        mask
    }

    fn clear(&mut self, measure: &M, mask: [u64; 4], rows: usize, count: usize) {
        let width = measure.width();
        if rows < FEW_ROWS {
            for bin in SetBits::of(mask) {
                self.cells[bin * width..(bin + 1) * width].fill(M::Cell::default());
            }
        } else {
            self.cells[..count * width].fill(M::Cell::default());
        }
    }

    /// Adds the rows of a node to their levels, and lists those.
    fn fill_wide(&mut self, measure: &M, node: &ForestNodeRows<'_, M>, codes: &[u32]) {
        let width = measure.width();
        self.levels.clear();
        for (&row, &row_stats) in node.rows.iter().zip(node.row_stats) {
            let level = codes[row as usize];
            self.levels.push(level);
            measure.add(&mut self.cells, level as usize * width, row_stats);
        }
        self.levels.sort_unstable();
        self.levels.dedup();
    }

    /// The best cut between two bins, with missing values on either side.
    fn best_bin(
        &mut self,
        measure: &M,
        node: &ForestNodeRows<'_, M>,
        column: u32,
        edges: &[f64],
        mask: [u64; 4],
        best: &mut Option<ForestSplitCandidate>,
    ) -> ColumnVariation {
        let width = measure.width();
        let missing_bin = edges.len() + 1;
        let mut known = mask;
        known[missing_bin / 64] &= !(1 << (missing_bin % 64));
        let has_missing = known != mask;
        let Some(last) = highest(&known) else { return ColumnVariation::Constant };
        if !has_missing && SetBits::of(known).next() == Some(last) {
            return ColumnVariation::Constant;
        }
        let missing = &self.cells[missing_bin * width..(missing_bin + 1) * width];
        let mut at: Option<(usize, bool)> = None;
        let mut score = best.as_ref().map_or(f64::NEG_INFINITY, |found| found.score);
        for missing_first in [false, true] {
            if missing_first && !has_missing {
                break;
            }
            measure.start(&mut self.sides, node.whole);
            if missing_first {
                measure.push(&mut self.sides, missing);
            }
            for bin in SetBits::of(known) {
                // After the last bin only missing values are left for the second side.
                if bin == last && (missing_first || !has_missing) {
                    break;
                }
                measure.push(&mut self.sides, &self.cells[bin * width..(bin + 1) * width]);
                let here = measure.score(&self.sides);
                if here > score && is_large(measure, &self.sides, node) {
                    score = here;
                    at = Some((bin, missing_first));
                }
            }
        }
        if let Some((bin, missing_first)) = at {
            // Halfway through the empty bins between the two sides.
            let rule = match SetBits::of(known).find(|&next| next > bin) {
                Some(next) => (bin + next - 1) / 2,
                None => bin,
            };
            let threshold = edges.get(rule).copied().unwrap_or(f64::INFINITY);
            let rule = ForestSplitRule::Bin {
                last: rule as u8,
                threshold,
                missing_first: has_missing.then_some(missing_first),
            };
            *best = Some(ForestSplitCandidate { column, score, rule });
        }
        ColumnVariation::Varies
    }

    /// The best division of the levels listed, whose amounts are in their cells: a cut of their order by the fraction of a
    /// class or by the mean.
    fn best_levels(
        &mut self,
        measure: &M,
        node: &ForestNodeRows<'_, M>,
        column: u32,
        levels: u32,
        best: &mut Option<ForestSplitCandidate>,
    ) -> ColumnVariation {
        if self.levels.len() < 2 {
            return ColumnVariation::Constant;
        }
        let width = measure.width();
        let cells_of = |level: u32| level as usize * width..(level as usize + 1) * width;
        for order in 0..measure.orders() {
            self.ranks.clear();
            for &level in &self.levels {
                let rank = measure.rank(order, &self.cells[cells_of(level)]);
                self.ranks.push((rank, level));
            }
            sort_levels(&mut self.ranks, None);
            let mut score = best.as_ref().map_or(f64::NEG_INFINITY, |found| found.score);
            let mut at = None;
            measure.start(&mut self.sides, node.whole);
            for (i, &(_, level)) in self.ranks[..self.ranks.len() - 1].iter().enumerate() {
                measure.push(&mut self.sides, &self.cells[cells_of(level)]);
                let here = measure.score(&self.sides);
                if here > score && is_large(measure, &self.sides, node) {
                    score = here;
                    at = Some(i);
                }
            }
            if let Some(at) = at {
                let first = self.ranks[..=at].iter().map(|&(_, level)| level);
                *best = Some(ForestSplitCandidate {
                    column,
                    score,
                    rule: ForestSplitRule::at_levels(first, &self.levels, levels),
                });
            }
        }
        ColumnVariation::Varies
    }
}

/// Whether both sides of a cut are as large as they must be.
pub(super) fn is_large<M: ImpurityMeasure>(
    measure: &M,
    sides: &M::Sides,
    node: &ForestNodeRows<'_, M>,
) -> bool {
    let first = measure.first_weight(sides);
    first >= node.min_leaf && measure.weight(node.whole) - first >= node.min_leaf
}

fn highest(mask: &[u64; 4]) -> Option<usize> {
    let word = mask.iter().rposition(|&word| word != 0)?;
    Some(word * 64 + 63 - mask[word].leading_zeros() as usize)
}
