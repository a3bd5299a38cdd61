//! Matrices that store only what is not zero.

use super::{Matrix, check_length, line};
use hornbook_core::{Error, Result};
use rayon::prelude::*;
use std::ops::Range;

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

/// A matrix that stores only what is not zero, column by column (compressed sparse columns).
#[derive(Debug, Clone, PartialEq)]
pub struct SparseColumns {
    /// How many rows there are.
    pub rows: usize,
    /// Where each column starts in `indices` and `values`; one more entry than there are columns.
    pub starts: Vec<usize>,
    /// The rows of the stored values, ascending within a column.
    pub indices: Vec<u32>,
    /// The stored values.
    pub values: Vec<f64>,
}

/// Rows of a sparse matrix that somebody else owns, stored row by row.
#[derive(Debug, Clone, Copy)]
pub struct SparseView<'a> {
    columns: usize,
    starts: &'a [usize],
    indices: &'a [u32],
    values: &'a [f64],
}

impl<'a> SparseView<'a> {
    /// A view of these parts, which are checked as those of [`SparseMatrix::new`] are.
    pub fn new(
        columns: usize,
        starts: &'a [usize],
        indices: &'a [u32],
        values: &'a [f64],
    ) -> Result<SparseView<'a>> {
        check_parts("row", columns, starts, indices, values)?;
        Ok(SparseView { columns, starts, indices, values })
    }

    /// A view of parts that were checked before.
    pub fn of_checked(
        columns: usize,
        starts: &'a [usize],
        indices: &'a [u32],
        values: &'a [f64],
    ) -> SparseView<'a> {
        SparseView { columns, starts, indices, values }
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// How many values are stored.
    pub fn stored(&self) -> usize {
        self.starts.last().map_or(0, |end| end - self.starts[0])
    }

    /// The stored columns and values of one row.
    #[inline]
    pub fn row(&self, row: usize) -> (&'a [u32], &'a [f64]) {
        let range = self.starts[row]..self.starts[row + 1];
        (&self.indices[range.clone()], &self.values[range])
    }

    /// The value at a position, zero if none is stored there.
    pub fn at(&self, row: usize, column: usize) -> f64 {
        let (columns, values) = self.row(row);
        columns.binary_search(&(column as u32)).map_or(0.0, |place| values[place])
    }

    /// Neighboring rows as a view of their own. Panics if one is out of range, as indexing does.
    #[must_use]
    pub fn part(&self, rows: Range<usize>) -> SparseView<'a> {
        SparseView { starts: &self.starts[rows.start..rows.end + 1], ..*self }
    }

    /// All stored values, row by row.
    pub fn values(&self) -> &'a [f64] {
        match (self.starts.first(), self.starts.last()) {
            (Some(&start), Some(&end)) => &self.values[start..end],
            _ => &[],
        }
    }

    /// The same numbers, column by column.
    pub fn to_columns(&self) -> SparseColumns {
        let (starts, indices, values) = turned(self.columns, self.starts, self.indices, self.values);
        SparseColumns { rows: self.rows(), starts, indices, values }
    }

    /// Writes the stored values into a matrix of zeros, row by row.
    pub fn write_dense(&self, dense: &mut [f64]) {
        for (row, line) in dense.chunks_exact_mut(self.columns.max(1)).enumerate() {
            let (columns, values) = self.row(row);
            columns.iter().zip(values).for_each(|(&column, &value)| line[column as usize] = value);
        }
    }

    /// The product $Mx$ with a vector.
    pub fn times(&self, vector: &[f64]) -> Result<Vec<f64>> {
        check_length("the vector", vector.len(), self.columns)?;
        let rows = (0..self.rows()).into_par_iter().with_min_len(1024);
        Ok(rows.map(|row| line::dot(self.row(row), vector)).collect())
    }
}

