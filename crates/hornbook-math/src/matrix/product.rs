//! Products of dense matrices and vectors.
//!
//! Large products are cut into rows by position, so that the number of threads never changes a result.

use super::{Matrix, check_length};
use faer::{Accum, MatMut, MatRef, Par, linalg::matmul::matmul};
use hornbook_core::{Error, Result};
use rayon::prelude::*;

/// Multiplications beneath which threads cost more than they give.
const WORTH_THREADS: usize = 1 << 18;

impl Matrix {
    /// The product $AB$ of this matrix and another.
    pub fn product(&self, other: &Matrix) -> Result<Matrix> {
        if self.columns() != other.rows() {
            return Err(Error::data(
                format!(
                    "a matrix of {} × {} cannot be multiplied by one of {} × {}",
                    self.rows(),
                    self.columns(),
                    other.rows(),
                    other.columns()
                ),
                "give as many rows on the right as there are columns on the left",
            ));
        }
        let (inner, columns) = (self.columns(), other.columns());
        let mut product = Matrix::zeros(self.rows(), columns);
        if product.values().is_empty() || inner == 0 {
            return Ok(product);
        }
        let right = MatRef::from_row_major_slice(other.values(), inner, columns);
        let multiply = |(to, left): (&mut [f64], &[f64])| {
            let rows = left.len() / inner;
            let left = MatRef::from_row_major_slice(left, rows, inner);
            let to = MatMut::from_row_major_slice_mut(to, rows, columns);
            matmul(to, Accum::Replace, left, right, 1.0, Par::Seq);
        };
        if self.rows() * inner * columns < WORTH_THREADS {
            multiply((product.values_mut(), self.values()));
        } else {
            let rows = self.rows().div_ceil(4).clamp(32, 256);
            let to = product.values_mut().par_chunks_mut(rows * columns);
            to.zip(self.values().par_chunks(rows * inner)).for_each(multiply);
        }
        Ok(product)
    }

    /// The product $Mx$ with a vector.
    pub fn times(&self, vector: &[f64]) -> Result<Vec<f64>> {
        check_length("the vector", vector.len(), self.columns())?;
        Ok((0..self.rows()).map(|i| self.row(i).iter().zip(vector).map(|(a, b)| a * b).sum()).collect())
    }

    /// The product $M^\top y$ of the transpose with a vector.
    pub fn transposed_times(&self, vector: &[f64]) -> Result<Vec<f64>> {
        check_length("the vector", vector.len(), self.rows())?;
        let mut product = vec![0.0; self.columns()];
        for (i, &factor) in vector.iter().enumerate() {
            product.iter_mut().zip(self.row(i)).for_each(|(sum, value)| *sum += factor * value);
        }
        Ok(product)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(rows: usize, columns: usize) -> Matrix {
        Matrix::from_fn(rows, columns, |i, j| ((i * 31 + j * 17) % 23) as f64 - 11.0)
    }

    #[test]
    fn agrees_with_the_definition() {
        // Integers, so that every order of summing gives the same.
        for (m, k, n) in [(1, 1, 1), (3, 4, 2), (70, 90, 80), (500, 7, 300), (5, 4000, 40)] {
            let (a, b) = (numbers(m, k), numbers(k, n));
            let expected =
                Matrix::from_fn(m, n, |i, j| a.row(i).iter().zip(b.column(j)).map(|(x, y)| x * y).sum());
            assert_eq!(a.product(&b).unwrap(), expected);
            assert_eq!(a.times(&b.column(0)).unwrap(), expected.column(0));
            assert_eq!(b.transposed_times(a.row(0)).unwrap(), expected.row(0));
        }
    }

    #[test]
    fn threads_change_nothing() {
        let a = Matrix::from_fn(300, 200, |i, j| ((i * 7 + j) as f64).sin());
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| a.product(&a.transpose()).unwrap())
        };
        assert_eq!(with(1), with(3));
    }

    #[test]
    fn empty_and_wrong_shapes() {
        assert_eq!(Matrix::zeros(2, 0).product(&Matrix::zeros(0, 3)).unwrap(), Matrix::zeros(2, 3));
        assert_eq!(Matrix::zeros(0, 2).product(&Matrix::zeros(2, 3)).unwrap(), Matrix::zeros(0, 3));
        let wrong = Matrix::zeros(2, 3).product(&Matrix::zeros(2, 3)).unwrap_err();
        assert!(wrong.to_string().contains("2 × 3 cannot be multiplied by one of 2 × 3"));
        assert!(Matrix::zeros(2, 3).times(&[1.0]).is_err());
        assert!(Matrix::zeros(2, 3).transposed_times(&[1.0]).is_err());
    }
}
