//! Sums of squares and products over rows, $X^\top W X$ and $X^\top W Y$: all that least squares must know of the data.

use crate::matrix::{Matrix, MatrixView, Scalars, check_length};
use faer::{
    Accum, MatMut, MatRef, Par,
    linalg::matmul::triangular::{BlockStructure, matmul},
};
use hornbook_core::{Error, Result};
use rayon::prelude::*;
use std::ops::Range;

/// Rows that are summed by one thread before sums are merged, in order: threads never change a result.
const CHUNK: usize = 16_384;
/// Rows that are copied side by side before they are multiplied; they stay in the nearest caches.
const BLOCK: usize = 256;
/// Memory for sums that wait to be merged.
const WAITING_BYTES: usize = 64 << 20;

/// Weighted sums of the products of all columns with each other, gathered over rows in any number of portions.
///
/// Columns are those of $X$, the targets $Y$ and a column of ones, so that sums and the total weight are there too. An
/// origin may be taken off every row first: near the means, it saves the digits that sums of large squares would lose.
///
/// Portions of a multiple of 16,384 rows give the same bits as all rows at once, and states that were gathered apart
/// [`merge`](Gram::merge) to the same sums but for rounding. NaN in a row makes NaN of its sums.
///
/// ```
/// use hornbook_math::{algebra::{Cholesky, Gram}, matrix::Matrix};
///
/// let x = Matrix::from_rows(&[[1.0, 0.0], [1.0, 1.0], [1.0, 2.0], [1.0, 3.0]])?;
/// let mut gram = Gram::new(2, 1);
/// gram.add(x.view(), &[1.0, 2.0, 2.0, 4.0], None)?;
/// let w = Cholesky::new(&gram.matrix())?.solve(&gram.products().column(0))?;
/// assert!((w[0] - 0.9).abs() < 1e-12 && (w[1] - 0.9).abs() < 1e-12);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Gram {
    columns: usize,
    targets: usize,
    origin: Vec<f64>,
    /// The lower triangle, column by column, of columns, targets and ones.
    sums: Vec<f64>,
}

/// What a [`Gram`] says about its columns once their weighted means are taken off.
#[derive(Debug, Clone, PartialEq)]
pub struct CenteredGram {
    /// The sum of the weights.
    pub weight: f64,
    /// The weighted means of the columns.
    pub means: Vec<f64>,
    /// The weighted means of the targets.
    pub target_means: Vec<f64>,
    /// Products of columns with columns.
    pub matrix: Matrix,
    /// Products of columns (rows of this matrix) with targets (its columns).
    pub products: Matrix,
    /// Products of targets with targets.
    pub target_products: Matrix,
}

impl Gram {
    /// Nothing summed yet, about the origin 0.
    pub fn new(columns: usize, targets: usize) -> Gram {
        Gram::around(&vec![0.0; columns], &vec![0.0; targets])
    }

    /// Nothing summed yet, about the origin given: a number for each column and each target.
    pub fn around(columns: &[f64], targets: &[f64]) -> Gram {
        let width = columns.len() + targets.len() + 1;
        let origin = [columns, targets, &[0.0]].concat();
        Gram { columns: columns.len(), targets: targets.len(), origin, sums: vec![0.0; width * width] }
    }

    /// Adds rows: their columns, their targets row by row, and their weights (ones if `None`).
    pub fn add(&mut self, rows: MatrixView<'_>, targets: &[f64], weights: Option<&[f64]>) -> Result<()> {
        check_length("each row", rows.columns(), self.columns)?;
        check_length("the list of targets", targets.len(), rows.rows() * self.targets)?;
        if let Some(weights) = weights {
            check_length("the list of weights", weights.len(), rows.rows())?;
        }
        let chunks: Vec<Range<usize>> =
            (0..rows.rows()).step_by(CHUNK).map(|from| from..(from + CHUNK).min(rows.rows())).collect();
        let threads = rayon::current_num_threads();
        let at_once = (WAITING_BYTES / (8 * self.sums.len())).clamp(threads, 8 * threads);
        for chunks in chunks.chunks(at_once) {
            let sums: Vec<Vec<f64>> = chunks
                .par_iter()
                .map(|chunk| match rows.values() {
                    Scalars::F64(values) => self.chunk(values, targets, weights, chunk.clone()),
                    Scalars::F32(values) => self.chunk(values, targets, weights, chunk.clone()),
                })
                .collect();
            for chunk in sums {
                self.sums.iter_mut().zip(chunk).for_each(|(sum, more)| *sum += more);
            }
        }
        Ok(())
    }

