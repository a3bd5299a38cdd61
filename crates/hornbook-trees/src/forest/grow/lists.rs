//! The rows of a tree while it grows: those of a node stand side by side, in their order.

use super::columns::Material;
use super::cut::Cut;
use std::ops::Range;

/// Rows with what they bring along, and room to divide them.
pub(super) struct Lists<R> {
    rows: Vec<u32>,
    brought: Vec<R>,
    spare_rows: Vec<u32>,
    spare_brought: Vec<R>,
}

impl<R: Copy + Default> Lists<R> {
    pub fn new() -> Lists<R> {
        Lists { rows: Vec::new(), brought: Vec::new(), spare_rows: Vec::new(), spare_brought: Vec::new() }
    }

    /// Takes other rows.
    pub fn fill(&mut self, rows: impl Iterator<Item = (u32, R)>) {
        self.rows.clear();
        self.brought.clear();
        for (row, brought) in rows {
            self.rows.push(row);
            self.brought.push(brought);
        }
        self.spare_rows.resize(self.rows.len(), 0);
        self.spare_brought.resize(self.rows.len(), R::default());
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn rows(&self, node: Range<usize>) -> &[u32] {
        &self.rows[node]
    }

    pub fn brought(&self, node: Range<usize>) -> &[R] {
        &self.brought[node]
    }

    /// Calls the rows of a node 0, 1, 2 and so on.
    pub fn number(&mut self, node: Range<usize>) {
        self.rows[node].iter_mut().zip(0..).for_each(|(row, number)| *row = number);
    }

    /// Puts the rows of the first side before the others, in their order, and counts them.
    pub fn divide(&mut self, node: Range<usize>, material: &Material, cut: &Cut) -> usize {
        match (material, cut) {
            (Material::Binned { bins, edges }, Cut::Bin { last, missing_first, .. }) => {
                let (last, missing) = (*last, (edges.len() + 1) as u8);
                match missing_first {
                    Some(true) => self.partition(node, |row| bins[row] <= last || bins[row] == missing),
                    _ => self.partition(node, |row| bins[row] <= last),
                }
            }
            (Material::Values(values), Cut::Threshold { threshold, missing_first }) => match missing_first {
                Some(true) => self.partition(node, |row| values[row] <= *threshold || values[row].is_nan()),
                _ => self.partition(node, |row| values[row] <= *threshold),
            },
            _ => self.partition(node, |row| material.is_first(cut, row)),
        }
    }

    #[inline]
    fn partition(&mut self, node: Range<usize>, is_first: impl Fn(usize) -> bool) -> usize {
        let rows = &mut self.rows[node.clone()];
        let brought = &mut self.brought[node];
        let spare_rows = &mut self.spare_rows[..rows.len()];
        let spare_brought = &mut self.spare_brought[..rows.len()];
        let (mut first, mut second) = (0, 0);
        // Both places are written and one of them counts, so that there is no branch to be guessed.
        for at in 0..rows.len() {
            let (row, amount) = (rows[at], brought[at]);
            let goes_first = is_first(row as usize);
            rows[first] = row;
            brought[first] = amount;
            spare_rows[second] = row;
            spare_brought[second] = amount;
            first += usize::from(goes_first);
            second += usize::from(!goes_first);
        }
        rows[first..].copy_from_slice(&spare_rows[..second]);
        brought[first..].copy_from_slice(&spare_brought[..second]);
        first
    }
}
