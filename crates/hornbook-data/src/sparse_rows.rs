//! A sparse matrix in memory, row by row, as the columns of a table and as rows to learn from or to predict.

use crate::column::{Numbers, SparseNumbers};
use crate::dataset::RowSelection;
use arrow_buffer::ScalarBuffer;
use hornbook_core::Result;
use hornbook_math::matrix::{SparseColumns, SparseMatrix, SparseView};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// Neighboring rows of a sparse matrix that is shared; cloning is cheap. What is not stored is zero, NaN is missing.
#[derive(Debug, Clone)]
pub struct SparseRows {
    matrix: Arc<CsrMatrix>,
    rows: Range<usize>,
}

#[derive(Debug)]
struct CsrMatrix {
    width: usize,
    starts: Vec<usize>,
    indices: ScalarBuffer<u32>,
    values: ScalarBuffer<f64>,
    /// Turned when a column is asked for, because one column costs as much as all.
    columns: OnceLock<SparseColumns>,
    /// Whether every stored value is a finite number.
    is_finite: OnceLock<bool>,
}

impl SparseRows {
    /// A matrix of so many columns, from where each row starts, the columns of the stored values (ascending within a row)
    /// and the values. The parts are checked.
    pub fn new(
        columns: usize,
        starts: Vec<usize>,
        indices: ScalarBuffer<u32>,
        values: ScalarBuffer<f64>,
    ) -> Result<SparseRows> {
        SparseView::new(columns, &starts, &indices, &values)?;
        Ok(SparseRows::of_checked(columns, starts, indices, values))
    }

    fn of_checked(
        width: usize,
        starts: Vec<usize>,
        indices: ScalarBuffer<u32>,
        values: ScalarBuffer<f64>,
    ) -> SparseRows {
        let rows = 0..starts.len().saturating_sub(1);
        let matrix = CsrMatrix {
            width,
            starts,
            indices,
            values,
            columns: OnceLock::new(),
            is_finite: OnceLock::new(),
        };
        SparseRows { matrix: Arc::new(matrix), rows }
    }

    /// The rows as a view.
    pub fn view(&self) -> SparseView<'_> {
        self.matrix.view().part(self.rows.clone())
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// How many columns there are.
    pub fn width(&self) -> usize {
        self.matrix.width
    }

    /// Whether these are all rows of their matrix.
    pub fn is_whole(&self) -> bool {
        self.rows.len() == self.matrix.view().rows()
    }

    /// Neighboring rows of these. Panics if one is out of range, as indexing does.
    #[must_use]
    pub fn part(&self, rows: Range<usize>) -> SparseRows {
        assert!(rows.end <= self.rows(), "row out of range");
        let rows = self.rows.start + rows.start..self.rows.start + rows.end;
        SparseRows { matrix: Arc::clone(&self.matrix), rows }
    }

    /// Some columns, in this order, each at most once: a matrix of its own.
    #[must_use]
    pub fn select(&self, columns: &[usize]) -> SparseRows {
        let mut new_of = vec![None; self.width()];
        for (new, &old) in columns.iter().enumerate() {
            new_of[old] = Some(new as u32);
        }
        let view = self.view();
        let mut selected =
            SparseMatrix { columns: columns.len(), starts: vec![0], indices: Vec::new(), values: Vec::new() };
        let mut row_of: Vec<(u32, f64)> = Vec::new();
        for row in 0..view.rows() {
            let (places, values) = view.row(row);
            let stored = places.iter().zip(values);
            row_of.clear();
            row_of.extend(stored.filter_map(|(&at, &value)| Some((new_of[at as usize]?, value))));
            row_of.sort_unstable_by_key(|(place, _)| *place);
            selected.indices.extend(row_of.iter().map(|(place, _)| place));
            selected.values.extend(row_of.iter().map(|(_, value)| value));
            selected.starts.push(selected.indices.len());
        }
        selected.into()
    }

    /// The values of one column, with its zeros.
    pub fn column(&self, column: usize) -> Vec<f64> {
        let mut values = vec![0.0; self.rows()];
        let (rows, stored) = self.matrix.column(column);
        let first = rows.partition_point(|&row| (row as usize) < self.rows.start);
        for (&row, &value) in rows[first..].iter().zip(&stored[first..]) {
            match values.get_mut(row as usize - self.rows.start) {
                Some(place) => *place = value,
                None => break,
            }
        }
        values
    }

