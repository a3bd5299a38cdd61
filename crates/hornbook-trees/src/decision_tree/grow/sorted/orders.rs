//! The rows of a node in the order of each of its columns of numbers.

use super::AHEAD;
use super::sides::RowSides;
use rayon::prelude::*;

/// A value of a column, by its rank among the column's distinct values, and the row in the node it belongs to.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct RankedRow {
    pub rank: u32,
    pub at: u32,
}

/// The rows of a node in the order of each of its columns of numbers. A column that is constant in a node is so in all
/// nodes beneath, and has no order there.
#[derive(Debug, Default, PartialEq)]
pub(super) struct SortedOrders {
    /// The columns, ascending, each with the position of its first entry.
    columns: Vec<(u32, usize)>,
    entries: Vec<RankedRow>,
    rows: usize,
}

impl SortedOrders {
    /// Orders of so many rows, one after the other.
    pub fn new(columns: impl Iterator<Item = u32>, entries: Vec<RankedRow>, rows: usize) -> SortedOrders {
        SortedOrders { columns: columns.zip((0..).step_by(rows.max(1))).collect(), entries, rows }
    }

    /// Which of the orders is that of a column.
    pub fn index_of(&self, column: u32) -> Option<usize> {
        self.columns.binary_search_by_key(&column, |(column, _)| *column).ok()
    }

    /// The column of one of the orders.
    pub fn column(&self, index: usize) -> u32 {
        self.columns[index].0
    }

    /// One of the orders.
    pub fn of(&self, index: usize) -> &[RankedRow] {
        let start = self.columns[index].1;
        &self.entries[start..start + self.rows]
    }

    /// The order of a column; empty if it is constant.
    pub fn of_column(&self, column: u32) -> &[RankedRow] {
        self.index_of(column).map_or(&[], |index| self.of(index))
    }

    /// Divides the rows in two. The larger side stays where it is, so that large nodes need little new memory.
    pub fn divide(mut self, sides: &RowSides, parallel: bool) -> [SortedOrders; 2] {
        self.forget_constants();
        let second = sides.seconds();
        let counts = [self.rows - second, second];
        let staying = usize::from(counts[1] > counts[0]);
        let columns = self.columns.iter().map(|(column, _)| *column);
        let left = vec![RankedRow::default(); self.columns.len() * counts[1 - staying]];
        let mut leaving = SortedOrders::new(columns, left, counts[1 - staying]);
        let take_apart = |(stay, leave): (&mut [RankedRow], &mut [RankedRow])| {
            let (mut stayed, mut left) = (0, 0);
            for next in 0..stay.len() {
                if let Some(ahead) = stay.get(next + AHEAD) {
                    sides.prefetch(ahead.at);
                }
                let (is_second, at) = sides.side_and_index(stay[next].at);
                let entry = RankedRow { rank: stay[next].rank, at };
                // Both positions are written and one of them counts: nobody can guess the side, so that a branch would
                // cost more.
                stay[stayed] = entry;
                if let Some(slot) = leave.get_mut(left) {
                    *slot = entry;
                }
                let stays = usize::from(is_second) == staying;
                stayed += usize::from(stays);
                left += usize::from(!stays);
            }
        };
        if parallel {
            let pairs: Vec<_> = self.each_mut().zip(leaving.each_mut()).collect();
            pairs.into_par_iter().for_each(take_apart);
        } else {
            self.each_mut().zip(leaving.each_mut()).for_each(take_apart);
        }
        self.rows = counts[staying];
        self.close_gaps();
        if staying == 0 { [self, leaving] } else { [leaving, self] }
    }

    /// The orders of some rows, which are called differently there.
    pub fn filtered(&self, renamed: &[u32], rows: usize, absent: u32) -> SortedOrders {
        let kept: Vec<usize> =
            (0..self.columns.len()).filter(|&index| !is_constant(self.of(index))).collect();
        let mut entries = Vec::with_capacity(kept.len() * rows);
        for &index in &kept {
            let renamed =
                self.of(index).iter().map(|e| RankedRow { rank: e.rank, at: renamed[e.at as usize] });
            entries.extend(renamed.filter(|entry| entry.at != absent));
        }
        SortedOrders::new(kept.iter().map(|&index| self.column(index)), entries, rows)
    }

