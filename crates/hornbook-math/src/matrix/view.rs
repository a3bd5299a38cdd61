//! Dense matrices that somebody else owns.

use super::Matrix;
use hornbook_core::{Error, Result};
use std::ops::Range;

/// The numbers behind a [`MatrixView`].
#[derive(Debug, Clone, Copy)]
pub enum Scalars<'a> {
    /// Double precision.
    F64(&'a [f64]),
    /// Single precision, as many arrays from Python are.
    F32(&'a [f32]),
}

/// A dense matrix somebody else owns, row by row; NaN is missing.
#[derive(Debug, Clone, Copy)]
pub struct MatrixView<'a> {
    rows: usize,
    columns: usize,
    values: Scalars<'a>,
}

impl<'a> MatrixView<'a> {
    /// A view of as many numbers as are known to be there.
    pub(super) fn of(rows: usize, columns: usize, values: Scalars<'a>) -> MatrixView<'a> {
        MatrixView { rows, columns, values }
    }

    /// A view of `rows × columns` numbers, row by row.
    pub fn new(rows: usize, columns: usize, values: Scalars<'a>) -> Result<MatrixView<'a>> {
        let length = match values {
            Scalars::F64(values) => values.len(),
            Scalars::F32(values) => values.len(),
        };
        if rows.checked_mul(columns) != Some(length) {
            return Err(Error::data(
                format!("{length} values do not make a matrix of {rows} × {columns}"),
                "give rows × columns values",
            ));
        }
        Ok(MatrixView { rows, columns, values })
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The numbers, row by row.
    pub fn values(&self) -> Scalars<'a> {
        self.values
    }

    /// A copy in double precision.
    pub fn to_matrix(&self) -> Matrix {
        let mut matrix = Matrix::zeros(self.rows, self.columns);
        match self.values {
            Scalars::F64(values) => matrix.values_mut().copy_from_slice(values),
            Scalars::F32(values) => {
                matrix.values_mut().iter_mut().zip(values).for_each(|(to, &from)| *to = from.into());
            }
        }
        matrix
    }

    /// One row as a view of its own. Panics if it is out of range, as indexing does.
    #[must_use]
    pub fn single(&self, row: usize) -> MatrixView<'a> {
        self.part(row..row + 1)
    }

    /// Neighboring rows as a view of their own. Panics if one is out of range, as indexing does.
    #[must_use]
    pub fn part(&self, rows: Range<usize>) -> MatrixView<'a> {
        let cells = rows.start * self.columns..rows.end * self.columns;
        let values = match self.values {
            Scalars::F64(values) => Scalars::F64(&values[cells]),
            Scalars::F32(values) => Scalars::F32(&values[cells]),
        };
        MatrixView { rows: rows.len(), columns: self.columns, values }
    }

    /// A copy of one column.
    pub fn column(&self, column: usize) -> Vec<f64> {
        match self.values {
            Scalars::F64(v) => v.iter().skip(column).step_by(self.columns.max(1)).copied().collect(),
            Scalars::F32(v) => {
                v.iter().skip(column).step_by(self.columns.max(1)).map(|&x| f64::from(x)).collect()
            }
        }
    }
}
