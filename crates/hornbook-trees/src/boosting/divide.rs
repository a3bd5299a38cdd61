//! Dividing the rows of a node: those of the first child before those of the second, each in their order.

use super::gradients::PackedRow;
use super::histogram::BoostingNodeRows;
use super::matrix::{BinColumn, BinMatrix};
use super::split::BoostingSplitRule;
use crate::bins::BYTE_BINS;
use crate::bits::has_bit;
use rayon::prelude::*;

/// Rows below which threads cost more than they bring.
const FEW_ROWS: usize = 32_768;
/// Rows that are divided without looking at the ends of what is written.
const BLOCK: usize = 256;

/// The bins that go to the first child.
pub(super) struct BinSides(Vec<bool>);

impl BinSides {
    /// The sides of the bins of a column, of which the last is that of missing values. A bin that no row was in goes
    /// nowhere in particular.
    pub fn of(rule: &BoostingSplitRule, bins: usize) -> BinSides {
        let missing = bins - 1;
        let first = |bin: usize| match rule {
            BoostingSplitRule::AtMost { missing_first, .. } if bin == missing => *missing_first == Some(true),
            BoostingSplitRule::AtMost { last, .. } => bin <= *last,
            BoostingSplitRule::OneOf { first, .. } => has_bit(first, bin as u32),
        };
        // A byte never points beyond the table.
        BinSides((0..bins.max(BYTE_BINS)).map(first).collect())
    }

    /// Sends missing values and levels that no row had, of so many levels or bins, to a side.
    pub fn send_unseen(&mut self, rule: &BoostingSplitRule, bins: usize, first: bool) {
        match rule {
            BoostingSplitRule::AtMost { .. } => self.0[bins] = first,
            BoostingSplitRule::OneOf { seen, .. } => {
                (0..=bins).filter(|&bin| !has_bit(seen, bin as u32)).for_each(|bin| self.0[bin] = first);
            }
        }
    }

    /// Whether the bin goes to the first child.
    pub fn is_first(&self, bin: usize) -> bool {
        self.0[bin]
    }
}

/// Writes the rows of a node into `out`, divided, and says how many are on the first side.
pub(super) fn divide(
    matrix: &BinMatrix,
    bin_column: BinColumn,
    sides: &BinSides,
    rows: BoostingNodeRows<'_>,
    out: &mut [PackedRow],
) -> usize {
    match bin_column {
        BinColumn::Constant => 0,
        BinColumn::Byte(column) => {
            let bins = matrix.byte_column(column);
            // The length is known to the compiler, so that looking up a byte needs no check.
            let mut table = [false; BYTE_BINS];
            table.copy_from_slice(&sides.0[..BYTE_BINS]);
            divide_by(rows, out, |row| table[usize::from(bins[row])])
        }
        BinColumn::Wide(column) => {
            let bins = matrix.wide_column(column);
            divide_by(rows, out, |row| sides.0[usize::from(bins[row])])
        }
    }
}

fn divide_by(
    rows: BoostingNodeRows<'_>,
    out: &mut [PackedRow],
    is_first: impl Fn(usize) -> bool + Sync,
) -> usize {
    let count = rows.len();
    let parts = if count < FEW_ROWS { 1 } else { rayon::current_num_threads() };
    let range = |part: usize| count * part / parts..count * (part + 1) / parts;
    let firsts: Vec<usize> = (0..parts)
        .into_par_iter()
        .map(|part| range(part).filter(|&at| is_first(rows.row(at))).count())
        .collect();
    let all_first = firsts.iter().sum();
    let (mut first_out, mut second_out) = out.split_at_mut(all_first);
    let mut tasks = Vec::with_capacity(parts);
    for (part, &firsts) in firsts.iter().enumerate() {
        let (first, first_rest) = first_out.split_at_mut(firsts);
        let (second, second_rest) = second_out.split_at_mut(range(part).len() - firsts);
        (first_out, second_out) = (first_rest, second_rest);
        tasks.push((range(part), first, second));
    }
    tasks.into_par_iter().for_each(|(range, first, second)| scatter(rows, range, first, second, &is_first));
    all_first
}

/// Divides some rows. Both sides are written for every row and only the right one is kept, which needs no branch that
/// could be guessed wrongly.
fn scatter(
    rows: BoostingNodeRows<'_>,
    range: std::ops::Range<usize>,
    mut first: &mut [PackedRow],
    mut second: &mut [PackedRow],
    is_first: impl Fn(usize) -> bool,
) {
    let mut ones = [PackedRow::default(); BLOCK];
    let mut twos = [PackedRow::default(); BLOCK];
    let mut at = range.start;
    while at < range.end {
        let end = (at + BLOCK).min(range.end);
        let (mut one, mut two) = (0usize, 0usize);
        for at in at..end {
            let packed_row = rows.packed_row(at);
            ones[one % BLOCK] = packed_row;
            twos[two % BLOCK] = packed_row;
            let goes_first = is_first(rows.row(at));
            one += usize::from(goes_first);
            two += usize::from(!goes_first);
        }
        let (to, rest) = std::mem::take(&mut first).split_at_mut(one);
        to.copy_from_slice(&ones[..one]);
        first = rest;
        let (to, rest) = std::mem::take(&mut second).split_at_mut(two);
        to.copy_from_slice(&twos[..two]);
        second = rest;
        at = end;
    }
}
