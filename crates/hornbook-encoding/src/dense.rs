//! Dense rows and columns.

use crate::column::EncodedColumn;
use crate::encoder::Encoder;
use crate::statistics::spans;
use hornbook_core::Result;
use hornbook_data::{Feature, Features, Matrix, MatrixView, Scalars};
use std::ops::Range;

/// Numbers in a block, so that it stays in the nearer caches.
const BLOCK_VALUES: usize = 1 << 16;
/// Fewest and most rows of a block.
const BLOCK_ROWS: (usize, usize) = (64, 1024);

/// The precision of the numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Precision {
    /// Double.
    F64,
    /// Single: what double precision gives, rounded.
    F32,
}

/// Encoded rows, one after the other.
#[derive(Debug, Clone)]
pub enum DenseRows<'a> {
    /// Where the rows lie.
    InPlace(MatrixView<'a>),
    /// A copy in double precision.
    F64(Matrix),
    /// A copy in single precision.
    F32 {
        /// How many rows there are.
        rows: usize,
        /// The numbers, row by row.
        values: Vec<f32>,
    },
}

impl DenseRows<'_> {
    /// The rows as a matrix.
    pub fn view(&self) -> Result<MatrixView<'_>> {
        match self {
            DenseRows::InPlace(view) => Ok(*view),
            DenseRows::F64(matrix) => Ok(matrix.view()),
            DenseRows::F32 { rows, values } => {
                MatrixView::new(*rows, values.len() / (*rows).max(1), Scalars::F32(values))
            }
        }
    }

    /// The numbers in double precision, row by row.
    pub fn into_values(self) -> Vec<f64> {
        match self {
            DenseRows::InPlace(view) => match view.values() {
                Scalars::F64(values) => values.to_vec(),
                Scalars::F32(values) => values.iter().map(|&x| x.into()).collect(),
            },
            DenseRows::F64(matrix) => matrix.into_values(),
            DenseRows::F32 { values, .. } => values.into_iter().map(f64::from).collect(),
        }
    }
}

/// Where the levels of an input have their columns.
pub(crate) struct LevelColumns {
    /// The first of the columns.
    start: usize,
    /// Its level.
    first: u32,
    levels: u32,
}

impl LevelColumns {
    /// The one column in which a level is not zero, which it may not have; none if it is no level.
    #[inline]
    pub fn find(&self, code: u32) -> Option<Option<usize>> {
        let place = |code: u32| code.checked_sub(self.first).map(|after| self.start + after as usize);
        (code < self.levels).then(|| place(code))
    }
}

