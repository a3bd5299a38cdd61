//! The features of the rows as bins: row by row for building histograms, column by column for dividing rows.

use crate::bins::{BYTE_BINS, ColumnBins, sampled};
use hornbook_data::{Column, Dataset, Feature, Levels, MISSING_CODE, Numbers, ScalarBuffer};
use hornbook_math::prefetch::prefetch;
use rayon::prelude::*;

/// Levels of a category that two bytes tell apart, with one left for missing values.
const MOST_LEVELS: usize = u16::MAX as usize;

/// Where a column's bins are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BinColumn {
    /// Nowhere: it says nothing about the rows.
    Constant,
    /// Among the columns of bytes.
    Byte(usize),
    /// Among the columns of two bytes.
    Wide(usize),
}

/// The values of a column, where they lie: unlike a [`Feature`], a column of a matrix is not copied.
#[derive(Debug, Clone)]
pub(super) enum RawColumn {
    Number(Numbers),
    Code(ScalarBuffer<u32>, Levels),
}

impl RawColumn {
    /// The features of a dataset.
    pub fn of(data: &Dataset) -> Vec<RawColumn> {
        let cells = |index: usize| match &data.table().columns()[data.features()[index]] {
            Column::Number(numbers @ Numbers::Matrix(_)) => RawColumn::Number(numbers.clone()),
            _ => data.feature(index).into(),
        };
        (0..data.features().len()).map(cells).collect()
    }

    /// The column as a feature.
    pub fn feature(&self) -> Feature {
        match self {
            RawColumn::Number(numbers) => Feature::Number(numbers.dense()),
            RawColumn::Code(codes, levels) => Feature::Code(codes.clone(), levels.clone()),
        }
    }
}

impl From<Feature> for RawColumn {
    fn from(feature: Feature) -> RawColumn {
        match feature {
            Feature::Number(values) => RawColumn::Number(Numbers::Dense(values)),
            Feature::Code(codes, levels) => RawColumn::Code(codes, levels),
            other => RawColumn::Number(vec![f64::NAN; other.len()].into()),
        }
    }
}

/// How all columns are put into bins.
pub(super) struct MatrixBinning {
    pub columns: Vec<ColumnBins>,
}

impl MatrixBinning {
    /// Bins from a sample of some rows of a table. No weights are weights of 1.
    pub fn of(cells: &[RawColumn], rows: &[u32], weights: &[f64], most: usize) -> MatrixBinning {
        let mut sample: Vec<usize> = sampled(rows.len(), cells.len());
        // Reading memory in its order is faster.
        sample.sort_unstable();
        let columns = cells
            .par_iter()
            .map(|cells| match cells {
                RawColumn::Number(values) => {
                    let value = |at: usize| values.at(rows[at] as usize) + 0.0;
                    match weights.is_empty() {
                        true => ColumnBins::of_numbers(sample.iter().map(|&at| value(at)), most),
                        false => {
                            let weighted = sample.iter().map(|&at| (value(at), weights[at]));
                            ColumnBins::of_weighted_numbers(weighted, most)
                        }
                    }
                }
                RawColumn::Code(_, levels) => {
                    ColumnBins::Code { levels: levels.len().min(MOST_LEVELS) as u32 }
                }
            })
            .collect();
        MatrixBinning { columns }
    }
}

