//! Rows as a transformer leaves them.

use hornbook_core::{Error, Result};
use hornbook_data::{
    Booleans, Categories, Column, Feature, Features, Input, InputKind, MISSING_CODE, MISSING_DATE, Matrix,
    Numbers, SharedMatrix, SharedScalars, SparseMatrix, SparseRows,
};

/// Some neighboring columns of transformed rows, in the form that suits them.
#[derive(Debug, Clone)]
pub enum ColumnBlock<'a> {
    /// Columns of any types, a view of a matrix, or sparse rows.
    Features(Features<'a>),
    /// Numbers, row by row.
    Matrix(Matrix),
}

/// Rows as a transformer leaves them: blocks of columns side by side.
#[derive(Debug, Clone)]
pub struct TransformedRows<'a> {
    rows: usize,
    blocks: Vec<ColumnBlock<'a>>,
    is_unchanged: bool,
}

impl ColumnBlock<'_> {
    fn rows(&self) -> usize {
        match self {
            ColumnBlock::Features(features) => features.rows(),
            ColumnBlock::Matrix(matrix) => matrix.rows(),
        }
    }

    fn width(&self) -> usize {
        match self {
            ColumnBlock::Features(features) => features.width(),
            ColumnBlock::Matrix(matrix) => matrix.columns(),
        }
    }

    fn features(&self) -> Features<'_> {
        match self {
            ColumnBlock::Features(features) => features.clone(),
            ColumnBlock::Matrix(matrix) => Features::Matrix(matrix.view()),
        }
    }

    fn is_sparse(&self) -> bool {
        matches!(self, ColumnBlock::Features(Features::Sparse(_)))
    }

    fn is_numeric(&self) -> bool {
        match self {
            ColumnBlock::Features(Features::Columns(columns, _)) => {
                columns.iter().all(|column| matches!(column, Feature::Number(_)))
            }
            _ => true,
        }
    }
}

impl<'a> From<Features<'a>> for TransformedRows<'a> {
    fn from(features: Features<'a>) -> TransformedRows<'a> {
        TransformedRows {
            rows: features.rows(),
            blocks: vec![ColumnBlock::Features(features)],
            is_unchanged: false,
        }
    }
}

impl From<Matrix> for TransformedRows<'_> {
    fn from(matrix: Matrix) -> Self {
        TransformedRows {
            rows: matrix.rows(),
            blocks: vec![ColumnBlock::Matrix(matrix)],
            is_unchanged: false,
        }
    }
}

impl From<SparseMatrix> for TransformedRows<'_> {
    fn from(matrix: SparseMatrix) -> Self {
        TransformedRows::from(Features::Sparse(SparseRows::from(matrix)))
    }
}