impl SparseMatrix {
    /// A sparse matrix from its parts. They are checked: starts ascend from 0 to the number of values, columns ascend
    /// within a row and are in range.
    pub fn new(
        columns: usize,
        starts: Vec<usize>,
        indices: Vec<u32>,
        values: Vec<f64>,
    ) -> Result<SparseMatrix> {
        check_parts("row", columns, &starts, &indices, &values)?;
        Ok(SparseMatrix { columns, starts, indices, values })
    }

    /// The values of a dense matrix that are not zero.
    pub fn from_dense(dense: &Matrix) -> SparseMatrix {
        let mut sparse = SparseMatrix {
            columns: dense.columns(),
            starts: vec![0],
            indices: Vec::new(),
            values: Vec::new(),
        };
        for row in 0..dense.rows() {
            for (column, &value) in dense.row(row).iter().enumerate().filter(|&(_, &value)| value != 0.0) {
                sparse.indices.push(column as u32);
                sparse.values.push(value);
            }
            sparse.starts.push(sparse.indices.len());
        }
        sparse
    }

    /// The matrix with its zeros.
    pub fn to_dense(&self) -> Matrix {
        let mut dense = Matrix::zeros(self.rows(), self.columns);
        self.view().write_dense(dense.values_mut());
        dense
    }

    /// The same matrix, column by column.
    pub fn to_columns(&self) -> SparseColumns {
        self.view().to_columns()
    }

    /// A view of all rows.
    pub fn view(&self) -> SparseView<'_> {
        let SparseMatrix { columns, starts, indices, values } = self;
        SparseView { columns: *columns, starts, indices, values }
    }

    /// Rows and columns exchanged.
    #[must_use]
    pub fn transpose(&self) -> SparseMatrix {
        let SparseColumns { rows, starts, indices, values } = self.to_columns();
        SparseMatrix { columns: rows, starts, indices, values }
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// The stored columns and values of one row.
    pub fn row(&self, row: usize) -> (&[u32], &[f64]) {
        let range = self.starts[row]..self.starts[row + 1];
        (&self.indices[range.clone()], &self.values[range])
    }

    /// The product $Mx$ with a vector.
    pub fn times(&self, vector: &[f64]) -> Result<Vec<f64>> {
        self.view().times(vector)
    }

    /// The product $M^\top y$ of the transpose with a vector. Asked for often, [`to_columns`](Self::to_columns) once
    /// and [`SparseColumns::transposed_times`] are faster.
    pub fn transposed_times(&self, vector: &[f64]) -> Result<Vec<f64>> {
        check_length("the vector", vector.len(), self.rows())?;
        let mut product = vec![0.0; self.columns];
        for (row, &factor) in vector.iter().enumerate() {
            line::add_scaled(self.row(row), factor, &mut product);
        }
        Ok(product)
    }

    /// The product $MB$ with a dense matrix.
    pub fn product(&self, dense: &Matrix) -> Result<Matrix> {
        check_length("each column of the dense matrix", dense.rows(), self.columns)?;
        let mut product = Matrix::zeros(self.rows(), dense.columns());
        if dense.columns() > 0 {
            let rows = product.values_mut().par_chunks_mut(dense.columns()).with_min_len(256);
            rows.enumerate().for_each(|(row, sums)| {
                let (columns, values) = self.row(row);
                for (&column, &value) in columns.iter().zip(values) {
                    let from = dense.row(column as usize);
                    sums.iter_mut().zip(from).for_each(|(sum, x)| *sum += value * x);
                }
            });
        }
        Ok(product)
    }

    /// The weighted Gram matrix $M^\top W M$ with weights on the diagonal of $W$ (ones if `None`), dense.
    ///
    /// Every row of the result is summed by itself over the rows of $M$ in their order: threads change nothing, and
    /// nothing but the result takes memory.
    pub fn gram(&self, weights: Option<&[f64]>) -> Result<Matrix> {
        if let Some(weights) = weights {
            check_length("the weights", weights.len(), self.rows())?;
        }
        let by_column = self.to_columns();
        let mut gram = Matrix::zeros(self.columns, self.columns);
        if self.columns > 0 {
            gram.values_mut().par_chunks_mut(self.columns).enumerate().for_each(|(column, sums)| {
                let (rows, values) = by_column.column(column);
                for (&row, &value) in rows.iter().zip(values) {
                    let weight = weights.map_or(1.0, |weights| weights[row as usize]);
                    line::add_scaled(self.row(row as usize), weight * value, sums);
                }
            });
        }
        Ok(gram)
    }
}

