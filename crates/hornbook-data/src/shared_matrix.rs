//! A matrix in memory that somebody else owns, such as an array of Python's, as the columns of a table.

use arrow_buffer::ScalarBuffer;
use hornbook_core::Result;
use hornbook_math::matrix::{MatrixView, Scalars};
use hornbook_math::simd::{self, SimdKernel};
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
    sizes: OnceLock<ColumnSizes>,
}

/// The numbers of a [`SharedMatrix`].
#[derive(Debug, Clone)]
pub enum SharedScalars {
    /// Double precision.
    F64(ScalarBuffer<f64>),
    /// Single precision.
    F32(ScalarBuffer<f32>),
}

impl SharedMatrix {
    /// A matrix of `rows × columns` numbers, row by row.
    pub fn new(rows: usize, columns: usize, values: SharedScalars) -> Result<SharedMatrix> {
        MatrixView::new(rows, columns, values.view())?;
        Ok(SharedMatrix { rows, width: columns, values, columns: OnceLock::new(), sizes: OnceLock::new() })
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

    /// The largest sizes of all columns, found in one pass.
    fn find_sizes<T: ScalarSize>(&self, values: &[T]) -> ColumnSizes {
        const BLOCK: usize = 4096;
        let nothing = || ColumnSizes { known: vec![0; self.width], any: vec![0; self.width] };
        let add = |mut sizes: ColumnSizes, block: &[T]| {
            simd::run(AddSizes { rows: block, sizes: &mut sizes });
            sizes
        };
        values.par_chunks(BLOCK * self.width.max(1)).fold(nothing, add).reduce(nothing, ColumnSizes::joined)
    }
}

/// The largest size of each column, with and without missing values.
#[derive(Debug)]
struct ColumnSizes {
    known: Vec<u64>,
    any: Vec<u64>,
}

impl ColumnSizes {
    fn joined(self, other: ColumnSizes) -> ColumnSizes {
        let larger =
            |one: Vec<u64>, other: Vec<u64>| one.into_iter().zip(other).map(|(a, b)| a.max(b)).collect();
        ColumnSizes { known: larger(self.known, other.known), any: larger(self.any, other.any) }
    }
}

/// A number whose distance from zero can be told by a whole number: the bits without the sign. Those of infinity are larger than
/// all others, and those of missing values (NaN) larger still, so that one maximum finds all that is odd about a column.
trait ScalarSize: Copy + Sync {
    fn size_bits(self) -> u64;
}

impl ScalarSize for f64 {
    #[inline(always)]
    fn size_bits(self) -> u64 {
        self.abs().to_bits()
    }
}

impl ScalarSize for f32 {
    #[inline(always)]
    fn size_bits(self) -> u64 {
        f64::from(self).abs().to_bits()
    }
}

/// Raises the largest sizes of all columns to those of some rows.
struct AddSizes<'a, T> {
    rows: &'a [T],
    sizes: &'a mut ColumnSizes,
}

impl<T: ScalarSize> SimdKernel for AddSizes<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        const INFINITE: u64 = f64::INFINITY.to_bits();
        // Without a sign, sizes compare alike as signed numbers, which vectors have a comparison for.
        let larger = |a: u64, b: u64| if (a as i64) > (b as i64) { a } else { b };
        let ColumnSizes { known, any } = self.sizes;
        for row in self.rows.chunks_exact(known.len()) {
            for ((known, any), &x) in known.iter_mut().zip(any.iter_mut()).zip(row) {
                let size = x.size_bits();
                *any = larger(size, *any);
                *known = larger(if (size as i64) > (INFINITE as i64) { 0 } else { size }, *known);
            }
        }
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
        f64::from_bits(self.sizes().known[self.column]) > limit
    }

    /// Whether any value is missing.
    pub fn has_missing(&self) -> bool {
        f64::from_bits(self.sizes().any[self.column]).is_nan()
    }

    fn sizes(&self) -> &ColumnSizes {
        self.matrix.sizes.get_or_init(|| match &self.matrix.values {
            SharedScalars::F64(values) => self.matrix.find_sizes(values),
            SharedScalars::F32(values) => self.matrix.find_sizes(values),
        })
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
        let values = vec![f64::NAN, 1e200, -f64::NAN, -2.0, f64::NAN, 3.0];
        let columns = SharedMatrix::new(3, 2, SharedScalars::F64(values.into())).unwrap().columns();
        let found = columns.iter().map(|c| (c.has_missing(), c.has_beyond(1e150), c.has_beyond(1e300)));
        assert_eq!(found.collect::<Vec<_>>(), [(true, false, false), (false, true, false)]);
    }
}
