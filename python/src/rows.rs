//! The rows of a fit or a prediction, as Python gives them: a numpy array, a sparse matrix or a data frame.

use crate::arrow::ArrowFrame;
use crate::errors::to_python;
use arrow_buffer::Buffer;
use hornbook::data::{
    Column, Features, InputKind, MatrixView, Numbers, Scalars, Schema, SharedMatrix, SharedScalars,
    SparseRows, Table, table_from_batches,
};
use hornbook::{Error, Result};
use numpy::ndarray::ArrayView2;
use numpy::{PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use rayon::prelude::*;
use std::panic::AssertUnwindSafe;
use std::ptr::NonNull;
use std::sync::Arc;

/// What Python hands over.
pub enum FeatureRows<'py> {
    /// An array of single precision.
    Single(PyReadonlyArray2<'py, f32>),
    /// An array of double precision.
    Double(PyReadonlyArray2<'py, f64>),
    /// A sparse matrix by rows: the number of columns, where each row starts, the columns and the values.
    Sparse(usize, PyReadonlyArray1<'py, i64>, PyReadonlyArray1<'py, u32>, PyReadonlyArray1<'py, f64>),
    /// A table of our own.
    Table(Table),
    /// Anything with Arrow's stream interface: pandas, polars, pyarrow, …
    Frame(ArrowFrame),
}

impl<'py> FromPyObject<'_, 'py> for FeatureRows<'py> {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<FeatureRows<'py>> {
        if let Ok(table) = given.cast::<crate::table::PyTable>() {
            return Ok(FeatureRows::Table(table.get().0.clone()));
        }
        // A frame is asked for first: what it says of a column it cannot hand over is what the user must read.
        if given.hasattr("__arrow_c_stream__")? {
            Ok(FeatureRows::Frame(ArrowFrame::of(&given)?))
        } else if let Ok(array) = given.extract() {
            Ok(FeatureRows::Single(array))
        } else if let Ok(array) = given.extract() {
            Ok(FeatureRows::Double(array))
        } else {
            let (columns, starts, indices, values) = given.extract()?;
            Ok(FeatureRows::Sparse(columns, starts, indices, values))
        }
    }
}

impl FeatureRows<'_> {
    /// The rows as something that can be read while the interpreter does other work.
    pub fn view(&self) -> PyResult<FeatureRowsView<'_>> {
        Ok(match self {
            FeatureRows::Single(array) => {
                FeatureRowsView::Single(array.as_array(), BufferOwner::of(array.as_any()))
            }
            FeatureRows::Double(array) => {
                FeatureRowsView::Double(array.as_array(), BufferOwner::of(array.as_any()))
            }
            FeatureRows::Sparse(columns, starts, indices, values) => {
                let starts =
                    starts.as_slice()?.iter().map(|&start| usize::try_from(start).unwrap_or(usize::MAX));
                let indices = BufferOwner::of(indices.as_any()).buffer(indices.as_slice()?);
                let values = BufferOwner::of(values.as_any()).buffer(values.as_slice()?);
                let rows = SparseRows::new(*columns, starts.collect(), indices.into(), values.into());
                FeatureRowsView::Sparse(rows.map_err(to_python)?)
            }
            FeatureRows::Table(table) => FeatureRowsView::Table(table),
            FeatureRows::Frame(frame) => FeatureRowsView::Frame(frame),
        })
    }
}

