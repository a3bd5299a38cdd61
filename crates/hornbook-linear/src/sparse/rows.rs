//! Rows as numbers without their zeros.

use crate::design::DesignMatrixSpec;
use hornbook_data::{Dataset, Feature, SparseMatrix, SparseRows, SparseView};

/// Rows are worth storing without their zeros if at most one in so many cells is not zero.
const THIN: usize = 4;

impl DesignMatrixSpec {
    /// The rows of a view without their zeros, if most numbers are zero: in columns that are sparse already, or of
    /// categories of many levels. There are no missing numbers among them.
    pub(crate) fn sparse_rows_of(&self, data: &Dataset) -> Option<SparseRows> {
        if let Some(sparse) = data.sparse_rows() {
            return is_thin(sparse.view()).then_some(sparse);
        }
        (data.features().len() * THIN <= self.width()).then(|| self.sparse_lines(data).into())
    }

    /// Rows of categories of many levels, each of which is one number.
    fn sparse_lines(&self, data: &Dataset) -> SparseMatrix {
        let features: Vec<Feature> = (0..data.features().len()).map(|input| data.feature(input)).collect();
        let spans: Vec<_> = (0..features.len()).map(|input| self.span(input)).collect();
        let mut matrix =
            SparseMatrix { columns: self.width(), starts: vec![0], indices: Vec::new(), values: Vec::new() };
        for row in data.rows().iter() {
            for (feature, span) in features.iter().zip(&spans) {
                let (place, value) = match feature {
                    Feature::Number(numbers) => (Some(span.start), numbers[row as usize]),
                    Feature::Code(codes, _) => (self.place(span.clone(), codes[row as usize]), 1.0),
                    Feature::Text(_) | Feature::Object(_) => (None, 0.0),
                };
                if let Some(place) = place.filter(|_| value != 0.0) {
                    matrix.indices.push(place as u32);
                    matrix.values.push(value);
                }
            }
            matrix.starts.push(matrix.indices.len());
        }
        matrix
    }
}

fn is_thin(view: SparseView<'_>) -> bool {
    view.stored().saturating_mul(THIN) <= view.rows() * view.columns()
}
