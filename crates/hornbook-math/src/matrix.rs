//! Matrices of our own, so that no array crate shows in a public signature.

use hornbook_core::{Error, Result};

/// A dense matrix, row by row.
#[derive(Debug, Clone, PartialEq)]
pub struct Matrix {
    rows: usize,
    columns: usize,
    values: Vec<f64>,
}

impl Matrix {
    /// A matrix of `rows × columns` from its values, row by row.
    pub fn new(rows: usize, columns: usize, values: Vec<f64>) -> Result<Matrix> {
        if rows.checked_mul(columns) != Some(values.len()) {
            return Err(Error::data(
                format!("{} values do not make a matrix of {rows} × {columns}", values.len()),
                "give rows × columns values",
            ));
        }
        Ok(Matrix { rows, columns, values })
    }

    /// A matrix of zeros.
    pub fn zeros(rows: usize, columns: usize) -> Matrix {
        Matrix { rows, columns, values: vec![0.0; rows * columns] }
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// One row.
    pub fn row(&self, row: usize) -> &[f64] {
        &self.values[row * self.columns..(row + 1) * self.columns]
    }

    /// One value.
    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.row(row)[column]
    }

    /// All values, row by row.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// All values, row by row, to change.
    pub fn values_mut(&mut self) -> &mut [f64] {
        &mut self.values
    }

    /// The values, row by row, without the matrix.
    pub fn into_values(self) -> Vec<f64> {
        self.values
    }

    /// A view of the matrix.
    pub fn view(&self) -> MatrixView<'_> {
        MatrixView { rows: self.rows, columns: self.columns, values: Scalars::F64(&self.values) }
    }
}

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

    /// One row as a view of its own. Panics if it is out of range, as indexing does.
    #[must_use]
    pub fn single(&self, row: usize) -> MatrixView<'a> {
        let range = row * self.columns..(row + 1) * self.columns;
        let values = match self.values {
            Scalars::F64(values) => Scalars::F64(&values[range]),
            Scalars::F32(values) => Scalars::F32(&values[range]),
        };
        MatrixView { rows: 1, columns: self.columns, values }
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

/// A matrix that stores only what is not zero, row by row (compressed sparse rows).
#[derive(Debug, Clone, PartialEq)]
pub struct SparseMatrix {
    /// How many columns there are.
    pub columns: usize,
    /// Where each row starts in `indices` and `values`; one more entry than there are rows.
    pub starts: Vec<usize>,
    /// The columns of the stored values, ascending within a row.
    pub indices: Vec<u32>,
    /// The stored values.
    pub values: Vec<f64>,
}

impl SparseMatrix {
    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.starts.len() - 1
    }

    /// The stored columns and values of one row.
    pub fn row(&self, row: usize) -> (&[u32], &[f64]) {
        let range = self.starts[row]..self.starts[row + 1];
        (&self.indices[range.clone()], &self.values[range])
    }
}
