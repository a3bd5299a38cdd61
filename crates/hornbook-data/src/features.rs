//! The columns of a table as learners see them: numbers or codes, with missing values marked in place; texts and objects for
//! those that take them.

use crate::column::{Booleans, Categories, Column, Levels, MISSING_CODE, MISSING_DATE, Numbers};
use crate::dataset::RowSelection;
use crate::objects::Objects;
use crate::sparse_rows::SparseRows;
use arrow_array::{Array, LargeStringArray};
use arrow_buffer::{ArrowNativeType, ScalarBuffer};
use hornbook_math::matrix::MatrixView;
use std::ops::Range;

/// One feature. Dates are numbers (seconds since 1970), and booleans are categories.
#[derive(Debug, Clone)]
pub enum Feature {
    /// Numbers; NaN is missing.
    Number(ScalarBuffer<f64>),
    /// Codes of levels; [`MISSING_CODE`] is missing.
    Code(ScalarBuffer<u32>, Levels),
    /// Texts, for learners that take them.
    Text(LargeStringArray),
    /// Objects, for learners that take them.
    Object(Objects),
}

impl Feature {
    /// The column as a feature. Free for dense numbers, categories, texts and objects.
    pub fn of(column: &Column) -> Feature {
        match column {
            Column::Number(numbers) => Feature::Number(numbers.dense()),
            Column::Category(c) => Feature::Code(c.codes.clone(), c.levels.clone()),
            Column::Boolean(booleans) => Feature::Code(booleans.codes(), Booleans::levels()),
            Column::Date(dates) => Feature::Number(dates.iter().map(|&date| seconds(date)).collect()),
            Column::Text(texts) => Feature::Text(texts.clone()),
            Column::Object(objects) => Feature::Object(objects.clone()),
        }
    }

    /// Some rows of the column as a feature. Free for neighboring rows of dense numbers and of categories.
    pub(crate) fn of_rows(column: &Column, rows: &RowSelection) -> Feature {
        match column {
            Column::Number(numbers) => Feature::Number(match (numbers.stored(), rows) {
                (Some(stored), RowSelection::Span(span)) => stored_rows(stored, span).into(),
                _ => picked(&numbers.dense(), rows),
            }),
            Column::Category(c) => Feature::Code(picked(&c.codes, rows), c.levels.clone()),
            Column::Boolean(booleans) => {
                Feature::Code(Booleans(picked(&booleans.0, rows)).codes(), Booleans::levels())
            }
            Column::Date(dates) => {
                Feature::Number(picked(dates, rows).iter().map(|&date| seconds(date)).collect())
            }
            Column::Text(_) | Column::Object(_) => match rows {
                RowSelection::Span(span) => Feature::of(column).slice(span.start as usize, span.len()),
                RowSelection::Picked(rows) => Feature::of(&column.take(rows)),
            },
        }
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        match self {
            Feature::Number(values) => values.len(),
            Feature::Code(codes, _) => codes.len(),
            Feature::Text(texts) => texts.len(),
            Feature::Object(objects) => objects.len(),
        }
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the value at a row is missing.
    pub fn is_missing(&self, row: usize) -> bool {
        match self {
            Feature::Number(values) => values[row].is_nan(),
            Feature::Code(codes, _) => codes[row] == MISSING_CODE,
            Feature::Text(texts) => texts.is_null(row),
            Feature::Object(objects) => objects.is_missing(row),
        }
    }

    /// The feature at these rows, in this order.
    #[must_use]
    pub fn take(&self, rows: &[u32]) -> Feature {
        match self {
            Feature::Number(values) => {
                Feature::Number(rows.iter().map(|&row| values[row as usize]).collect())
            }
            Feature::Code(codes, levels) => {
                Feature::Code(rows.iter().map(|&row| codes[row as usize]).collect(), levels.clone())
            }
            other => Feature::of(&Column::from(other.clone()).take(rows)),
        }
    }

    /// Neighboring rows; the values are shared. Panics if a row is out of range, as indexing does.
    #[must_use]
    pub fn slice(&self, start: usize, rows: usize) -> Feature {
        match self {
            Feature::Number(values) => Feature::Number(values.slice(start, rows)),
            Feature::Code(codes, levels) => Feature::Code(codes.slice(start, rows), levels.clone()),
            Feature::Text(texts) => Feature::Text(texts.slice(start, rows)),
            Feature::Object(objects) => Feature::Object(objects.slice(start, rows)),
        }
    }
}

/// A date as a number: seconds since 1970.
fn seconds(date: i64) -> f64 {
    if date == MISSING_DATE { f64::NAN } else { date as f64 / 1000.0 }
}

/// Some of the values; shared if they are neighbors.
fn picked<T: ArrowNativeType>(values: &ScalarBuffer<T>, rows: &RowSelection) -> ScalarBuffer<T> {
    match rows {
        RowSelection::Span(span) => values.slice(span.start as usize, span.len()),
        RowSelection::Picked(rows) => rows.iter().map(|&row| values[row as usize]).collect(),
    }
}

/// Neighboring rows of a sparse column, with their zeros.
fn stored_rows((rows, values): (&[u32], &[f64]), span: &Range<u32>) -> Vec<f64> {
    let mut numbers = vec![0.0; span.len()];
    let stored = rows.partition_point(|row| *row < span.start)..rows.partition_point(|row| *row < span.end);
    for (row, value) in rows[stored.clone()].iter().zip(&values[stored]) {
        numbers[(row - span.start) as usize] = *value;
    }
    numbers
}

impl From<Feature> for Column {
    fn from(feature: Feature) -> Column {
        match feature {
            Feature::Number(values) => Column::Number(Numbers::Dense(values)),
            Feature::Code(codes, levels) => Column::Category(Categories { codes, levels }),
            Feature::Text(texts) => Column::Text(texts),
            Feature::Object(objects) => Column::Object(objects),
        }
    }
}

/// The rows to predict, with the columns in the order the model knows them: either column by column, as tables
/// are, or as a matrix of numbers row by row, as arrays from Python are, dense or sparse. A learner reads whichever it is
/// given without turning one into the other.
#[derive(Debug, Clone)]
pub enum Features<'a> {
    /// Column by column, with the number of rows.
    Columns(Vec<Feature>, usize),
    /// Numbers, row by row.
    Matrix(MatrixView<'a>),
    /// Numbers most of which are zero, row by row.
    Sparse(SparseRows),
}

impl<'a> Features<'a> {
    /// How many rows there are.
    pub fn rows(&self) -> usize {
        match self {
            Features::Columns(_, rows) => *rows,
            Features::Matrix(matrix) => matrix.rows(),
            Features::Sparse(rows) => rows.rows(),
        }
    }