/// The rows, without ties to the interpreter.
pub enum FeatureRowsView<'a> {
    Single(ArrayView2<'a, f32>, BufferOwner),
    Double(ArrayView2<'a, f64>, BufferOwner),
    Sparse(SparseRows),
    Table(&'a Table),
    Frame(&'a ArrowFrame),
}

impl<'a> FeatureRowsView<'a> {
    /// The whole of a frame as a table, its types found as in files.
    pub fn whole_table(&self) -> Result<Table> {
        match self {
            FeatureRowsView::Frame(ArrowFrame { batches, schema }) => table_from_batches(schema, batches),
            FeatureRowsView::Table(table) => Ok((*table).clone()),
            _ => Err(Error::data(
                "an array has no names of columns",
                "give a data frame (pandas, polars, pyarrow), in which the target is a column",
            )),
        }
    }

    /// The rows as a table whose columns have these names, whatever they were called. Strings of a frame are categories or text
    /// as those of a file are.
    pub fn table<S: AsRef<str>>(&self, names: &[S]) -> Result<Table> {
        let columns = match self {
            FeatureRowsView::Single(array, keeper) => {
                number_columns(array, keeper, |buffer| SharedScalars::F32(buffer.into()))?
            }
            FeatureRowsView::Double(array, keeper) => {
                number_columns(array, keeper, |buffer| SharedScalars::F64(buffer.into()))?
            }
            FeatureRowsView::Sparse(rows) => {
                let column = |column| Column::Number(Numbers::SparseMatrix(column));
                rows.columns().into_iter().map(column).collect()
            }
            FeatureRowsView::Table(table) => table.columns().to_vec(),
            FeatureRowsView::Frame(ArrowFrame { batches, schema }) => {
                table_from_batches(schema, batches)?.columns().to_vec()
            }
        };
        if columns.len() != names.len() {
            return Err(Error::mismatch(
                format!("there are {} columns where {} were expected", columns.len(), names.len()),
                "give the columns the model was trained on",
            ));
        }
        Table::new(names.iter().map(|name| name.as_ref().to_string()).zip(columns).collect())
    }

    /// The rows as the inputs of a model, and sentences about them. A row-major array is read where it lies.
    pub fn features(&self, schema: &Schema) -> Result<(Features<'a>, Vec<String>)> {
        if schema.inputs.iter().all(|input| input.kind == InputKind::Number) {
            if let FeatureRowsView::Sparse(rows) = self {
                return Ok((schema.sparse_matrix(rows.clone())?, Vec::new()));
            }
            if let Some(matrix) = self.matrix() {
                return Ok((schema.matrix(matrix?)?, Vec::new()));
            }
        }
        let names: Vec<&str> = schema.inputs.iter().map(|input| input.name.as_str()).collect();
        schema.features(&self.table(&names)?)
    }

    fn matrix(&self) -> Option<Result<MatrixView<'a>>> {
        let (shape, values) = match self {
            FeatureRowsView::Single(array, _) => (array.dim(), Scalars::F32(array.to_slice()?)),
            FeatureRowsView::Double(array, _) => (array.dim(), Scalars::F64(array.to_slice()?)),
            FeatureRowsView::Sparse(_) | FeatureRowsView::Table(_) | FeatureRowsView::Frame(_) => {
                return None;
            }
        };
        Some(MatrixView::new(shape.0, shape.1, values))
    }
}

/// The columns of an array: those of its memory where it lies row by row, else copies.
fn number_columns<T: Copy + Into<f64> + Sync>(
    array: &ArrayView2<'_, T>,
    keeper: &BufferOwner,
    share: impl FnOnce(Buffer) -> SharedScalars,
) -> Result<Vec<Column>> {
    let Some(values) = array.to_slice().filter(|values| !values.is_empty()) else {
        let copy = |column: usize| array.column(column).iter().map(|&x| x.into()).collect::<Vec<f64>>();
        let columns = (0..array.ncols()).into_par_iter();
        return Ok(columns.map(|column| Column::Number(Numbers::from(copy(column)))).collect());
    };
    let (rows, width) = array.dim();
    let matrix = SharedMatrix::new(rows, width, share(keeper.buffer(values)))?;
    Ok(matrix.columns().into_iter().map(|column| Column::Number(Numbers::Matrix(column))).collect())
}

/// Keeps an array of Python's alive for as long as anything reads its memory.
#[derive(Clone)]
pub struct BufferOwner(Arc<AssertUnwindSafe<Py<PyAny>>>);

impl BufferOwner {
    fn of(array: &Bound<'_, PyAny>) -> BufferOwner {
        BufferOwner(Arc::new(AssertUnwindSafe(array.clone().unbind())))
    }

    /// The memory of the array as a buffer.
    fn buffer<T>(&self, values: &[T]) -> Buffer {
        if values.is_empty() {
            // The place of no numbers must be aligned as that of numbers is.
            return Buffer::from_vec(Vec::<u64>::new());
        }
        let start = NonNull::from(values).cast::<u8>();
        // SAFETY: the memory belongs to the array that the keeper holds, so that it lives as long as the buffer. A fit
        // reads it without the interpreter's lock, as numpy's own functions do: an array that another thread changes
        // meanwhile gives whatever it holds when it is read.
        #[allow(unsafe_code)]
        unsafe {
            Buffer::from_custom_allocation(start, size_of_val(values), self.0.clone())
        }
    }
}
