//! The columns of a table as learners see them: numbers or codes, with missing values marked in place.

use crate::column::{Column, Levels, MISSING_CODE, MISSING_DATE, Truths};
use crate::matrix::MatrixView;
use arrow_buffer::ScalarBuffer;

/// One feature. Dates are numbers (seconds since 1970) and truth values are categories here.
#[derive(Debug, Clone)]
pub enum Feature {
    /// Numbers; NaN is missing.
    Number(ScalarBuffer<f64>),
    /// Codes of levels; [`MISSING_CODE`] is missing.
    Code(ScalarBuffer<u32>, Levels),
}

impl Feature {
    /// The column as a feature, or `None` for text. Free for dense numbers and for categories.
    pub fn of(column: &Column) -> Option<Feature> {
        Some(match column {
            Column::Number(numbers) => Feature::Number(numbers.dense()),
            Column::Category(c) => Feature::Code(c.codes.clone(), c.levels.clone()),
            Column::Truth(truths) => Feature::Code(truths.codes(), Truths::levels()),
            Column::Date(dates) => Feature::Number(
                dates.iter().map(|&d| if d == MISSING_DATE { f64::NAN } else { d as f64 / 1000.0 }).collect(),
            ),
            Column::Text(_) => return None,
        })
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        match self {
            Feature::Number(values) => values.len(),
            Feature::Code(codes, _) => codes.len(),
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
        }
    }
}

/// The rows to predict, with the columns in the order the model knows them: either column by column, as tables
/// are, or as a matrix of numbers row by row, as arrays from Python are. A learner reads whichever it is given
/// without turning one into the other.
#[derive(Debug, Clone)]
pub enum Features<'a> {
    /// Column by column, with the number of rows.
    Columns(Vec<Feature>, usize),
    /// Numbers, row by row.
    Matrix(MatrixView<'a>),
}

impl Features<'_> {
    /// How many rows there are.
    pub fn rows(&self) -> usize {
        match self {
            Features::Columns(_, rows) => *rows,
            Features::Matrix(matrix) => matrix.rows(),
        }
    }

    /// How many columns there are.
    pub fn width(&self) -> usize {
        match self {
            Features::Columns(columns, _) => columns.len(),
            Features::Matrix(matrix) => matrix.columns(),
        }
    }

    /// One feature; a copy if the rows are a matrix.
    pub fn column(&self, index: usize) -> Feature {
        match self {
            Features::Columns(columns, _) => columns[index].clone(),
            Features::Matrix(matrix) => Feature::Number(matrix.column(index).into()),
        }
    }
}