    /// How many columns there are.
    pub fn width(&self) -> usize {
        match self {
            Features::Columns(columns, _) => columns.len(),
            Features::Matrix(matrix) => matrix.columns(),
            Features::Sparse(rows) => rows.width(),
        }
    }

    /// One row by itself. Panics if it is out of range, as indexing does.
    #[must_use]
    pub fn single(&self, row: usize) -> Features<'a> {
        self.part(row..row + 1)
    }

    /// Some columns, in this order. Dense columns of a matrix are copied.
    #[must_use]
    pub fn select(&self, columns: &[usize]) -> Features<'a> {
        let is_all = columns.len() == self.width() && columns.iter().copied().eq(0..columns.len());
        match self {
            _ if is_all => self.clone(),
            Features::Sparse(rows) => Features::Sparse(rows.select(columns)),
            _ => Features::Columns(columns.iter().map(|&column| self.column(column)).collect(), self.rows()),
        }
    }

    /// Some neighboring rows. Panics if they are out of range, as indexing does.
    #[must_use]
    pub fn part(&self, rows: Range<usize>) -> Features<'a> {
        match self {
            Features::Columns(columns, _) => Features::Columns(
                columns.iter().map(|column| column.slice(rows.start, rows.len())).collect(),
                rows.len(),
            ),
            Features::Matrix(matrix) => Features::Matrix(matrix.part(rows)),
            Features::Sparse(sparse) => Features::Sparse(sparse.part(rows)),
        }
    }

    /// One feature; a copy with its zeros if the rows are a matrix.
    pub fn column(&self, index: usize) -> Feature {
        match self {
            Features::Columns(columns, _) => columns[index].clone(),
            Features::Matrix(matrix) => Feature::Number(matrix.column(index).into()),
            Features::Sparse(rows) => Feature::Number(rows.column(index).into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Matrix, Table};

    #[test]
    fn one_row_by_itself() {
        let matrix = Matrix::new(2, 2, vec![1.0, 2.0, 3.0, 4.0]).unwrap();
        let row = Features::Matrix(matrix.view()).single(1);
        assert_eq!((row.rows(), row.width()), (1, 2));
        assert!(matches!(row.column(1), Feature::Number(values) if *values == [4.0]));
        let table = Table::builder().category("kind", &[Some("a"), None]).build().unwrap();
        let kinds = table.columns().iter().map(Feature::of).collect();
        let row = Features::Columns(kinds, 2).single(1);
        assert_eq!(row.rows(), 1);
        assert!(row.column(0).is_missing(0));
    }
}
