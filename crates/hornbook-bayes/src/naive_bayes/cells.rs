//! The rows of a dataset, or rows to predict, a block at a time, whichever way they lie in memory.

use hornbook_core::Result;
use hornbook_data::{Feature, Features, MatrixView, Scalars};
use std::ops::Range;

/// Numbers that a block holds at most: they stay in the nearest caches.
const BLOCK_CELLS: usize = 8192;
/// Rows that a block has at least, but for the last: what is done once a block should not matter.
const BLOCK_ROWS: usize = 64;
/// Numbers of a block that is made of sparse rows.
const DENSE_CELLS: usize = 1 << 20;

/// How many rows a block has.
fn block_rows(features: &Features<'_>) -> usize {
    let width = features.width().max(1);
    match features {
        Features::Sparse(_) => (DENSE_CELLS / width).clamp(1, 256),
        _ => (BLOCK_CELLS / width).clamp(BLOCK_ROWS, 512),
    }
}

/// Visits some of the rows, a block after the other.
pub(crate) fn for_cell_blocks(
    features: &Features<'_>,
    rows: Range<usize>,
    mut visit: impl FnMut(Range<usize>, &CellBlock<'_>) -> Result<()>,
) -> Result<()> {
    let height = block_rows(features);
    let mut dense = Vec::new();
    for start in rows.clone().step_by(height) {
        let range = start..(start + height).min(rows.end);
        let block = match features {
            Features::Columns(columns, _) => CellBlock::Columns(columns, range.clone()),
            Features::Matrix(matrix) => CellBlock::Matrix(matrix.part(range.clone())),
            Features::Sparse(sparse) => {
                let part = sparse.part(range.clone());
                dense.clear();
                dense.resize(range.len() * part.width(), 0.0);
                part.view().write_dense(&mut dense);
                CellBlock::Matrix(MatrixView::new(range.len(), part.width(), Scalars::F64(&dense))?)
            }
        };
        visit(range, &block)?;
    }
    Ok(())
}

/// Neighboring rows.
#[derive(Debug)]
pub(crate) enum CellBlock<'a> {
    Columns(&'a [Feature], Range<usize>),
    Matrix(MatrixView<'a>),
}

/// The values of a column in a block.
#[derive(Debug, Clone, Copy)]
pub(crate) enum CellValues<'a> {
    /// NaN is missing.
    Numbers(&'a [f64]),
    /// A code that is no level is missing.
    Codes(&'a [u32]),
}

impl CellValues<'_> {
    /// The value of a row as a level of a table of so many; none if it is missing or no such level.
    pub fn level(self, row: usize, levels: usize) -> Option<usize> {
        match self {
            CellValues::Codes(codes) => Some(codes[row] as usize).filter(|&code| code < levels),
            CellValues::Numbers(numbers) => {
                let x = numbers[row];
                (x >= 0.0 && x < levels as f64 && x.fract() == 0.0).then_some(x as usize)
            }
        }
    }
}

impl CellBlock<'_> {
    /// One column. Its numbers are copied into `copy` where they do not stand side by side.
    pub fn column<'b>(&'b self, column: usize, copy: &'b mut Vec<f64>) -> CellValues<'b> {
        match self {
            CellBlock::Columns(columns, rows) => match &columns[column] {
                Feature::Number(values) => CellValues::Numbers(&values[rows.clone()]),
                Feature::Code(codes, _) => CellValues::Codes(&codes[rows.clone()]),
                Feature::Text(_) | Feature::Object(_) => CellValues::Codes(&[]),
            },
            CellBlock::Matrix(matrix) => {
                copy.clear();
                let width = matrix.columns().max(1);
                match matrix.values() {
                    Scalars::F64(values) => copy.extend(values.iter().skip(column).step_by(width)),
                    Scalars::F32(values) => {
                        copy.extend(values.iter().skip(column).step_by(width).map(|&x| f64::from(x)));
                    }
                }
                CellValues::Numbers(copy)
            }
        }
    }

    /// Some columns of numbers row by row, copied into `copy` unless they lie so. Codes count as missing.
    pub fn lines<'b>(&'b self, columns: &[usize], copy: &'b mut Vec<f64>) -> &'b [f64] {
        if let CellBlock::Matrix(matrix) = self
            && let Scalars::F64(values) = matrix.values()
            && columns.len() == matrix.columns()
        {
            return values;
        }
        let width = columns.len();
        copy.clear();
        match self {
            CellBlock::Columns(all, rows) => {
                copy.resize(rows.len() * width, f64::NAN);
                for (place, &column) in columns.iter().enumerate() {
                    if let Feature::Number(values) = &all[column] {
                        let to = copy.iter_mut().skip(place).step_by(width);
                        to.zip(&values[rows.clone()]).for_each(|(to, x)| *to = *x);
                    }
                }
            }
            CellBlock::Matrix(matrix) => {
                let all = matrix.columns().max(1);
                match matrix.values() {
                    Scalars::F64(values) => values
                        .chunks_exact(all)
                        .for_each(|line| copy.extend(columns.iter().map(|&column| line[column]))),
                    Scalars::F32(values) => values
                        .chunks_exact(all)
                        .for_each(|line| copy.extend(columns.iter().map(|&column| f64::from(line[column])))),
                }
            }
        }
        copy
    }
}