    /// Adds what another has summed about the same origin.
    pub fn merge(&mut self, other: &Gram) -> Result<()> {
        if (self.columns, &self.origin) != (other.columns, &other.origin) {
            return Err(Error::data(
                "sums of different columns, or about different origins, do not add up",
                "gather both with the same columns, targets and origin",
            ));
        }
        self.sums.iter_mut().zip(&other.sums).for_each(|(sum, more)| *sum += more);
        Ok(())
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// How many targets there are.
    pub fn targets(&self) -> usize {
        self.targets
    }

    /// The sum of the weights.
    pub fn weight(&self) -> f64 {
        self.sum(self.ones(), self.ones())
    }

    /// $X^\top W X$, of columns less the origin.
    pub fn matrix(&self) -> Matrix {
        Matrix::from_fn(self.columns, self.columns, |i, j| self.sum(i, j))
    }

    /// $X^\top W Y$: a row for each column, a column for each target, both less the origin.
    pub fn products(&self) -> Matrix {
        Matrix::from_fn(self.columns, self.targets, |i, j| self.sum(i, self.columns + j))
    }

    /// $Y^\top W Y$, of targets less the origin.
    pub fn target_products(&self) -> Matrix {
        Matrix::from_fn(self.targets, self.targets, |i, j| self.sum(self.columns + i, self.columns + j))
    }

    /// The weighted sums of the columns less the origin.
    pub fn sums(&self) -> Vec<f64> {
        (0..self.columns).map(|i| self.sum(i, self.ones())).collect()
    }

    /// The weighted sums of the targets less the origin.
    pub fn target_sums(&self) -> Vec<f64> {
        (self.columns..self.ones()).map(|i| self.sum(i, self.ones())).collect()
    }

    /// The same about the weighted means. It is an error if the weights add up to nothing.
    pub fn centered(&self) -> Result<CenteredGram> {
        let weight = self.weight();
        if weight.is_nan() || weight <= 0.0 {
            return Err(Error::data(
                format!("the weights of the rows add up to {weight}, so there is no mean"),
                "give rows with positive weights",
            ));
        }
        let shift: Vec<f64> = (0..self.ones()).map(|i| self.sum(i, self.ones()) / weight).collect();
        let centered = |i: usize, j: usize| self.sum(i, j) - weight * shift[i] * shift[j];
        let means: Vec<f64> = shift.iter().zip(&self.origin).map(|(shift, origin)| shift + origin).collect();
        let c = self.columns;
        Ok(CenteredGram {
            weight,
            means: means[..c].to_vec(),
            target_means: means[c..].to_vec(),
            matrix: Matrix::from_fn(c, c, centered),
            products: Matrix::from_fn(c, self.targets, |i, j| centered(i, c + j)),
            target_products: Matrix::from_fn(self.targets, self.targets, |i, j| centered(c + i, c + j)),
        })
    }

    fn ones(&self) -> usize {
        self.columns + self.targets
    }

    fn sum(&self, i: usize, j: usize) -> f64 {
        self.sums[i.max(j) + i.min(j) * self.origin.len()]
    }

    /// The sums over some rows.
    fn chunk<T: Copy + Into<f64>>(
        &self,
        values: &[T],
        targets: &[f64],
        weights: Option<&[f64]>,
        rows: Range<usize>,
    ) -> Vec<f64> {
        let width = self.origin.len();
        let mut sums = vec![0.0; width * width];
        let mut plain = vec![0.0; BLOCK.min(rows.len()) * width];
        let mut weighted = if weights.is_some() { plain.clone() } else { Vec::new() };
        for start in rows.clone().step_by(BLOCK) {
            let count = BLOCK.min(rows.end - start);
            for (row, to) in (start..start + count).zip(plain.chunks_exact_mut(width)) {
                let (columns, rest) = to.split_at_mut(self.columns);
                let (from, origin) = (&values[row * self.columns..], &self.origin);
                for ((to, &from), origin) in columns.iter_mut().zip(from).zip(origin) {
                    *to = from.into() - origin;
                }
                let (from, origin) = (&targets[row * self.targets..], &self.origin[self.columns..]);
                for ((to, from), origin) in rest[..self.targets].iter_mut().zip(from).zip(origin) {
                    *to = from - origin;
                }
                rest[self.targets] = 1.0;
            }
            let plain = &plain[..count * width];
            let left = match weights {
                None => plain,
                Some(weights) => {
                    let lines = weighted.chunks_exact_mut(width).zip(plain.chunks_exact(width));
                    for ((to, from), weight) in lines.zip(&weights[start..]) {
                        to.iter_mut().zip(from).for_each(|(to, from)| *to = weight * from);
                    }
                    &weighted[..count * width]
                }
            };
            matmul(
                MatMut::from_column_major_slice_mut(&mut sums, width, width),
                BlockStructure::TriangularLower,
                Accum::Add,
                MatRef::from_column_major_slice(left, width, count),
                BlockStructure::Rectangular,
                MatRef::from_row_major_slice(plain, count, width),
                BlockStructure::Rectangular,
                1.0,
                Par::Seq,
            );
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(count: usize) -> (Matrix, Vec<f64>, Vec<f64>) {
        let x = Matrix::from_fn(count, 3, |i, j| ((i * 13 + j * 7) % 19) as f64 - 9.0);
        let y = (0..2 * count).map(|i| (i % 11) as f64).collect();
        (x, y, (0..count).map(|i| (i % 4) as f64).collect())
    }

    #[test]
    fn sums_are_those_of_the_definition() {
        let (x, y, weights) = rows(1000);
        let y_matrix = Matrix::new(1000, 2, y.clone()).unwrap();
        for weights in [None, Some(&weights[..])] {
            let w = Matrix::diagonal(weights.unwrap_or(&[1.0; 1000]));
            let (wx, wy) = (w.product(&x).unwrap(), w.product(&y_matrix).unwrap());
            let mut gram = Gram::new(3, 2);
            gram.add(x.view(), &y, weights).unwrap();
            assert_eq!(gram.matrix(), x.transpose().product(&wx).unwrap());
            assert_eq!(gram.products(), x.transpose().product(&wy).unwrap());
            assert_eq!(gram.target_products(), y_matrix.transpose().product(&wy).unwrap());
            assert_eq!(gram.weight(), w.trace().unwrap());
            assert_eq!(gram.sums(), wx.transposed_times(&[1.0; 1000]).unwrap());
            assert_eq!(gram.target_sums(), wy.transposed_times(&[1.0; 1000]).unwrap());
        }
    }

    #[test]
    fn single_precision_is_read_where_it_lies() {
        let (x, y, weights) = rows(700);
        let single: Vec<f32> = x.values().iter().map(|&v| v as f32).collect();
        let (mut double_gram, mut single_gram) = (Gram::new(3, 2), Gram::new(3, 2));
        double_gram.add(x.view(), &y, Some(&weights)).unwrap();
        single_gram.add(MatrixView::new(700, 3, Scalars::F32(&single)).unwrap(), &y, Some(&weights)).unwrap();
        assert_eq!(double_gram, single_gram);
    }

    #[test]
    fn threads_and_portions_change_nothing() {
        let x = Matrix::from_fn(5 * CHUNK + 77, 4, |i, j| ((i * 5 + j) as f64).sin());
        let y: Vec<f64> = (0..x.rows()).map(|i| (i as f64).cos()).collect();
        let whole = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let mut gram = Gram::new(4, 1);
            pool.install(|| gram.add(x.view(), &y, None)).unwrap();
            gram
        };
        let mut portions = Gram::new(4, 1);
        for (x, y) in x.values().chunks(2 * CHUNK * 4).zip(y.chunks(2 * CHUNK)) {
            portions.add(MatrixView::new(y.len(), 4, Scalars::F64(x)).unwrap(), y, None).unwrap();
        }
        assert_eq!(whole(1), whole(3));
        assert_eq!(whole(1), portions);
    }

    #[test]
    fn merged_states_are_one_state() {
        let (x, y, _) = rows(900);
        let (mut all, mut left, mut right) = (Gram::new(3, 2), Gram::new(3, 2), Gram::new(3, 2));
        all.add(x.view(), &y, None).unwrap();
        let (x_left, x_right) = x.values().split_at(3 * 400);
        left.add(MatrixView::new(400, 3, Scalars::F64(x_left)).unwrap(), &y[..800], None).unwrap();
        right.add(MatrixView::new(500, 3, Scalars::F64(x_right)).unwrap(), &y[800..], None).unwrap();
        left.merge(&right).unwrap();
        assert_eq!(all, left);
        assert!(left.merge(&Gram::new(2, 3)).is_err());
        assert!(left.merge(&Gram::around(&[1.0, 0.0, 0.0], &[0.0; 2])).is_err());
    }

    #[test]
    fn an_origin_near_the_mean_saves_digits() {
        // Squares of 1e9 leave no digit for a spread of 1.
        let x = Matrix::from_fn(101, 1, |i, _| 1e9 + (i as f64 - 50.0) / 50.0);
        let y: Vec<f64> = (0..101).map(|i| 1e8 + i as f64).collect();
        let mut gram = Gram::around(&[1e9], &[1e8]);
        gram.add(x.view(), &y, None).unwrap();
        let centered = gram.centered().unwrap();
        assert_eq!(centered.means[0], 1e9);
        assert_eq!(centered.target_means[0], 1e8 + 50.0);
        let expected: f64 = (-50..=50).map(|i| f64::from(i * i) / 2500.0).sum();
        assert!(
            (centered.matrix.at(0, 0) - expected).abs() < 1e-4,
            "the values have 7 digits after the point"
        );
        assert!((centered.products.at(0, 0) - 50.0 * expected).abs() < 1e-2);
        assert!((centered.target_products.at(0, 0) - 85_850.0).abs() < 1e-9);
    }

    #[test]
    fn what_does_not_fit_gets_a_sentence() {
        let (x, y, _) = rows(10);
        let mut gram = Gram::new(3, 2);
        assert!(gram.add(x.view(), &y[1..], None).unwrap_err().to_string().contains("targets has length 19"));
        assert!(gram.add(x.view(), &y, Some(&[1.0])).unwrap_err().to_string().contains("weights"));
        assert!(gram.add(Matrix::zeros(1, 2).view(), &[0.0; 2], None).is_err());
        assert!(gram.centered().unwrap_err().to_string().contains("no mean"));
        gram.add(Matrix::zeros(0, 3).view(), &[], None).unwrap();
        assert_eq!(gram, Gram::new(3, 2));
        let mut nothing = Gram::new(0, 0);
        nothing.add(Matrix::zeros(5, 0).view(), &[], None).unwrap();
        assert_eq!(nothing.weight(), 5.0);
    }
}