impl<'a> TransformedRows<'a> {
    /// Columns of any types, each of so many rows.
    pub fn of_columns(columns: Vec<Feature>, rows: usize) -> TransformedRows<'a> {
        TransformedRows::from(Features::Columns(columns, rows))
    }

    /// The rows as they were: nothing had to be done to them.
    pub fn unchanged(rows: &Features<'a>) -> TransformedRows<'a> {
        TransformedRows { is_unchanged: true, ..TransformedRows::from(rows.clone()) }
    }

    /// Whether these are the rows that were given.
    pub fn is_unchanged(&self) -> bool {
        self.is_unchanged
    }

    /// The same rows without a view of anybody's matrix.
    pub fn into_owned(self) -> TransformedRows<'static> {
        let owned = |block: ColumnBlock<'a>| match block {
            ColumnBlock::Matrix(matrix) => ColumnBlock::Matrix(matrix),
            ColumnBlock::Features(Features::Columns(columns, rows)) => {
                ColumnBlock::Features(Features::Columns(columns, rows))
            }
            ColumnBlock::Features(Features::Sparse(rows)) => ColumnBlock::Features(Features::Sparse(rows)),
            ColumnBlock::Features(Features::Matrix(view)) => ColumnBlock::Matrix(view.to_matrix()),
        };
        let blocks = self.blocks.into_iter().map(owned).collect();
        TransformedRows { rows: self.rows, blocks, is_unchanged: self.is_unchanged }
    }

    /// Blocks side by side, each of so many rows.
    pub fn of_blocks(blocks: Vec<ColumnBlock<'a>>, rows: usize) -> Result<TransformedRows<'a>> {
        match blocks.iter().find(|block| block.rows() != rows) {
            Some(block) => Err(Error::internal(format!("a block of {} rows for {rows} rows", block.rows()))),
            None => Ok(TransformedRows { rows, blocks, is_unchanged: false }),
        }
    }

    /// The blocks, to be put beside others.
    pub fn into_blocks(self) -> Vec<ColumnBlock<'a>> {
        self.blocks
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns there are.
    pub fn width(&self) -> usize {
        self.blocks.iter().map(ColumnBlock::width).sum()
    }

    /// The rows as models take them. Sparse columns stay sparse beside numbers only.
    pub fn features(&self) -> Features<'_> {
        if let [block] = self.blocks.as_slice() {
            return block.features();
        }
        let is_sparse = self.blocks.iter().any(ColumnBlock::is_sparse);
        if is_sparse && self.blocks.iter().all(ColumnBlock::is_numeric) {
            return Features::Sparse(self.sparse_rows());
        }
        let mut columns = Vec::with_capacity(self.width());
        for block in &self.blocks {
            let features = block.features();
            columns.extend((0..features.width()).map(|column| features.column(column)));
        }
        Features::Columns(columns, self.rows)
    }

    /// All blocks of numbers as one sparse matrix.
    fn sparse_rows(&self) -> SparseRows {
        let blocks: Vec<Features<'_>> = self.blocks.iter().map(ColumnBlock::features).collect();
        let dense: Vec<Vec<Feature>> = blocks.iter().map(dense_columns).collect();
        let columns = self.width();
        let mut all = SparseMatrix { columns, starts: vec![0], indices: Vec::new(), values: Vec::new() };
        for row in 0..self.rows {
            let mut first = 0u32;
            for (block, dense) in blocks.iter().zip(&dense) {
                match block {
                    Features::Sparse(rows) => {
                        let view = rows.view();
                        let (places, values) = view.row(row);
                        all.indices.extend(places.iter().map(|place| first + place));
                        all.values.extend_from_slice(values);
                    }
                    _ => add_stored(&mut all, dense, row, first),
                }
                first += block.width() as u32;
            }
            all.starts.push(all.indices.len());
        }
        all.into()
    }

    /// The columns as those of a table, with the types that the transformer declares.
    pub fn into_columns(self, outputs: &[Input]) -> Result<Vec<Column>> {
        if self.width() != outputs.len() {
            return Err(Error::internal(format!(
                "a transformer made {} columns and declares {}",
                self.width(),
                outputs.len()
            )));
        }
        let mut columns = Vec::with_capacity(outputs.len());
        for block in self.blocks {
            match block {
                ColumnBlock::Matrix(matrix) => {
                    let (rows, width) = (matrix.rows(), matrix.columns());
                    let values = SharedScalars::F64(matrix.into_values().into());
                    let shared = SharedMatrix::new(rows, width, values)?;
                    columns.extend(shared.columns().into_iter().map(Numbers::Matrix).map(Column::Number));
                }
                ColumnBlock::Features(Features::Sparse(rows)) => {
                    // Columns of a table are those of a whole matrix.
                    let whole: Vec<usize> = (0..rows.width()).collect();
                    let rows = if rows.is_whole() { rows } else { rows.select(&whole) };
                    columns.extend(rows.columns().into_iter().map(Numbers::SparseMatrix).map(Column::Number));
                }
                ColumnBlock::Features(features) => {
                    for column in 0..features.width() {
                        let kind = &outputs[columns.len()].kind;
                        columns.push(column_of(features.column(column), kind));
                    }
                }
            }
        }
        Ok(columns)
    }
}

/// The columns of a block that is not sparse; none of one that is.
fn dense_columns(features: &Features<'_>) -> Vec<Feature> {
    match features {
        Features::Sparse(_) => Vec::new(),
        other => (0..other.width()).map(|column| other.column(column)).collect(),
    }
}

fn add_stored(all: &mut SparseMatrix, columns: &[Feature], row: usize, first: u32) {
    for (place, column) in columns.iter().enumerate() {
        if let Feature::Number(values) = column
            && values[row] != 0.0
        {
            all.indices.push(first + place as u32);
            all.values.push(values[row]);
        }
    }
}

/// A feature as a column of its type.
pub(crate) fn column_of(feature: Feature, kind: &InputKind) -> Column {
    match (kind, feature) {
        (InputKind::Date, Feature::Number(seconds)) => {
            Column::Date(seconds.iter().map(|&second| milliseconds(second)).collect())
        }
        (InputKind::Boolean, Feature::Code(codes, _)) => {
            let byte = |&code: &u32| if code == MISSING_CODE { Booleans::MISSING } else { code as u8 };
            Column::Boolean(Booleans(codes.iter().map(byte).collect()))
        }
        (_, Feature::Code(codes, levels)) => Column::Category(Categories { codes, levels }),
        (_, feature) => feature.into(),
    }
}

/// A moment in the unit of columns of dates.
fn milliseconds(seconds: f64) -> i64 {
    if seconds.is_nan() { MISSING_DATE } else { (seconds * 1000.0).round() as i64 }
}
