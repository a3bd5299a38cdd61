//! The features of the rows as bins: row by row for building histograms, column by column for dividing rows.

use crate::bins::{ColumnBins, sampled};
use hornbook_data::{Feature, MISSING_CODE};
use hornbook_math::prefetch::prefetch;
use rayon::prelude::*;

/// Bins of a column that one byte tells apart, that of missing values included.
pub(super) const BYTE_BINS: usize = 256;
/// Levels of a category that two bytes tell apart, with one left for missing values.
const MOST_LEVELS: usize = u16::MAX as usize;

/// Where a column's bins are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Nowhere: it says nothing about the rows.
    Constant,
    /// Among the columns of bytes.
    Byte(usize),
    /// Among the columns of two bytes.
    Wide(usize),
}

/// How all columns are put into bins.
pub(super) struct Binning {
    pub columns: Vec<ColumnBins>,
}

impl Binning {
    /// Bins from a sample of some rows of a table.
    pub fn of(features: &[Feature], rows: &[u32], most: usize) -> Binning {
        let sample: Vec<usize> = sampled(rows.len(), features.len());
        let columns = features
            .par_iter()
            .map(|feature| match feature {
                Feature::Number(values) => {
                    let values = sample.iter().map(|&at| values[rows[at] as usize] + 0.0);
                    ColumnBins::of_numbers(values, most)
                }
                Feature::Code(_, levels) => ColumnBins::Code { levels: levels.len().min(MOST_LEVELS) as u32 },
            })
            .collect();
        Binning { columns }
    }
}

/// The bins of some rows.
pub(super) struct BinMatrix {
    rows: usize,
    pub places: Vec<Place>,
    /// How many bins each column of bytes has, that of missing values included.
    pub byte_counts: Vec<usize>,
    /// The same for each column of two bytes.
    pub wide_counts: Vec<usize>,
    /// Bytes from one row to the next.
    stride: usize,
    by_row: Vec<u8>,
    bytes: Vec<Vec<u8>>,
    wide: Vec<Vec<u16>>,
}

enum Bins {
    Byte(Vec<u8>),
    Wide(Vec<u16>),
}

impl BinMatrix {
    /// Puts these rows of a table into bins.
    pub fn new(features: &[Feature], rows: &[u32], binning: &Binning) -> BinMatrix {
        let binned: Vec<Option<Bins>> = features
            .par_iter()
            .zip(&binning.columns)
            .map(|(feature, column)| bins_of(feature, rows, column))
            .collect();
        let mut matrix = BinMatrix {
            rows: rows.len(),
            places: Vec::new(),
            byte_counts: Vec::new(),
            wide_counts: Vec::new(),
            stride: 0,
            by_row: Vec::new(),
            bytes: Vec::new(),
            wide: Vec::new(),
        };
        for (bins, column) in binned.into_iter().zip(&binning.columns) {
            matrix.places.push(match bins {
                None => Place::Constant,
                Some(Bins::Byte(bins)) => {
                    matrix.bytes.push(bins);
                    matrix.byte_counts.push(column.count() + 1);
                    Place::Byte(matrix.bytes.len() - 1)
                }
                Some(Bins::Wide(bins)) => {
                    matrix.wide.push(bins);
                    matrix.wide_counts.push(column.count() + 1);
                    Place::Wide(matrix.wide.len() - 1)
                }
            });
        }
        matrix.lay_out_rows();
        matrix
    }

    /// Copies the columns of bytes row by row, block by block so that what is written stays near.
    fn lay_out_rows(&mut self) {
        const BLOCK: usize = 1024;
        self.stride = stride(self.bytes.len());
        self.by_row = vec![0; self.rows * self.stride];
        let (stride, bytes) = (self.stride.max(1), &self.bytes);
        self.by_row.par_chunks_mut(BLOCK * stride).enumerate().for_each(|(block, part)| {
            for (column, bins) in bytes.iter().enumerate() {
                let cells = part[column..].iter_mut().step_by(stride);
                cells.zip(&bins[block * BLOCK..]).for_each(|(cell, bin)| *cell = *bin);
            }
        });
    }

    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The columns of bytes of one row.
    #[inline]
    pub fn row(&self, row: usize) -> &[u8] {
        let start = row * self.stride;
        &self.by_row[start..start + self.bytes.len()]
    }

    /// Asks memory for a row that will be read soon.
    #[inline]
    pub fn prefetch(&self, row: usize) {
        prefetch(&self.by_row, row * self.stride);
    }

    /// The rows one after the other, from `first` on.
    pub fn rows_from(&self, first: usize) -> impl Iterator<Item = &[u8]> {
        let width = self.bytes.len();
        self.by_row[first * self.stride..].chunks_exact(self.stride.max(1)).map(move |row| &row[..width])
    }

    /// A column of bytes.
    pub fn byte_column(&self, column: usize) -> &[u8] {
        &self.bytes[column]
    }

    /// A column of two bytes.
    pub fn wide_column(&self, column: usize) -> &[u16] {
        &self.wide[column]
    }

    /// The bin of a row in the column at a place.
    pub fn bin(&self, place: Place, row: usize) -> usize {
        match place {
            Place::Constant => 0,
            Place::Byte(column) => usize::from(self.bytes[column][row]),
            Place::Wide(column) => usize::from(self.wide[column][row]),
        }
    }
}

/// A row of bytes that would cross a cache line more often than not is given a little room.
fn stride(width: usize) -> usize {
    let padded = width.next_power_of_two();
    if width > 0 && padded <= 64 && padded * 3 <= width * 4 { padded } else { width }
}

/// The bins of a column, unless all rows are in the same.
fn bins_of(feature: &Feature, rows: &[u32], column: &ColumnBins) -> Option<Bins> {
    let missing = column.count();
    let bin = |row: u32| match feature {
        Feature::Number(values) => column.of(values[row as usize]),
        Feature::Code(codes, _) => match codes[row as usize] {
            MISSING_CODE => missing,
            // Levels beyond those that have a bin count as missing, as levels that training never saw do.
            code => (code as usize).min(missing),
        },
    };
    if missing < BYTE_BINS {
        let bins: Vec<u8> = rows.iter().map(|&row| bin(row) as u8).collect();
        bins.windows(2).any(|pair| pair[0] != pair[1]).then_some(Bins::Byte(bins))
    } else {
        let bins: Vec<u16> = rows.iter().map(|&row| bin(row) as u16).collect();
        bins.windows(2).any(|pair| pair[0] != pair[1]).then_some(Bins::Wide(bins))
    }
}