impl Encoder {
    /// The rows as they lie in memory, in whatever precision, if they are a matrix and encoding changes nothing.
    pub fn in_place<'a>(&self, rows: &Features<'a>) -> Option<MatrixView<'a>> {
        match rows {
            Features::Matrix(matrix) if self.is_plain() => Some(*matrix),
            _ => None,
        }
    }

    /// The encoded rows: where they lie, if they are a matrix of the precision and encoding changes nothing, and else a copy.
    pub fn dense<'a>(&self, rows: &Features<'a>, precision: Precision) -> Result<DenseRows<'a>> {
        self.check_missing(rows)?;
        if let Some(view) = self.in_place(rows)
            && matches!(
                (view.values(), precision),
                (Scalars::F64(_), Precision::F64) | (Scalars::F32(_), Precision::F32)
            )
        {
            return Ok(DenseRows::InPlace(view));
        }
        match precision {
            Precision::F64 => Ok(DenseRows::F64(self.matrix(rows)?)),
            Precision::F32 => {
                let mut values = Vec::with_capacity(rows.rows() * self.width());
                self.for_blocks(rows, |_, block| {
                    values.extend(block.iter().map(|&x| x as f32));
                    Ok(())
                })?;
                Ok(DenseRows::F32 { rows: rows.rows(), values })
            }
        }
    }

    /// The encoded rows as a matrix of their own; nothing that is missing is refused.
    pub fn matrix(&self, rows: &Features<'_>) -> Result<Matrix> {
        let mut values = Vec::new();
        self.write_rows(rows, None, &mut values);
        Matrix::new(rows.rows(), self.width(), values)
    }

    /// Visits the encoded rows, a block of neighboring rows after the other.
    pub fn for_blocks(
        &self,
        rows: &Features<'_>,
        mut visit: impl FnMut(Range<usize>, &[f64]) -> Result<()>,
    ) -> Result<()> {
        let mut values = Vec::new();
        for span in self.block_spans(rows.rows()) {
            self.write_rows(&rows.part(span.clone()), None, &mut values);
            visit(span, &values)?;
        }
        Ok(())
    }

    /// Neighboring rows whose encoded numbers stay in the nearer caches.
    pub fn block_spans(&self, rows: usize) -> impl Iterator<Item = Range<usize>> + use<> {
        spans(rows, (BLOCK_VALUES / self.width().max(1)).clamp(BLOCK_ROWS.0, BLOCK_ROWS.1))
    }

    /// Writes the encoded rows, one after the other, each less an origin if there is one, in place of what `to` holds.
    pub fn write_rows(&self, rows: &Features<'_>, origin: Option<&[f64]>, to: &mut Vec<f64>) {
        to.clear();
        if self.width() == 0 {
            return;
        }
        match rows {
            Features::Matrix(matrix) if self.is_numbers() => match matrix.values() {
                Scalars::F64(values) => self.write_numbers(values, origin, to),
                Scalars::F32(values) => self.write_numbers(values, origin, to),
            },
            Features::Sparse(sparse) if self.is_numbers() => {
                to.resize(rows.rows() * self.width(), 0.0);
                sparse.view().write_dense(to);
                if !self.is_plain() {
                    self.change(to, EncodedColumn::of_number);
                }
                self.subtract(origin, to);
            }
            _ => {
                to.resize(rows.rows() * self.width(), 0.0);
                (0..self.inputs().len()).for_each(|input| self.write_input(&rows.column(input), input, to));
                self.subtract(origin, to);
            }
        }
    }

    /// Rows of numbers, each of which is a column.
    fn write_numbers<T: Copy + Into<f64>>(&self, values: &[T], origin: Option<&[f64]>, to: &mut Vec<f64>) {
        let lines = values.chunks_exact(self.width());
        match origin {
            _ if !self.is_plain() => {
                to.extend(values.iter().map(|&x| x.into()));
                self.change(to, EncodedColumn::of_number);
                self.subtract(origin, to);
            }
            None => to.extend(values.iter().map(|&x| x.into())),
            Some(origin) => {
                to.reserve(values.len());
                lines.for_each(|line| {
                    to.extend(line.iter().zip(origin).map(|(&x, origin)| x.into() - origin))
                });
            }
        }
    }

    fn change(&self, values: &mut [f64], change: impl Fn(&EncodedColumn, f64) -> f64) {
        for line in values.chunks_exact_mut(self.width()) {
            line.iter_mut().zip(self.encoded_columns()).for_each(|(x, column)| *x = change(column, *x));
        }
    }

    fn subtract(&self, origin: Option<&[f64]>, values: &mut [f64]) {
        let Some(origin) = origin else { return };
        for line in values.chunks_exact_mut(self.width()) {
            line.iter_mut().zip(origin).for_each(|(x, origin)| *x -= origin);
        }
    }

    /// Writes the columns of an input into rows that are zero.
    fn write_input(&self, feature: &Feature, input: usize, to: &mut [f64]) {
        let span = self.span(input);
        let columns = &self.encoded_columns()[span.clone()];
        let levels = self.levels(input);
        let lines = to.chunks_exact_mut(self.width());
        match feature {
            Feature::Number(numbers) => match columns {
                [column] if column.is_plain() => {
                    lines.zip(numbers.iter()).for_each(|(line, x)| line[span.start] = *x);
                }
                _ => {
                    for (line, &x) in lines.zip(numbers.iter()) {
                        let cells = line[span.clone()].iter_mut().zip(columns);
                        cells.for_each(|(cell, column)| *cell = column.of_number(x));
                    }
                }
            },
            Feature::Code(codes, _) => {
                let places = self.level_columns(input);
                for (line, &code) in lines.zip(codes.iter()) {
                    match places.as_ref().and_then(|places| places.find(code)) {
                        Some(place) => place.into_iter().for_each(|place| line[place] = 1.0),
                        None => {
                            let cells = line[span.clone()].iter_mut().zip(columns);
                            cells.for_each(|(cell, column)| *cell = column.of_code(code, levels));
                        }
                    }
                }
            }
            // What is no number has no columns here.
            Feature::Text(_) | Feature::Object(_) => {}
        }
    }

    /// Where the levels of an input have their columns, if they have any.
    pub(crate) fn level_columns(&self, input: usize) -> Option<LevelColumns> {
        let Range { start, .. } = self.span(input);
        let first = self.encoded_columns().get(start).filter(|column| column.input == input)?.level()?;
        Some(LevelColumns { start, first, levels: self.levels(input) })
    }

    /// How many levels an input has.
    pub(crate) fn levels(&self, input: usize) -> u32 {
        self.inputs()[input].kind.levels().unwrap_or(0) as u32
    }

    /// The columns, one after the other.
    pub fn columns(&self, rows: &Features<'_>) -> Vec<Vec<f64>> {
        let mut columns = Vec::with_capacity(self.width());
        for input in 0..self.inputs().len() {
            let feature = rows.column(input);
            for column in self.span(input) {
                let mut values = vec![0.0; rows.rows()];
                self.write_column(&feature, column, &mut values);
                columns.push(values);
            }
        }
        columns
    }

    /// One column.
    pub fn column(&self, rows: &Features<'_>, column: usize) -> Vec<f64> {
        let mut values = vec![0.0; rows.rows()];
        self.write_column(&rows.column(self.encoded_columns()[column].input), column, &mut values);
        values
    }

    /// Writes one column, which is made of this feature.
    pub fn write_column(&self, feature: &Feature, column: usize, to: &mut [f64]) {
        let column = self.encoded_columns()[column];
        match feature {
            Feature::Number(numbers) if column.is_plain() => to.copy_from_slice(numbers),
            Feature::Number(numbers) => {
                to.iter_mut().zip(numbers.iter()).for_each(|(to, x)| *to = column.of_number(*x));
            }
            Feature::Code(codes, _) => {
                let levels = self.levels(column.input);
                to.iter_mut().zip(codes.iter()).for_each(|(to, code)| *to = column.of_code(*code, levels));
            }
            // What is no number has no columns here.
            Feature::Text(_) | Feature::Object(_) => {}
        }
    }
}