/// The bins of some rows.
pub(super) struct BinMatrix {
    rows: usize,
    pub bin_columns: Vec<BinColumn>,
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

enum BinStorage {
    Byte(Vec<u8>),
    Wide(Vec<u16>),
}

/// Some neighboring bins of a column, to be filled in.
enum BinStorageChunk<'a> {
    Byte(&'a mut [u8]),
    Wide(&'a mut [u16]),
}

impl BinMatrix {
    /// Puts these rows of a table into bins.
    pub fn new(cells: &[RawColumn], rows: &[u32], binning: &MatrixBinning) -> BinMatrix {
        let binned = binned(cells, rows, binning);
        let mut matrix = BinMatrix {
            rows: rows.len(),
            bin_columns: Vec::new(),
            byte_counts: Vec::new(),
            wide_counts: Vec::new(),
            stride: 0,
            by_row: Vec::new(),
            bytes: Vec::new(),
            wide: Vec::new(),
        };
        for (bins, column) in binned.into_iter().zip(&binning.columns) {
            matrix.bin_columns.push(match bins {
                None => BinColumn::Constant,
                Some(BinStorage::Byte(bins)) => {
                    matrix.bytes.push(bins);
                    matrix.byte_counts.push(column.count() + 1);
                    BinColumn::Byte(matrix.bytes.len() - 1)
                }
                Some(BinStorage::Wide(bins)) => {
                    matrix.wide.push(bins);
                    matrix.wide_counts.push(column.count() + 1);
                    BinColumn::Wide(matrix.wide.len() - 1)
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

    /// How many bins all columns have together.
    pub fn bins(&self) -> usize {
        self.byte_counts.iter().chain(&self.wide_counts).sum()
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

    /// The bin of a row in the column at a position.
    pub fn bin(&self, bin_column: BinColumn, row: usize) -> usize {
        match bin_column {
            BinColumn::Constant => 0,
            BinColumn::Byte(column) => usize::from(self.bytes[column][row]),
            BinColumn::Wide(column) => usize::from(self.wide[column][row]),
        }
    }
}

/// A row of bytes that would cross a cache line more often than not is given a little room.
fn stride(width: usize) -> usize {
    let padded = width.next_power_of_two();
    if width > 0 && padded <= 64 && padded * 3 <= width * 4 { padded } else { width }
}

/// The bins of all columns; none for columns with all rows in the same. All columns of some rows are done before the next
/// rows, because in a matrix they lie together.
fn binned(cells: &[RawColumn], rows: &[u32], binning: &MatrixBinning) -> Vec<Option<BinStorage>> {
    const BLOCK: usize = 1024;
    let mut all: Vec<BinStorage> =
        binning.columns.iter().map(|column| BinStorage::empty(column, rows.len())).collect();
    let mut blocks: Vec<Vec<BinStorageChunk<'_>>> = rows.chunks(BLOCK).map(|_| Vec::new()).collect();
    for bins in &mut all {
        blocks.iter_mut().zip(bins.parts(BLOCK)).for_each(|(block, part)| block.push(part));
    }
    blocks.into_par_iter().zip(rows.par_chunks(BLOCK)).for_each(|(parts, rows)| {
        for ((cells, column), part) in cells.iter().zip(&binning.columns).zip(parts) {
            match part {
                BinStorageChunk::Byte(bins) => fill(cells, rows, column, |at, bin| bins[at] = bin as u8),
                BinStorageChunk::Wide(bins) => fill(cells, rows, column, |at, bin| bins[at] = bin as u16),
            }
        }
    });
    all.into_par_iter().map(|bins| bins.vary().then_some(bins)).collect()
}

impl BinStorage {
    fn empty(column: &ColumnBins, rows: usize) -> BinStorage {
        // One more than there are is for missing values.
        if column.count() < BYTE_BINS {
            BinStorage::Byte(vec![0; rows])
        } else {
            BinStorage::Wide(vec![0; rows])
        }
    }

    fn parts(&mut self, rows: usize) -> Box<dyn Iterator<Item = BinStorageChunk<'_>> + '_> {
        match self {
            BinStorage::Byte(bins) => Box::new(bins.chunks_mut(rows).map(BinStorageChunk::Byte)),
            BinStorage::Wide(bins) => Box::new(bins.chunks_mut(rows).map(BinStorageChunk::Wide)),
        }
    }

    /// Whether not all rows are in the same bin.
    fn vary(&self) -> bool {
        match self {
            BinStorage::Byte(bins) => bins.windows(2).any(|pair| pair[0] != pair[1]),
            BinStorage::Wide(bins) => bins.windows(2).any(|pair| pair[0] != pair[1]),
        }
    }
}

/// Puts the values of a column at some rows into bins.
#[inline]
fn fill(cells: &RawColumn, rows: &[u32], column: &ColumnBins, mut put: impl FnMut(usize, usize)) {
    let missing = column.count();
    let rows = rows.iter().map(|&row| row as usize).enumerate();
    match cells {
        RawColumn::Number(Numbers::Dense(values)) => {
            rows.for_each(|(at, row)| put(at, column.of(values[row])))
        }
        RawColumn::Number(numbers) => rows.for_each(|(at, row)| put(at, column.of(numbers.at(row)))),
        // Levels beyond those that have a bin count as missing, as levels that training never saw do.
        RawColumn::Code(codes, _) => rows.for_each(|(at, row)| match codes[row] {
            MISSING_CODE => put(at, missing),
            code => put(at, (code as usize).min(missing)),
        }),
    }
}