    fn forget_constants(&mut self) {
        let (entries, rows) = (&self.entries, self.rows);
        self.columns.retain(|&(_, start)| !is_constant(&entries[start..start + rows]));
    }

    /// Moves the orders together once they are half of what they were: what a small node touches lies close together.
    fn close_gaps(&mut self) {
        let rows = self.rows;
        if self.entries.len() < 2 * self.columns.len() * rows {
            return;
        }
        for (index, (_, start)) in self.columns.iter_mut().enumerate() {
            self.entries.copy_within(*start..*start + rows, index * rows);
            *start = index * rows;
        }
        self.entries.truncate(self.columns.len() * rows);
        self.entries.shrink_to_fit();
    }

    fn each_mut(&mut self) -> impl Iterator<Item = &mut [RankedRow]> {
        let rows = self.rows;
        let mut rest = self.entries.as_mut_slice();
        let mut passed = 0;
        self.columns.iter().map(move |&(_, start)| {
            let (_, from) = std::mem::take(&mut rest).split_at_mut(start - passed);
            let (order, after) = from.split_at_mut(rows);
            rest = after;
            passed = start + rows;
            order
        })
    }
}

/// Whether all rows of an order have one value.
pub(super) fn is_constant(order: &[RankedRow]) -> bool {
    match (order.first(), order.last()) {
        (Some(first), Some(last)) => first.rank == last.rank,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_core::Seed;

    /// The orders of columns of ranks.
    fn sorted(columns: &[Vec<u32>]) -> SortedOrders {
        let rows = columns[0].len();
        let mut entries = Vec::new();
        for column in columns {
            let mut order: Vec<RankedRow> =
                (0..).zip(column).map(|(at, &rank)| RankedRow { rank, at }).collect();
            order.sort_by_key(|entry| entry.rank);
            entries.extend(order);
        }
        SortedOrders::new(0..columns.len() as u32, entries, rows)
    }

    #[test]
    fn parts_are_as_if_sorted_by_themselves() {
        let mut rng = Seed(1).rng();
        let mut columns: Vec<Vec<u32>> =
            (0..5).map(|c| (0..400).map(|_| rng.below(3 + 40 * c) as u32).collect()).collect();
        let mut orders = sorted(&columns);
        // The larger side is divided again and again, so that gaps arise and are closed.
        while orders.rows > 3 {
            let share = [5, 2][rng.below(2)];
            let is_second: Vec<bool> = (0..orders.rows).map(|_| rng.below(share) == 0).collect();
            let sides = RowSides::new(
                orders.rows,
                (0..).zip(&is_second).filter(|(_, second)| **second).map(|(at, _)| at),
            );
            let parts = orders.divide(&sides, false);
            let part = |second: bool| -> Vec<Vec<u32>> {
                let of = |column: &Vec<u32>| {
                    column
                        .iter()
                        .zip(&is_second)
                        .filter(|(_, s)| **s == second)
                        .map(|(rank, _)| *rank)
                        .collect()
                };
                columns.iter().map(of).collect()
            };
            for (orders, columns) in parts.iter().zip([part(false), part(true)]) {
                let expected = sorted(&columns);
                for (index, &(column, _)) in orders.columns.iter().enumerate() {
                    assert_eq!(orders.of(index), expected.of_column(column));
                }
                assert!(orders.columns.len() == columns.len() || orders.rows < 400);
            }
            let larger = parts[1].rows > parts[0].rows;
            columns = part(larger);
            orders = parts.into_iter().nth(usize::from(larger)).unwrap();
            assert!(orders.entries.len() < 2 * orders.columns.len() * orders.rows.max(1));
        }
    }
}
