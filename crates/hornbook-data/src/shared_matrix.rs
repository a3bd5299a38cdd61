//! A matrix in memory that somebody else owns, such as an array of Python's, as the columns of a table.

use arrow_buffer::ScalarBuffer;
use hornbook_core::Result;
use hornbook_math::matrix::{MatrixView, Scalars};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// A matrix of numbers, row by row, whose columns can be those of a table without a copy; NaN is missing.
///
/// Learners that read it row by row need no more memory. Those that want whole columns get all of them turned at once,
/// when the first is asked for, because reading one column of a matrix touches nearly as much memory as reading all.
#[derive(Debug)]
pub struct SharedMatrix {
    rows: usize,
    width: usize,
    values: SharedScalars,
    columns: OnceLock<Vec<ScalarBuffer<f64>>>,
    column_flags: OnceLock<Vec<ColumnFlags>>,
}

/// The numbers of a [`SharedMatrix`].
#[derive(Debug, Clone)]
pub enum SharedScalars {
    /// Double precision.
    F64(ScalarBuffer<f64>),
    /// Single precision.
    F32(ScalarBuffer<f32>),
}

/// What is found in a column that not every learner takes.
#[derive(Debug, Clone, Copy, Default)]
struct ColumnFlags {
    /// The largest distance from zero.
    largest: f64,
    missing: bool,
}

impl SharedMatrix {
    /// A matrix of `rows × columns` numbers, row by row.
    pub fn new(rows: usize, columns: usize, values: SharedScalars) -> Result<SharedMatrix> {
        MatrixView::new(rows, columns, values.view())?;
        Ok(SharedMatrix {
            rows,
            width: columns,
            values,
            columns: OnceLock::new(),
            column_flags: OnceLock::new(),
        })
    }

    /// Its columns, as columns of a table.
    pub fn columns(self) -> Vec<MatrixColumn> {
        let matrix = Arc::new(self);
        (0..matrix.width).map(|column| MatrixColumn { matrix: Arc::clone(&matrix), column }).collect()
    }

    /// A copy of each column. A task takes as many neighboring columns as share a cache line, and a few rows of each at
    /// a time, so that every line is fetched once.
    fn turned<T: Copy + Into<f64> + Sync>(&self, values: &[T]) -> Vec<ScalarBuffer<f64>> {
        const GROUP: usize = 8;
        const BLOCK: usize = 64;
        let groups: Vec<usize> = (0..self.width).step_by(GROUP).collect();
        let copy = |&first: &usize| {
            let group = first..self.width.min(first + GROUP);
            let mut columns: Vec<Vec<f64>> = group.clone().map(|_| Vec::with_capacity(self.rows)).collect();
            for block in values.chunks(BLOCK * self.width) {
                for (column, turned) in group.clone().zip(&mut columns) {
                    turned.extend(block[column..].iter().step_by(self.width).map(|&x| -> f64 { x.into() }));
                }
            }
            columns
        };
        groups.par_iter().flat_map_iter(copy).map(ScalarBuffer::from).collect()
    }

    /// What is odd about each column, found in one pass.
    fn find_column_flags<T: Copy + Into<f64> + Sync>(&self, values: &[T]) -> Vec<ColumnFlags> {
        const BLOCK: usize = 4096;
        let nothing = || vec![ColumnFlags::default(); self.width];
        let add = |mut found: Vec<ColumnFlags>, block: &[T]| {
            for row in block.chunks_exact(self.width) {
                for (found, &x) in found.iter_mut().zip(row) {
                    let x: f64 = x.into();
                    found.largest = found.largest.max(x.abs());
                    found.missing |= x.is_nan();
                }
            }
            found
        };
        let join = |one: Vec<ColumnFlags>, other: Vec<ColumnFlags>| {
            let both = |(a, b): (ColumnFlags, ColumnFlags)| ColumnFlags {
                largest: a.largest.max(b.largest),
                missing: a.missing || b.missing,
            };
            one.into_iter().zip(other).map(both).collect()
        };
        values.par_chunks(BLOCK * self.width.max(1)).fold(nothing, add).reduce(nothing, join)
    }
}

