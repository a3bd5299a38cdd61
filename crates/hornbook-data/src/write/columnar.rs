//! Parquet and Arrow IPC files, each with one record batch of the whole table.

use super::stream_failed;
use crate::arrow::table_to_batch;
use crate::table::Table;
use arrow_ipc::writer::FileWriter;
use hornbook_core::Result;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;
use std::io::Write;

pub(super) fn write_parquet(table: &Table, stream: &mut (impl Write + Send)) -> Result<()> {
    let batch = table_to_batch(table)?;
    let properties =
        WriterProperties::builder().set_compression(Compression::ZSTD(ZstdLevel::default())).build();
    let mut writer = ArrowWriter::try_new(stream, batch.schema(), Some(properties)).map_err(stream_failed)?;
    writer.write(&batch).map_err(stream_failed)?;
    writer.close().map_err(stream_failed)?;
    Ok(())
}

pub(super) fn write_arrow(table: &Table, stream: &mut (impl Write + Send)) -> Result<()> {
    let batch = table_to_batch(table)?;
    let mut writer = FileWriter::try_new(stream, &batch.schema()).map_err(stream_failed)?;
    writer.write(&batch).map_err(stream_failed)?;
    writer.finish().map_err(stream_failed)
}
