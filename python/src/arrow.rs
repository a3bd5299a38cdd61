//! Tables in and out by Arrow's C stream interface, which pandas, polars, pyarrow, DuckDB and others speak.
//!
//! A capsule carries a pointer to a structure of Arrow's C data interface; whoever takes the table moves it out.

#![allow(unsafe_code)]

use arrow_array::ffi::FFI_ArrowSchema;
use arrow_array::ffi_stream::{ArrowArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::{RecordBatch, RecordBatchIterator, RecordBatchReader};
use arrow_cast::{CastOptions, cast_with_options};
use arrow_schema::{ArrowError, Schema, SchemaRef};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::ffi::CStr;

const STREAM: &CStr = c"arrow_array_stream";
const SCHEMA: &CStr = c"arrow_schema";

/// A data frame, as Arrow sees it.
pub struct ArrowFrame {
    pub batches: Vec<RecordBatch>,
    pub schema: SchemaRef,
}

impl ArrowFrame {
    /// All rows of an object with the method `__arrow_c_stream__`.
    pub fn of(object: &Bound<'_, PyAny>) -> PyResult<ArrowFrame> {
        let capsule = object.call_method0("__arrow_c_stream__")?.cast_into::<PyCapsule>()?;
        let pointer = capsule.pointer_checked(Some(STREAM))?.cast::<FFI_ArrowArrayStream>();
        // SAFETY: a capsule of this name holds a stream, which is moved out; an empty one that needs no release is left in it.
        let stream = unsafe { FFI_ArrowArrayStream::from_raw(pointer.as_ptr()) };
        let reader = ArrowArrayStreamReader::try_new(stream).map_err(wrong)?;
        let schema = reader.schema();
        let batches = reader.collect::<Result<Vec<RecordBatch>, ArrowError>>().map_err(wrong)?;
        Ok(ArrowFrame { batches, schema })
    }
}

/// The capsule that hands these rows over, with the column types that were asked for if they can be made.
pub fn stream<'py>(
    py: Python<'py>,
    batch: RecordBatch,
    requested_schema: Option<&Bound<'py, PyCapsule>>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let batch = match requested_schema {
        Some(capsule) => as_requested(&batch, capsule)?,
        None => batch,
    };
    let schema = batch.schema();
    let stream = FFI_ArrowArrayStream::new(Box::new(RecordBatchIterator::new([Ok(batch)], schema)));
    PyCapsule::new_with_value(py, stream, STREAM)
}

fn as_requested(batch: &RecordBatch, capsule: &Bound<'_, PyCapsule>) -> PyResult<RecordBatch> {
    let pointer = capsule.pointer_checked(Some(SCHEMA))?.cast::<FFI_ArrowSchema>();
    // SAFETY: a capsule of this name holds a schema, which stays the capsule's.
    let schema = Schema::try_from(unsafe { pointer.as_ref() }).map_err(wrong)?;
    let columns = batch.columns().iter().zip(schema.fields());
    // A value that the type cannot hold is an error, not a missing value.
    let options = CastOptions { safe: false, ..CastOptions::default() };
    let columns = columns.map(|(column, field)| cast_with_options(column, field.data_type(), &options));
    let columns = columns.collect::<Result<Vec<_>, ArrowError>>().map_err(wrong)?;
    RecordBatch::try_new(schema.into(), columns).map_err(wrong)
}

fn wrong(error: ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}