impl SharedScalars {
    fn view(&self) -> Scalars<'_> {
        match self {
            SharedScalars::F64(values) => Scalars::F64(values),
            SharedScalars::F32(values) => Scalars::F32(values),
        }
    }
}

/// A column of a [`SharedMatrix`].
#[derive(Debug, Clone)]
pub struct MatrixColumn {
    matrix: Arc<SharedMatrix>,
    column: usize,
}

impl MatrixColumn {
    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.matrix.rows
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value at a row.
    #[inline]
    pub fn at(&self, row: usize) -> f64 {
        let at = row * self.matrix.width + self.column;
        match &self.matrix.values {
            SharedScalars::F64(values) => values[at],
            SharedScalars::F32(values) => f64::from(values[at]),
        }
    }

    /// Some rows of the matrix that these columns make up in their order, if they do.
    pub(crate) fn view_of_all<'a>(
        columns: &[&'a MatrixColumn],
        rows: Range<usize>,
    ) -> Option<MatrixView<'a>> {
        let matrix = &columns.first()?.matrix;
        let is_whole = columns.len() == matrix.width
            && columns
                .iter()
                .enumerate()
                .all(|(at, one)| one.column == at && Arc::ptr_eq(&one.matrix, matrix));
        let cells = rows.start * matrix.width..rows.end * matrix.width;
        let values = match &matrix.values {
            SharedScalars::F64(values) => Scalars::F64(values.get(cells)?),
            SharedScalars::F32(values) => Scalars::F32(values.get(cells)?),
        };
        is_whole.then(|| MatrixView::new(rows.len(), matrix.width, values).ok()).flatten()
    }

    /// All values, one a row. The first to ask has all columns of the matrix turned.
    pub fn dense(&self) -> ScalarBuffer<f64> {
        let turned = || match &self.matrix.values {
            SharedScalars::F64(values) => self.matrix.turned(values),
            SharedScalars::F32(values) => self.matrix.turned(values),
        };
        self.matrix.columns.get_or_init(turned)[self.column].clone()
    }

    /// Whether any value is infinite.
    pub fn has_infinite(&self) -> bool {
        self.has_beyond(f64::MAX)
    }

    /// Whether any value is further from zero than this.
    pub fn has_beyond(&self, limit: f64) -> bool {
        self.column_flags().largest > limit
    }

    /// Whether any value is missing.
    pub fn has_missing(&self) -> bool {
        self.column_flags().missing
    }

    fn column_flags(&self) -> ColumnFlags {
        let found = || match &self.matrix.values {
            SharedScalars::F64(values) => self.matrix.find_column_flags(values),
            SharedScalars::F32(values) => self.matrix.find_column_flags(values),
        };
        self.matrix.column_flags.get_or_init(found)[self.column]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_those_of_the_matrix() {
        let values: Vec<f32> =
            (0..130 * 11).map(|i| if i == 25 { f32::NAN } else { i as f32 / 4.0 }).collect();
        let matrix = SharedMatrix::new(130, 11, SharedScalars::F32(values.clone().into())).unwrap();
        let columns = matrix.columns();
        assert_eq!(columns.len(), 11);
        for (c, column) in columns.iter().enumerate() {
            let dense = column.dense();
            assert_eq!((column.len(), dense.len()), (130, 130));
            for row in 0..130 {
                let expected = f64::from(values[row * 11 + c]);
                assert_eq!(dense[row].to_bits(), expected.to_bits());
                assert_eq!(column.at(row).to_bits(), expected.to_bits());
            }
            assert_eq!((column.has_missing(), column.has_infinite()), (c == 3, false));
        }
    }

    #[test]
    fn odd_matrices() {
        assert!(SharedMatrix::new(2, 2, SharedScalars::F64(vec![1.0; 3].into())).is_err());
        assert!(SharedMatrix::new(3, 0, SharedScalars::F64(Vec::new().into())).unwrap().columns().is_empty());
        let empty = SharedMatrix::new(0, 2, SharedScalars::F64(Vec::new().into())).unwrap().columns();
        assert!(empty[1].is_empty() && empty[1].dense().is_empty() && !empty[1].has_missing());
        let one = SharedMatrix::new(1, 1, SharedScalars::F64(vec![f64::NEG_INFINITY].into())).unwrap();
        assert!(one.columns()[0].has_infinite());
    }
}
