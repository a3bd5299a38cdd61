//! Parquet and Arrow IPC, through the crates of Apache Arrow.

use super::limit::Limit;
use super::parquet_bounds::BoundsError;
use super::source::ByteSource;
use super::{ipc_bounds, parquet_bounds};
use crate::arrow::{ArrowTypeInference, ColumnPlan, table_from_batches, table_with_plan};
use crate::column::Column;
use crate::pieces::sort_levels;
use crate::read::Format;
use crate::read::infer::in_source;
use crate::table::Table;
use arrow_array::RecordBatch;
use arrow_ipc::reader::{FileReader, StreamReader};
use arrow_schema::{ArrowError, SchemaRef};
use hornbook_core::{Error, Result};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use std::fmt::Display;
use std::io::{BufReader, Cursor, Read, Seek};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Rows decoded at once.
const BATCH_ROWS: usize = 16_384;

type ArrowBatches = Box<dyn Iterator<Item = Result<RecordBatch, ArrowError>>>;

/// Reads a whole file.
pub(crate) fn read(source: &ByteSource, format: Format) -> Result<Table> {
    guarded(source, format, || {
        let (schema, batches) = open(source, format)?;
        let batches: Result<Vec<RecordBatch>, ArrowError> = batches.collect();
        let batches = batches.map_err(|e| damaged(source, format, e))?;
        let table = table_from_batches(&schema, &batches).map_err(|e| in_source(source, e))?;
        if format == Format::Parquet { with_sorted_levels(&table) } else { Ok(table) }
    })
}

/// Parquet keeps the levels of a category in the order of the rows, which says nothing; names do.
fn with_sorted_levels(table: &Table) -> Result<Table> {
    let sorted = |column: &Column| match column {
        Column::Category(categories) => Column::Category(sort_levels(categories)),
        Column::Object(objects) => Column::Object(objects.with_sorted_levels()),
        other => other.clone(),
    };
    Table::new(table.names().iter().cloned().zip(table.columns().iter().map(sorted)).collect())
}

/// Infers the types of a file that is to be read in batches.
pub(crate) fn infer_types(source: &ByteSource, format: Format) -> Result<Vec<ColumnPlan>> {
    guarded(source, format, || {
        let (schema, batches) = open(source, format)?;
        let mut surveys: Vec<ArrowTypeInference> =
            schema.fields().iter().map(|f| ArrowTypeInference::new(f)).collect();
        let mut rows = 0;
        for batch in batches {
            let batch = batch.map_err(|e| damaged(source, format, e))?;
            rows += batch.num_rows();
            for (survey, array) in surveys.iter_mut().zip(batch.columns()) {
                survey.add(array.as_ref()).map_err(|e| in_source(source, e))?;
            }
        }
        let plan = surveys.into_iter().map(|survey| match survey.infer_types(rows) {
            ColumnPlan::Category(levels) if format == Format::Parquet => {
                let mut levels = levels.to_vec();
                levels.sort_unstable();
                ColumnPlan::Category(levels.into())
            }
            plan => plan,
        });
        Ok(plan.collect())
    })
}

/// Reads the file as tables of a few rows each.
pub(crate) fn for_each_piece(
    source: &ByteSource,
    format: Format,
    plan: &[ColumnPlan],
    take: &mut dyn FnMut(Table) -> Result<()>,
) -> Result<()> {
    let (schema, mut batches) = guarded(source, format, || open(source, format))?;
    while let Some(batch) = guarded(source, format, || Ok(batches.next()))? {
        let batch = batch.map_err(|e| damaged(source, format, e))?;
        take(table_with_plan(&schema, &batch, plan).map_err(|e| in_source(source, e))?)?;
    }
    Ok(())
}

/// A table without rows that has the columns of the file.
pub(crate) fn shape(source: &ByteSource, format: Format, plan: &[ColumnPlan]) -> Result<Table> {
    guarded(source, format, || {
        let (schema, _) = open(source, format)?;
        table_with_plan(&schema, &RecordBatch::new_empty(schema.clone()), plan)
    })
}

/// The decoders are made for files that are whole; some damaged ones make them panic. A reader must not.
fn guarded<T>(source: &ByteSource, format: Format, work: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err(damaged(source, format, "its contents contradict each other")))
}

fn damaged(source: &ByteSource, format: Format, reason: impl Display) -> Error {
    Error::Parse {
        source_name: source.name.clone(),
        line: None,
        column: None,
        problem: format!("this is not a readable {format} file ({reason})"),
        advice: "write it again, or name the format it really has".into(),
    }
}

fn open(source: &ByteSource, format: Format) -> Result<(SchemaRef, ArrowBatches)> {
    let wrong = |e: &dyn Display| damaged(source, format, e);
    match (format, source.plain_file()?) {
        (Format::Parquet, Some(mut file)) => {
            let length = file.metadata().map_err(|e| source.unreadable(e))?.len();
            let checked = parquet_bounds::check(&mut file, Limit::of_file(length)?);
            checked.map_err(|fault| refused(source, format, fault))?;
            let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(|e| wrong(&e))?;
            let schema = builder.schema().clone();
            Ok((schema, Box::new(builder.with_batch_size(BATCH_ROWS).build().map_err(|e| wrong(&e))?)))
        }
        (Format::Parquet, None) => {
            let bytes = bytes::Bytes::from(source.whole()?);
            let checked =
                parquet_bounds::check(&mut Cursor::new(&bytes), Limit::of_file(bytes.len() as u64)?);
            checked.map_err(|fault| refused(source, format, fault))?;
            let builder = ParquetRecordBatchReaderBuilder::try_new(bytes).map_err(|e| wrong(&e))?;
            let schema = builder.schema().clone();
            Ok((schema, Box::new(builder.with_batch_size(BATCH_ROWS).build().map_err(|e| wrong(&e))?)))
        }
        (_, Some(file)) => {
            let length = file.metadata().map_err(|e| source.unreadable(e))?.len();
            open_ipc(source, BufReader::new(file), length)
        }
        (_, None) => {
            let bytes = source.whole()?;
            let length = bytes.len() as u64;
            open_ipc(source, Cursor::new(bytes), length)
        }
    }
}

/// What is said of a file that was not decoded, because of what it claims.
fn refused(source: &ByteSource, format: Format, fault: BoundsError) -> Error {
    match fault {
        BoundsError::Unreadable(error) => source.unreadable(error),
        BoundsError::Claim(claim) => damaged(source, format, claim),
    }
}

/// An IPC file begins with its magic bytes; a stream begins with its schema.
fn open_ipc(
    source: &ByteSource,
    mut bytes: impl Read + Seek + 'static,
    length: u64,
) -> Result<(SchemaRef, ArrowBatches)> {
    let wrong = |e: &dyn Display| damaged(source, Format::Arrow, e);
    let checked = ipc_bounds::check(&mut bytes, Limit::of_file(length)?);
    checked.map_err(|fault| refused(source, Format::Arrow, fault))?;
    let mut magic = Vec::new();
    bytes.by_ref().take(6).read_to_end(&mut magic).map_err(|e| source.unreadable(e))?;
    bytes.rewind().map_err(|e| source.unreadable(e))?;
    if magic == b"ARROW1" {
        let reader = FileReader::try_new(bytes, None).map_err(|e| wrong(&e))?;
        Ok((reader.schema(), Box::new(reader)))
    } else {
        let reader = StreamReader::try_new(bytes, None).map_err(|e| wrong(&e))?;
        Ok((reader.schema(), Box::new(reader)))
    }
}
