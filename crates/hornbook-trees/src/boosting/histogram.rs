//! Sums of gradients and Hessians by bin: what splits are found from.

use super::gradients::{PackedGradHess, PackedRow, PackedRowLayout, QuantizedGradients};
use super::matrix::{BinColumn, BinMatrix};
use crate::bins::BYTE_BINS;
use rayon::prelude::*;

/// Rows below which threads cost more than they bring.
pub(super) const FEW_ROWS: usize = 8192;
/// How many rows ahead memory is asked for.
const AHEAD: usize = 12;

/// The rows of a node.
#[derive(Clone, Copy)]
pub(super) enum BoostingNodeRows<'a> {
    /// All rows, in their order.
    All(&'a QuantizedGradients, usize),
    /// These rows.
    Some(&'a [PackedRow], PackedRowLayout),
}

impl BoostingNodeRows<'_> {
    pub fn len(&self) -> usize {
        match self {
            BoostingNodeRows::All(_, rows) => *rows,
            BoostingNodeRows::Some(packed_rows, _) => packed_rows.len(),
        }
    }

    /// The entry at a position in the node.
    #[inline]
    pub fn packed_row(&self, at: usize) -> PackedRow {
        match self {
            BoostingNodeRows::All(gradients, _) => gradients.packed_row(at),
            BoostingNodeRows::Some(packed_rows, _) => packed_rows[at],
        }
    }

    /// The row at a position in the node.
    #[inline]
    pub fn row(&self, at: usize) -> usize {
        match self {
            BoostingNodeRows::All(..) => at,
            BoostingNodeRows::Some(packed_rows, layout) => layout.row(packed_rows[at]),
        }
    }

    /// What histograms add for the row at a position in the node.
    #[inline]
    fn packed(&self, at: usize) -> PackedGradHess {
        match self {
            BoostingNodeRows::All(gradients, _) => gradients.layout.packed(gradients.packed_row(at)),
            BoostingNodeRows::Some(packed_rows, layout) => layout.packed(packed_rows[at]),
        }
    }
}

/// The sums of every bin of every column.
pub(super) struct GradientHistogram {
    bytes: Vec<[PackedGradHess; BYTE_BINS]>,
    wide: Vec<Vec<PackedGradHess>>,
}

impl GradientHistogram {
    fn empty(matrix: &BinMatrix) -> GradientHistogram {
        GradientHistogram {
            bytes: vec![[PackedGradHess::default(); BYTE_BINS]; matrix.byte_counts.len()],
            wide: matrix.wide_counts.iter().map(|&count| vec![PackedGradHess::default(); count]).collect(),
        }
    }

    /// The histogram of some rows, on all threads if they are many.
    pub fn of(matrix: &BinMatrix, rows: BoostingNodeRows<'_>) -> GradientHistogram {
        let parts = if rows.len() < FEW_ROWS { 1 } else { rayon::current_num_threads() };
        let part = |part: usize| {
            let mut histogram = GradientHistogram::empty(matrix);
            histogram.add(matrix, rows, rows.len() * part / parts..rows.len() * (part + 1) / parts);
            histogram
        };
        if parts == 1 {
            return part(0);
        }
        let merge = |mut one: GradientHistogram, other: GradientHistogram| {
            one.combine(matrix, &other, PackedGradHess::plus);
            one
        };
        (0..parts)
            .into_par_iter()
            .map(part)
            .reduce_with(merge)
            .unwrap_or_else(|| GradientHistogram::empty(matrix))
    }

    fn add(&mut self, matrix: &BinMatrix, rows: BoostingNodeRows<'_>, range: std::ops::Range<usize>) {
        match rows {
            BoostingNodeRows::All(gradients, _) => {
                for (row, bins) in range.clone().zip(matrix.rows_from(range.start)) {
                    add_row(&mut self.bytes, bins, gradients.layout.packed(gradients.packed_row(row)));
                }
            }
            BoostingNodeRows::Some(packed_rows, layout) => {
                let packed_rows = &packed_rows[range.clone()];
                for (at, &packed_row) in packed_rows.iter().enumerate() {
                    if let Some(&ahead) = packed_rows.get(at + AHEAD) {
                        matrix.prefetch(layout.row(ahead));
                    }
                    add_row(&mut self.bytes, matrix.row(layout.row(packed_row)), layout.packed(packed_row));
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
    pub fn without(mut self, matrix: &BinMatrix, other: &GradientHistogram) -> GradientHistogram {
        self.combine(matrix, other, PackedGradHess::minus);
        self
    }

    fn combine(
        &mut self,
        matrix: &BinMatrix,
        other: &GradientHistogram,
        with: impl Fn(PackedGradHess, PackedGradHess) -> PackedGradHess,
    ) {
        // Of few rows and levels, most bins of a byte would be empty ones.
        for ((a, b), &count) in self.bytes.iter_mut().zip(&other.bytes).zip(&matrix.byte_counts) {
            a[..count].iter_mut().zip(&b[..count]).for_each(|(a, b)| *a = with(*a, *b));
        }
        for (a, b) in self.wide.iter_mut().flatten().zip(other.wide.iter().flatten()) {
            *a = with(*a, *b);
        }
    }

    /// The sums of the bins of a column; that of missing values comes after the last.
    pub fn column(&self, bin_column: BinColumn, matrix: &BinMatrix) -> &[PackedGradHess] {
        match bin_column {
            BinColumn::Constant => &[],
            BinColumn::Byte(column) => &self.bytes[column][..matrix.byte_counts[column]],
            BinColumn::Wide(column) => &self.wide[column],
        }
    }
}

#[inline]
fn add_row(cells: &mut [[PackedGradHess; BYTE_BINS]], bins: &[u8], gradients: PackedGradHess) {
    for (cells, &bin) in cells.iter_mut().zip(bins) {
        let cell = &mut cells[usize::from(bin)];
        *cell = cell.plus(gradients);
    }
}