impl SparseColumns {
    /// A sparse matrix from its parts, which are checked as those of [`SparseMatrix::new`] are.
    pub fn new(
        rows: usize,
        starts: Vec<usize>,
        indices: Vec<u32>,
        values: Vec<f64>,
    ) -> Result<SparseColumns> {
        check_parts("column", rows, &starts, &indices, &values)?;
        Ok(SparseColumns { rows, starts, indices, values })
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// The stored rows and values of one column.
    pub fn column(&self, column: usize) -> (&[u32], &[f64]) {
        let range = self.starts[column]..self.starts[column + 1];
        (&self.indices[range.clone()], &self.values[range])
    }

    /// The same matrix, row by row.
    pub fn to_rows(&self) -> SparseMatrix {
        let (starts, indices, values) = turned(self.rows, &self.starts, &self.indices, &self.values);
        SparseMatrix { columns: self.columns(), starts, indices, values }
    }

    /// The product $Mx$ with a vector.
    pub fn times(&self, vector: &[f64]) -> Result<Vec<f64>> {
        check_length("the vector", vector.len(), self.columns())?;
        let mut product = vec![0.0; self.rows];
        for (column, &factor) in vector.iter().enumerate() {
            line::add_scaled(self.column(column), factor, &mut product);
        }
        Ok(product)
    }

    /// The product $M^\top y$ of the transpose with a vector.
    pub fn transposed_times(&self, vector: &[f64]) -> Result<Vec<f64>> {
        check_length("the vector", vector.len(), self.rows)?;
        let columns = (0..self.columns()).into_par_iter().with_min_len(256);
        Ok(columns.map(|column| line::dot(self.column(column), vector)).collect())
    }
}

/// The parts of a compressed matrix by its other side, of which there are `others` lines; a counting sort, so that
/// indices ascend.
fn turned(
    others: usize,
    starts: &[usize],
    indices: &[u32],
    values: &[f64],
) -> (Vec<usize>, Vec<u32>, Vec<f64>) {
    let mut ends = vec![0; others + 1];
    let stored = starts.first().copied().unwrap_or(0)..starts.last().copied().unwrap_or(0);
    indices[stored.clone()].iter().for_each(|&index| ends[index as usize + 1] += 1);
    for line in 0..others {
        ends[line + 1] += ends[line];
    }
    let new_starts = ends.clone();
    let (mut new_indices, mut new_values) = (vec![0; stored.len()], vec![0.0; stored.len()]);
    for (line, range) in starts.windows(2).enumerate() {
        for at in range[0]..range[1] {
            let to = &mut ends[indices[at] as usize];
            (new_indices[*to], new_values[*to]) = (line as u32, values[at]);
            *to += 1;
        }
    }
    (new_starts, new_indices, new_values)
}

fn check_parts(line: &str, others: usize, starts: &[usize], indices: &[u32], values: &[f64]) -> Result<()> {
    check_length("the list of values", values.len(), indices.len())?;
    let ascending = starts.windows(2).all(|pair| pair[0] <= pair[1]);
    if starts.first() != Some(&0) || starts.last() != Some(&values.len()) || !ascending {
        return Err(Error::data(
            format!("the {line}s of a sparse matrix do not start where its values are"),
            format!("let the starts of the {line}s ascend from 0 to the number of values"),
        ));
    }
    for (number, range) in starts.windows(2).enumerate() {
        let of_line = &indices[range[0]..range[1]];
        let in_range = of_line.last().is_none_or(|&last| (last as usize) < others);
        if !in_range || of_line.windows(2).any(|pair| pair[0] >= pair[1]) {
            return Err(Error::data(
                format!("the indices of {line} {number} of a sparse matrix are out of order or range"),
                format!("let them ascend and be less than {others}"),
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Integers, so that every order of summing gives the same.
    fn example() -> Matrix {
        Matrix::from_fn(40, 9, |i, j| if (i * 5 + j * 3) % 4 == 0 { (i + j) as f64 - 20.0 } else { 0.0 })
    }

    #[test]
    fn there_and_back() {
        let dense = example();
        let sparse = SparseMatrix::from_dense(&dense);
        assert!(sparse.values.len() < 100);
        assert_eq!(sparse.to_dense(), dense);
        assert_eq!(sparse.to_columns().to_rows(), sparse);
        assert_eq!(sparse.transpose().to_dense(), dense.transpose());
        let SparseMatrix { columns, starts, indices, values } = sparse.clone();
        assert_eq!(SparseMatrix::new(columns, starts, indices, values).unwrap(), sparse);
        let SparseColumns { rows, starts, indices, values } = sparse.to_columns();
        assert_eq!(SparseColumns::new(rows, starts, indices, values).unwrap(), sparse.to_columns());
    }

    #[test]
    fn products_are_those_of_the_dense_matrix() {
        let dense = example();
        let sparse = SparseMatrix::from_dense(&dense);
        let by_column = sparse.to_columns();
        let x: Vec<f64> = (0..9).map(|j| j as f64 - 3.0).collect();
        let y: Vec<f64> = (0..40).map(|i| (i % 7) as f64).collect();
        assert_eq!(sparse.times(&x).unwrap(), dense.times(&x).unwrap());
        assert_eq!(by_column.times(&x).unwrap(), dense.times(&x).unwrap());
        assert_eq!(sparse.transposed_times(&y).unwrap(), dense.transposed_times(&y).unwrap());
        assert_eq!(by_column.transposed_times(&y).unwrap(), dense.transposed_times(&y).unwrap());
        let b = Matrix::from_fn(9, 3, |i, j| (i * j) as f64 - 4.0);
        assert_eq!(sparse.product(&b).unwrap(), dense.product(&b).unwrap());
        let weighted = Matrix::diagonal(&y).product(&dense).unwrap();
        assert_eq!(sparse.gram(Some(&y)).unwrap(), dense.transpose().product(&weighted).unwrap());
        assert_eq!(sparse.gram(None).unwrap(), dense.transpose().product(&dense).unwrap());
    }

    #[test]
    fn what_does_not_fit_gets_a_sentence() {
        assert!(SparseMatrix::new(2, vec![0, 1], vec![2], vec![1.0]).is_err());
        assert!(SparseMatrix::new(2, vec![0, 2], vec![1, 0], vec![1.0, 1.0]).is_err());
        assert!(SparseMatrix::new(2, vec![], vec![], vec![]).is_err());
        assert!(SparseMatrix::new(2, vec![0, 2, 1, 2], vec![0, 1], vec![1.0, 1.0]).is_err());
        assert!(SparseMatrix::new(2, vec![0, 1], vec![1], vec![]).is_err());
        let sparse = SparseMatrix::from_dense(&example());
        assert!(sparse.times(&[1.0]).is_err() && sparse.transposed_times(&[1.0]).is_err());
        assert!(sparse.product(&Matrix::zeros(2, 2)).is_err() && sparse.gram(Some(&[1.0])).is_err());
        let empty = SparseMatrix::from_dense(&Matrix::zeros(3, 0));
        assert_eq!(empty.gram(None).unwrap(), Matrix::zeros(0, 0));
        assert_eq!(empty.times(&[]).unwrap(), [0.0; 3]);
    }
}
