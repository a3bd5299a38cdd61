//! The rows of a tree while it grows: those of a node stand side by side, in their order.

use super::columns::ForestColumn;
use super::split_rule::ForestSplitRule;
use std::ops::Range;

/// Rows with what they bring along, and room to divide them.
pub(super) struct RowLists<R> {
    rows: Vec<u32>,
    row_stats: Vec<R>,
    spare_rows: Vec<u32>,
    spare_row_stats: Vec<R>,
}

impl<R: Copy + Default> RowLists<R> {
    pub fn new() -> RowLists<R> {
        RowLists {
            rows: Vec::new(),
            row_stats: Vec::new(),
            spare_rows: Vec::new(),
            spare_row_stats: Vec::new(),
        }
    }

    /// Takes other rows.
    pub fn fill(&mut self, rows: impl Iterator<Item = (u32, R)>) {
        self.rows.clear();
        self.row_stats.clear();
        for (row, row_stats) in rows {
            self.rows.push(row);
            self.row_stats.push(row_stats);
        }
        self.spare_rows.resize(self.rows.len(), 0);
        self.spare_row_stats.resize(self.rows.len(), R::default());
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn rows(&self, node: Range<usize>) -> &[u32] {
        &self.rows[node]
    }

    pub fn row_stats(&self, node: Range<usize>) -> &[R] {
        &self.row_stats[node]
    }

    /// Calls the rows of a node 0, 1, 2 and so on.
    pub fn number(&mut self, node: Range<usize>) {
        self.rows[node].iter_mut().zip(0..).for_each(|(row, number)| *row = number);
    }

    /// Puts the rows of the first side before the others, in their order, and counts them.
    pub fn divide(
        &mut self,
        node: Range<usize>,
        forest_column: &ForestColumn,
        rule: &ForestSplitRule,
    ) -> usize {
        match (forest_column, rule) {
            (ForestColumn::Binned { bins, edges }, ForestSplitRule::Bin { last, missing_first, .. }) => {
                let (last, missing) = (*last, (edges.len() + 1) as u8);
                match missing_first {
                    Some(true) => self.partition(node, |row| bins[row] <= last || bins[row] == missing),
                    _ => self.partition(node, |row| bins[row] <= last),
                }
            }
            (ForestColumn::Values(values), ForestSplitRule::Threshold { threshold, missing_first }) => {
                match missing_first {
                    Some(true) => {
                        self.partition(node, |row| values[row] <= *threshold || values[row].is_nan())
                    }
                    _ => self.partition(node, |row| values[row] <= *threshold),
                }
            }
            _ => self.partition(node, |row| forest_column.is_first(rule, row)),
        }
    }

    #[inline]
    fn partition(&mut self, node: Range<usize>, is_first: impl Fn(usize) -> bool) -> usize {
        let rows = &mut self.rows[node.clone()];
        let row_stats = &mut self.row_stats[node];
        let spare_rows = &mut self.spare_rows[..rows.len()];
        let spare_row_stats = &mut self.spare_row_stats[..rows.len()];
        let (mut first, mut second) = (0, 0);
        // Both positions are written and one of them counts, so that there is no branch to be guessed.
        for at in 0..rows.len() {
            let (row, amount) = (rows[at], row_stats[at]);
            let goes_first = is_first(row as usize);
            rows[first] = row;
            row_stats[first] = amount;
            spare_rows[second] = row;
            spare_row_stats[second] = amount;
            first += usize::from(goes_first);
            second += usize::from(!goes_first);
        }
        rows[first..].copy_from_slice(&spare_rows[..second]);
        row_stats[first..].copy_from_slice(&spare_row_stats[..second]);
        first
    }
}