    /// The columns of the whole matrix, as columns of a table.
    pub fn columns(&self) -> Vec<SparseColumn> {
        let of = |column| SparseColumn { matrix: Arc::clone(&self.matrix), column };
        (0..self.width()).map(of).collect()
    }

    /// Whether [`gather`](SparseRows::gather) copies nothing: the columns make up a matrix in their order, and the rows are
    /// neighbors.
    pub(crate) fn lie_together(columns: &[&Numbers], rows: &RowSelection) -> bool {
        matches!(rows, RowSelection::Span(_)) && whole(columns).is_some()
    }

    /// Some rows of columns that are sparse: those of the matrix that they make up in their order, where they do, and
    /// else gathered. None if a column is not sparse, or there are none.
    pub(crate) fn gather(columns: &[&Numbers], rows: &RowSelection) -> Option<SparseRows> {
        if let (Some(matrix), RowSelection::Span(span)) = (whole(columns), rows) {
            let rows = span.start as usize..span.end as usize;
            return Some(SparseRows { matrix, rows });
        }
        let stored: Option<Vec<(&[u32], &[f64])>> = columns.iter().map(|numbers| numbers.stored()).collect();
        let stored = stored.filter(|stored| !stored.is_empty())?;
        let of_table = columns[0].len();
        let (mut starts, mut indices) = (vec![0], vec![]);
        starts.extend(stored.iter().scan(0, |end, (rows, _)| {
            *end += rows.len();
            Some(*end)
        }));
        let mut values = Vec::with_capacity(starts[stored.len()]);
        for (rows, of_rows) in &stored {
            indices.extend_from_slice(rows);
            values.extend_from_slice(of_rows);
        }
        let matrix = SparseColumns { rows: of_table, starts, indices, values }.to_rows();
        let matrix = match rows {
            RowSelection::Span(span) => {
                let all = SparseRows::from(matrix);
                return Some(all.part(span.start as usize..span.end as usize));
            }
            RowSelection::Picked(picked) => pick(matrix.view(), picked),
        };
        Some(SparseRows::from(matrix))
    }
}

/// A copy of these rows, in this order.
fn pick(view: SparseView<'_>, rows: &[u32]) -> SparseMatrix {
    let columns = view.columns();
    let mut matrix = SparseMatrix { columns, starts: vec![0], indices: Vec::new(), values: Vec::new() };
    for &row in rows {
        let (columns, values) = view.row(row as usize);
        matrix.indices.extend_from_slice(columns);
        matrix.values.extend_from_slice(values);
        matrix.starts.push(matrix.indices.len());
    }
    matrix
}

/// The matrix that these columns make up in their order, if they do.
fn whole(columns: &[&Numbers]) -> Option<Arc<CsrMatrix>> {
    let Some(Numbers::SparseMatrix(first)) = columns.first() else { return None };
    let is_next = |(at, numbers): (usize, &&Numbers)| match numbers {
        Numbers::SparseMatrix(one) => one.column == at && Arc::ptr_eq(&one.matrix, &first.matrix),
        _ => false,
    };
    let is_whole = columns.len() == first.matrix.width && columns.iter().enumerate().all(is_next);
    is_whole.then(|| Arc::clone(&first.matrix))
}

impl From<SparseMatrix> for SparseRows {
    fn from(matrix: SparseMatrix) -> SparseRows {
        let SparseMatrix { columns, starts, indices, values } = matrix;
        SparseRows::of_checked(columns, starts, indices.into(), values.into())
    }
}

impl CsrMatrix {
    fn view(&self) -> SparseView<'_> {
        SparseView::of_checked(self.width, &self.starts, &self.indices, &self.values)
    }

    fn column(&self, column: usize) -> (&[u32], &[f64]) {
        self.columns.get_or_init(|| self.view().to_columns()).column(column)
    }
}

/// A column of a sparse matrix.
#[derive(Debug, Clone)]
pub struct SparseColumn {
    matrix: Arc<CsrMatrix>,
    column: usize,
}

impl SparseColumn {
    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.matrix.starts.len().saturating_sub(1)
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The rows with a stored value, ascending, and their values. The first to ask has all columns turned.
    pub fn stored(&self) -> (&[u32], &[f64]) {
        self.matrix.column(self.column)
    }

    /// Whether any stored value is odd in a way that no finite number is. One look at the matrix tells for all columns
    /// where there is none.
    pub(crate) fn any_stored(&self, is_odd: impl Fn(&f64) -> bool) -> bool {
        // Numbers that nobody calls odd: neither missing nor so large that their squares are infinite.
        let all_finite = || self.matrix.values.par_iter().all(|x| x.abs() <= 1e150);
        !*self.matrix.is_finite.get_or_init(all_finite) && self.stored().1.iter().any(is_odd)
    }

