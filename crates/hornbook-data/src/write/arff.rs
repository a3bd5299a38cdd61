//! Weka's attribute-relation files.

use super::write_number;
use crate::column::{Booleans, Column};
use crate::table::Table;
use std::io::{self, Write};

/// Every date has a time, so that one format fits all.
const DATE_FORMAT: &str = "yyyy-MM-dd'T'HH:mm:ss.SSS";

pub(super) fn write(table: &Table, stream: &mut impl Write) -> io::Result<()> {
    stream.write_all(b"@relation table\n\n")?;
    for (name, column) in table.names().iter().zip(table.columns()) {
        stream.write_all(b"@attribute ")?;
        write_value(stream, name)?;
        match column {
            Column::Number(_) => stream.write_all(b" numeric\n")?,
            Column::Category(categories) => write_levels(stream, &categories.levels)?,
            Column::Boolean(_) => write_levels(stream, &Booleans::levels())?,
            Column::Date(_) => writeln!(stream, " date \"{DATE_FORMAT}\"")?,
            Column::Text(_) | Column::Object(_) => stream.write_all(b" string\n")?,
        }
    }
    stream.write_all(b"\n@data\n")?;
    let is_sparse =
        table.columns().iter().any(|c| matches!(c, Column::Number(numbers) if numbers.stored().is_some()));
    for row in 0..table.rows() {
        if is_sparse { write_sparse(table, row, stream)? } else { write_dense(table, row, stream)? }
    }
    Ok(())
}

fn write_levels(stream: &mut impl Write, levels: &[String]) -> io::Result<()> {
    stream.write_all(b" {")?;
    for (i, level) in levels.iter().enumerate() {
        if i > 0 {
            stream.write_all(b",")?;
        }
        write_value(stream, level)?;
    }
    stream.write_all(b"}\n")
}

fn write_dense(table: &Table, row: usize, stream: &mut impl Write) -> io::Result<()> {
    for (i, column) in table.columns().iter().enumerate() {
        if i > 0 {
            stream.write_all(b",")?;
        }
        write_cell(column, row, stream)?;
    }
    stream.write_all(b"\n")
}

/// Only what is not zero and not the first level, which is what a sparse row means by leaving it out.
fn write_sparse(table: &Table, row: usize, stream: &mut impl Write) -> io::Result<()> {
    stream.write_all(b"{")?;
    let mut first = true;
    for (i, column) in table.columns().iter().enumerate() {
        let is_default = match column {
            Column::Number(numbers) => numbers.at(row) == 0.0,
            Column::Category(categories) => categories.codes[row] == 0,
            Column::Boolean(booleans) => booleans.0[row] == 0,
            Column::Date(_) | Column::Text(_) | Column::Object(_) => false,
        };
        if !is_default {
            write!(stream, "{}{i} ", if first { "" } else { ", " })?;
            write_cell(column, row, stream)?;
            first = false;
        }
    }
    stream.write_all(b"}\n")
}

fn write_cell(column: &Column, row: usize, stream: &mut impl Write) -> io::Result<()> {
    match (column, column.label(row)) {
        (_, None) => stream.write_all(b"?"),
        (Column::Number(numbers), _) => write_number(stream, numbers.at(row)),
        (Column::Date(_), Some(label)) => {
            const MIDNIGHT: &str = "T00:00:00.000";
            const WHOLE_SECOND: &str = ".000";
            let rest = match label.len() {
                10 => MIDNIGHT,
                19 => WHOLE_SECOND,
                _ => "",
            };
            write!(stream, "\"{label}{rest}\"")
        }
        (_, Some(label)) => write_value(stream, &label),
    }
}

fn write_value(stream: &mut impl Write, text: &str) -> io::Result<()> {
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.' | b'+' | b'/' | b':');
    if !text.is_empty() && text.bytes().all(is_plain) {
        return stream.write_all(text.as_bytes());
    }
    stream.write_all(b"'")?;
    for byte in text.bytes() {
        match byte {
            b'\n' => stream.write_all(b"\\n")?,
            b'\r' => stream.write_all(b"\\r")?,
            b'\t' => stream.write_all(b"\\t")?,
            b'\'' | b'\\' => stream.write_all(&[b'\\', byte])?,
            other => stream.write_all(&[other])?,
        }
    }
    stream.write_all(b"'")
}
