//! Sums of slopes and curvatures by bin: what splits are found from.

use super::matrix::{BYTE_BINS, BinMatrix, Place};
use super::slopes::{Entry, FixedSlopes, Layout, Packed};
use rayon::prelude::*;

/// Rows below which threads cost more than they bring.
pub(super) const FEW_ROWS: usize = 8192;
/// How many rows ahead memory is asked for.
const AHEAD: usize = 12;

/// The rows of a node.
#[derive(Clone, Copy)]
pub(super) enum NodeRows<'a> {
    /// All rows, in their order.
    All(&'a FixedSlopes, usize),
    /// These rows.
    Some(&'a [Entry], Layout),
}

impl NodeRows<'_> {
    pub fn len(&self) -> usize {
        match self {
            NodeRows::All(_, rows) => *rows,
            NodeRows::Some(entries, _) => entries.len(),
        }
    }

    /// The entry at a place in the node.
    #[inline]
    pub fn entry(&self, at: usize) -> Entry {
        match self {
            NodeRows::All(slopes, _) => slopes.entry(at),
            NodeRows::Some(entries, _) => entries[at],
        }
    }

    /// The row at a place in the node.
    #[inline]
    pub fn row(&self, at: usize) -> usize {
        match self {
            NodeRows::All(..) => at,
            NodeRows::Some(entries, layout) => layout.row(entries[at]),
        }
    }

    /// What histograms add for the row at a place in the node.
    #[inline]
    fn packed(&self, at: usize) -> Packed {
        match self {
            NodeRows::All(slopes, _) => slopes.layout.packed(slopes.entry(at)),
            NodeRows::Some(entries, layout) => layout.packed(entries[at]),
        }
    }
}

/// The sums of every bin of every column.
pub(super) struct Histogram {
    bytes: Vec<[Packed; BYTE_BINS]>,
    wide: Vec<Vec<Packed>>,
}

impl Histogram {
    fn empty(matrix: &BinMatrix) -> Histogram {
        Histogram {
            bytes: vec![[Packed::default(); BYTE_BINS]; matrix.byte_counts.len()],
            wide: matrix.wide_counts.iter().map(|&count| vec![Packed::default(); count]).collect(),
        }
    }

    /// The histogram of some rows, on all threads if they are many.
    pub fn of(matrix: &BinMatrix, rows: NodeRows<'_>) -> Histogram {
        let parts = if rows.len() < FEW_ROWS { 1 } else { rayon::current_num_threads() };
        let part = |part: usize| {
            let mut histogram = Histogram::empty(matrix);
            histogram.add(matrix, rows, rows.len() * part / parts..rows.len() * (part + 1) / parts);
            histogram
        };
        if parts == 1 {
            return part(0);
        }
        let merge = |mut one: Histogram, other: Histogram| {
            one.combine(matrix, &other, Packed::plus);
            one
        };
        (0..parts).into_par_iter().map(part).reduce_with(merge).unwrap_or_else(|| Histogram::empty(matrix))
    }

    fn add(&mut self, matrix: &BinMatrix, rows: NodeRows<'_>, range: std::ops::Range<usize>) {
        match rows {
            NodeRows::All(slopes, _) => {
                for (row, bins) in range.clone().zip(matrix.rows_from(range.start)) {
                    add_row(&mut self.bytes, bins, slopes.layout.packed(slopes.entry(row)));
                }
            }
            NodeRows::Some(entries, layout) => {
                let entries = &entries[range.clone()];
                for (at, &entry) in entries.iter().enumerate() {
                    if let Some(&ahead) = entries.get(at + AHEAD) {
                        matrix.prefetch(layout.row(ahead));
                    }
                    add_row(&mut self.bytes, matrix.row(layout.row(entry)), layout.packed(entry));
                }
            }
        }
        for (column, cells) in self.wide.iter_mut().enumerate() {
            let bins = matrix.wide_column(column);
            for at in range.clone() {
                let cell = &mut cells[usize::from(bins[rows.row(at)])];
                *cell = cell.plus(rows.packed(at));
            }
        }
    }

    /// The histogram of the rows of this one that are not in another.
    #[must_use]
    pub fn without(mut self, matrix: &BinMatrix, other: &Histogram) -> Histogram {
        self.combine(matrix, other, Packed::minus);
        self
    }

    fn combine(&mut self, matrix: &BinMatrix, other: &Histogram, with: impl Fn(Packed, Packed) -> Packed) {
        // Of few rows and levels, most bins of a byte would be empty ones.
        for ((a, b), &count) in self.bytes.iter_mut().zip(&other.bytes).zip(&matrix.byte_counts) {
            a[..count].iter_mut().zip(&b[..count]).for_each(|(a, b)| *a = with(*a, *b));
        }
        for (a, b) in self.wide.iter_mut().flatten().zip(other.wide.iter().flatten()) {
            *a = with(*a, *b);
        }
    }

    /// The sums of the bins of a column; that of missing values comes after the last.
    pub fn column(&self, place: Place, matrix: &BinMatrix) -> &[Packed] {
        match place {
            Place::Constant => &[],
            Place::Byte(column) => &self.bytes[column][..matrix.byte_counts[column]],
            Place::Wide(column) => &self.wide[column],
        }
    }
}

#[inline]
fn add_row(cells: &mut [[Packed; BYTE_BINS]], bins: &[u8], slopes: Packed) {
    for (cells, &bin) in cells.iter_mut().zip(bins) {
        let cell = &mut cells[usize::from(bin)];
        *cell = cell.plus(slopes);
    }
}
