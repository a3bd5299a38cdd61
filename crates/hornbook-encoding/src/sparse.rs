//! Sparse rows.

use crate::column::EncodedColumn;
use crate::dense::LevelColumns;
use crate::encoder::Encoder;
use hornbook_data::{Feature, Features, SparseMatrix, SparseRows, SparseView};

/// Rows are worth storing without their zeros if at most one in so many cells is not zero.
const THIN: usize = 4;

impl Encoder {
    /// The encoded rows without their zeros. None if zeros would not stay zeros, because numbers are centered.
    pub fn sparse(&self, rows: &Features<'_>) -> Option<SparseRows> {
        let keeps_zero = |column: &EncodedColumn| column.scale().is_none_or(|scale| scale.center == 0.0);
        if !self.encoded_columns().iter().all(keeps_zero) {
            return None;
        }
        match rows {
            Features::Sparse(sparse) if self.is_plain() => Some(sparse.clone()),
            Features::Sparse(sparse) if self.is_numbers() => Some(self.changed(sparse.view()).into()),
            _ => Some(self.gathered(rows).into()),
        }
    }

    /// The same, if most numbers are zero: in columns that are sparse already, or of categories of many levels.
    pub fn sparse_if_thin(&self, rows: &Features<'_>) -> Option<SparseRows> {
        let may_be_thin = match rows {
            Features::Sparse(sparse) => {
                let view = sparse.view();
                view.stored().saturating_mul(THIN) <= view.rows() * view.columns()
            }
            _ => self.is_thin(),
        };
        if may_be_thin { self.sparse(rows) } else { None }
    }

    /// Whether most of the columns are of levels, so that most numbers of a row are zero.
    pub fn is_thin(&self) -> bool {
        self.inputs().len() * THIN <= self.width()
    }

    /// Sparse rows in the units of their columns.
    fn changed(&self, view: SparseView<'_>) -> SparseMatrix {
        let mut matrix = self.no_rows();
        for row in 0..view.rows() {
            let (columns, values) = view.row(row);
            matrix.indices.extend_from_slice(columns);
            let change = |(&column, &x): (&u32, &f64)| self.encoded_columns()[column as usize].of_number(x);
            matrix.values.extend(columns.iter().zip(values).map(change));
            matrix.starts.push(matrix.indices.len());
        }
        matrix
    }

    /// Rows of any features.
    fn gathered(&self, rows: &Features<'_>) -> SparseMatrix {
        let features: Vec<Feature> = (0..self.inputs().len()).map(|input| rows.column(input)).collect();
        let places: Vec<_> = (0..features.len()).map(|input| self.level_columns(input)).collect();
        let mut matrix = self.no_rows();
        for row in 0..rows.rows() {
            for (input, (feature, places)) in features.iter().zip(&places).enumerate() {
                self.push_input(feature, (input, places.as_ref()), row, &mut matrix);
            }
            matrix.starts.push(matrix.indices.len());
        }
        matrix
    }

    /// Adds what is not zero in the columns of an input.
    fn push_input(
        &self,
        feature: &Feature,
        (input, places): (usize, Option<&LevelColumns>),
        row: usize,
        matrix: &mut SparseMatrix,
    ) {
        let mut push = |column: usize, value: f64| {
            if value != 0.0 {
                matrix.indices.push(column as u32);
                matrix.values.push(value);
            }
        };
        match feature {
            Feature::Number(numbers) => {
                let x = numbers[row];
                self.span(input).for_each(|column| push(column, self.encoded_columns()[column].of_number(x)));
            }
            Feature::Code(codes, _) => match places.and_then(|places| places.find(codes[row])) {
                Some(place) => place.into_iter().for_each(|place| push(place, 1.0)),
                None => {
                    let (code, levels) = (codes[row], self.levels(input));
                    self.span(input).for_each(|column| {
                        push(column, self.encoded_columns()[column].of_code(code, levels))
                    });
                }
            },
            // What is no number has no columns here.
            Feature::Text(_) | Feature::Object(_) => {}
        }
    }

    fn no_rows(&self) -> SparseMatrix {
        SparseMatrix { columns: self.width(), starts: vec![0], indices: Vec::new(), values: Vec::new() }
    }
}