    /// The column by itself.
    pub fn to_numbers(&self) -> SparseNumbers {
        let (indices, values) = self.stored();
        SparseNumbers { rows: self.len(), indices: indices.to_vec().into(), values: values.to_vec().into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Column, Feature, Features, Table};
    use std::borrow::Cow;

    /// 4 × 3, of which the second row is empty.
    fn example() -> SparseRows {
        SparseRows::new(
            3,
            vec![0, 2, 2, 3, 5],
            vec![0, 2, 1, 0, 1].into(),
            vec![1.0, 2.0, 3.0, 4.0, 5.0].into(),
        )
        .unwrap()
    }

    fn table() -> Table {
        let mut builder = Table::builder();
        for (name, column) in ["a", "b", "c"].iter().zip(example().columns()) {
            builder = builder.column(name, Column::Number(Numbers::SparseMatrix(column)));
        }
        builder.build().unwrap()
    }

    #[test]
    fn columns_and_rows_are_those_of_the_matrix() {
        let rows = example();
        assert_eq!((rows.rows(), rows.width()), (4, 3));
        assert_eq!(rows.column(1), [0.0, 0.0, 3.0, 5.0]);
        let part = rows.part(2..4).part(1..2);
        assert_eq!(part.view().row(0), (&[0u32, 1][..], &[4.0, 5.0][..]));
        assert_eq!((part.column(0), part.column(2)), (vec![4.0], vec![0.0]));
        assert!(SparseRows::new(2, vec![0, 1], vec![2].into(), vec![1.0].into()).is_err());
        let numbers = table();
        let column = numbers.column("a").unwrap();
        assert!(matches!(Feature::of(column), Feature::Number(x) if *x == [1.0, 0.0, 0.0, 4.0]));
    }

    #[test]
    fn a_dataset_of_sparse_columns_has_sparse_rows() {
        let table = table();
        let all = table.dataset().sparse_rows().unwrap();
        assert!(Arc::ptr_eq(&all.matrix, &table.dataset().sparse_rows().unwrap().matrix), "no copy");
        assert_eq!(all.view().values(), [1.0, 2.0, 3.0, 4.0, 5.0]);
        let picked = table.dataset().select(vec![3, 0, 3]).sparse_rows().unwrap();
        assert_eq!(picked.view().values(), [4.0, 5.0, 1.0, 2.0, 4.0, 5.0]);
        // Other columns, or in another order, are gathered.
        let turned = table.dataset().only(&["c", "a"]).unwrap().sparse_rows().unwrap();
        assert_eq!(
            (turned.width(), turned.column(0), turned.column(1)),
            (2, vec![2.0, 0.0, 0.0, 0.0], vec![1.0, 0.0, 0.0, 4.0])
        );
        let sliced = table.dataset().only(&["b"]).unwrap().slice(2..4).sparse_rows().unwrap();
        assert_eq!(sliced.column(0), [3.0, 5.0]);
        let mixed = table.with_column("d", Column::Number(Numbers::from(vec![1.0; 4]))).unwrap();
        assert!(mixed.dataset().sparse_rows().is_none());
        let Features::Sparse(rows) = table.dataset().slice(1..3).row_features() else { panic!("sparse") };
        assert_eq!(rows.rows(), 2);
        assert!(matches!(Features::Sparse(rows).single(1).column(1), Feature::Number(x) if *x == [3.0]));
    }

    #[test]
    fn rows_that_do_not_lie_together_are_put_together_once() {
        let all = table().dataset();
        assert!(matches!(all.with_sparse_rows_together().unwrap(), Cow::Borrowed(_)));
        assert!(matches!(all.slice(1..3).with_sparse_rows_together().unwrap(), Cow::Borrowed(_)));
        // Some of the columns, or some of the rows.
        for apart in [all.clone().only(&["c", "a"]).unwrap(), all.select(vec![3, 0])] {
            let Cow::Owned(together) = apart.with_sparse_rows_together().unwrap() else { panic!("gathered") };
            let (first, again) =
                (together.sparse_rows().unwrap(), together.slice(1..2).sparse_rows().unwrap());
            assert!(Arc::ptr_eq(&first.matrix, &again.matrix), "no second copy");
            assert_eq!(first.column(0), apart.sparse_rows().unwrap().column(0));
        }
    }
}
