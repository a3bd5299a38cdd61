//! Dense matrices and their everyday operations.

use super::{MatrixView, Scalars, check_length};
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

    /// The matrix $I$ that changes nothing: ones on the diagonal, else zeros.
    pub fn identity(size: usize) -> Matrix {
        Matrix::diagonal(&vec![1.0; size])
    }

    /// A square matrix with these numbers on the diagonal, else zeros.
    pub fn diagonal(numbers: &[f64]) -> Matrix {
        let mut matrix = Matrix::zeros(numbers.len(), numbers.len());
        numbers.iter().enumerate().for_each(|(i, &number)| *matrix.at_mut(i, i) = number);
        matrix
    }

    /// A matrix from its rows, which must be equally long.
    pub fn from_rows<R: AsRef<[f64]>>(rows: &[R]) -> Result<Matrix> {
        let columns = rows.first().map_or(0, |row| row.as_ref().len());
        let mut values = Vec::with_capacity(rows.len() * columns);
        for (i, row) in rows.iter().enumerate() {
            check_length(&format!("row {i}"), row.as_ref().len(), columns)?;
            values.extend_from_slice(row.as_ref());
        }
        Ok(Matrix { rows: rows.len(), columns, values })
    }

    /// A matrix from its columns, which must be equally long.
    pub fn from_columns<C: AsRef<[f64]>>(columns: &[C]) -> Result<Matrix> {
        let rows = columns.first().map_or(0, |column| column.as_ref().len());
        let mut matrix = Matrix::zeros(rows, columns.len());
        for (j, column) in columns.iter().enumerate() {
            check_length(&format!("column {j}"), column.as_ref().len(), rows)?;
            column.as_ref().iter().enumerate().for_each(|(i, &value)| *matrix.at_mut(i, j) = value);
        }
        Ok(matrix)
    }

    /// A matrix whose values a function of row and column gives.
    pub fn from_fn(rows: usize, columns: usize, mut value: impl FnMut(usize, usize) -> f64) -> Matrix {
        let values = (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))).map(|(i, j)| value(i, j));
        Matrix { rows, columns, values: values.collect() }
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

    /// One row, to change.
    pub fn row_mut(&mut self, row: usize) -> &mut [f64] {
        &mut self.values[row * self.columns..(row + 1) * self.columns]
    }

    /// A copy of one column.
    pub fn column(&self, column: usize) -> Vec<f64> {
        (0..self.rows).map(|row| self.at(row, column)).collect()
    }

    /// One value.
    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.row(row)[column]
    }

    /// One value, to change.
    pub fn at_mut(&mut self, row: usize, column: usize) -> &mut f64 {
        &mut self.row_mut(row)[column]
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
        MatrixView::of(self.rows, self.columns, Scalars::F64(&self.values))
    }

    /// Rows and columns exchanged, $M^\top$.
    #[must_use]
    pub fn transpose(&self) -> Matrix {
        Matrix::from_fn(self.columns, self.rows, |i, j| self.at(j, i))
    }

    /// The sum of two matrices.
    pub fn plus(&self, other: &Matrix) -> Result<Matrix> {
        self.combine(other, |a, b| a + b)
    }

    /// This matrix less the other.
    pub fn minus(&self, other: &Matrix) -> Result<Matrix> {
        self.combine(other, |a, b| a - b)
    }

    /// Every value times a number.
    #[must_use]
    pub fn scaled(&self, factor: f64) -> Matrix {
        self.map(|value| value * factor)
    }

    /// A function of every value.
    #[must_use]
    pub fn map(&self, function: impl Fn(f64) -> f64) -> Matrix {
        let values = self.values.iter().map(|&value| function(value)).collect();
        Matrix { rows: self.rows, columns: self.columns, values }
    }

    /// The diagonal, from the top left.
    pub fn diagonal_values(&self) -> Vec<f64> {
        (0..self.rows.min(self.columns)).map(|i| self.at(i, i)).collect()
    }

    /// The sum of the diagonal of a square matrix.
    pub fn trace(&self) -> Result<f64> {
        self.check_square()?;
        Ok(self.diagonal_values().iter().sum())
    }

    /// Whether the matrix is square and equal to its transpose, but for `tolerance` times its largest value.
    pub fn is_symmetric(&self, tolerance: f64) -> bool {
        let allowed = tolerance * self.largest();
        self.rows == self.columns
            && (0..self.rows).all(|i| (0..i).all(|j| (self.at(i, j) - self.at(j, i)).abs() <= allowed))
    }

    /// The largest absolute value; 0 if there is none.
    pub fn largest(&self) -> f64 {
        self.values.iter().fold(0.0, |largest, value| value.abs().max(largest))
    }

    /// Refuses a matrix that is not square.
    pub(crate) fn check_square(&self) -> Result<()> {
        if self.rows == self.columns {
            return Ok(());
        }
        Err(Error::data(
            format!("a square matrix is needed, and this one has {} × {} values", self.rows, self.columns),
            "give as many rows as columns",
        ))
    }

    fn combine(&self, other: &Matrix, operation: impl Fn(f64, f64) -> f64) -> Result<Matrix> {
        if (self.rows, self.columns) != (other.rows, other.columns) {
            return Err(Error::data(
                format!(
                    "matrices of {} × {} and {} × {} values do not match",
                    self.rows, self.columns, other.rows, other.columns
                ),
                "give two of the same shape",
            ));
        }
        let values = self.values.iter().zip(&other.values).map(|(&a, &b)| operation(a, b)).collect();
        Ok(Matrix { rows: self.rows, columns: self.columns, values })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyday_operations() {
        let m = Matrix::from_rows(&[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]).unwrap();
        assert_eq!(m, Matrix::from_columns(&[[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]]).unwrap());
        assert_eq!(m.transpose().values(), [1.0, 4.0, 2.0, 5.0, 3.0, 6.0]);
        assert_eq!(m.plus(&m).unwrap(), m.scaled(2.0));
        assert_eq!(m.minus(&m).unwrap(), Matrix::zeros(2, 3));
        assert_eq!(m.column(1), [2.0, 5.0]);
        assert_eq!(m.diagonal_values(), [1.0, 5.0]);
        assert_eq!(Matrix::identity(3).trace().unwrap(), 3.0);
        assert_eq!(m.largest(), 6.0);
    }

    #[test]
    fn symmetry() {
        let m = Matrix::from_rows(&[[2.0, 1.0], [1.0 + 1e-12, 2.0]]).unwrap();
        assert!(m.is_symmetric(1e-10) && !m.is_symmetric(0.0));
        assert!(!Matrix::zeros(2, 3).is_symmetric(1.0));
    }

    #[test]
    fn what_does_not_fit_gets_a_sentence() {
        let m = Matrix::zeros(2, 3);
        assert!(m.trace().unwrap_err().to_string().contains("2 × 3"));
        assert!(m.plus(&m.transpose()).unwrap_err().to_string().contains("do not match"));
        let ragged = Matrix::from_rows(&[vec![1.0], vec![1.0, 2.0]]).unwrap_err();
        assert_eq!(ragged.to_string(), "row 1 has length 2; give one of length 1");
        assert!(Matrix::from_columns(&[vec![1.0], vec![]]).is_err());
        assert!(Matrix::new(usize::MAX, 2, vec![]).is_err());
    }
}
