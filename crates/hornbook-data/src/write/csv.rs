//! Separated text: quotes only where they are needed, missing values as empty cells.

use super::write_number;
use crate::column::Column;
use crate::table::Table;
use std::io::{self, Write};

pub(super) fn write(table: &Table, stream: &mut impl Write, delimiter: u8) -> io::Result<()> {
    let names = table.names().iter().enumerate();
    row(stream, names, delimiter, |stream, name| write_cell(stream, name, delimiter))?;
    for i in 0..table.rows() {
        let columns = table.columns().iter().enumerate();
        // A row that is nothing but a missing value would look like a blank line.
        if table.width() == 1 && table.columns()[0].label(i).is_none() {
            stream.write_all(b"\"\"\n")?;
            continue;
        }
        row(stream, columns, delimiter, |stream, column| match column {
            Column::Number(numbers) if numbers.at(i).is_nan() => Ok(()),
            Column::Number(numbers) => write_number(stream, numbers.at(i)),
            Column::Category(categories) => {
                write_cell(stream, categories.at(i).unwrap_or_default(), delimiter)
            }
            other => write_cell(stream, &other.label(i).unwrap_or_default(), delimiter),
        })?;
    }
    Ok(())
}

fn row<W: Write, T>(
    stream: &mut W,
    cells: impl Iterator<Item = (usize, T)>,
    delimiter: u8,
    mut write: impl FnMut(&mut W, T) -> io::Result<()>,
) -> io::Result<()> {
    for (i, cell) in cells {
        if i > 0 {
            stream.write_all(&[delimiter])?;
        }
        write(stream, cell)?;
    }
    stream.write_all(b"\n")
}

fn write_cell(stream: &mut impl Write, text: &str, delimiter: u8) -> io::Result<()> {
    let is_special = |b: u8| b == delimiter || matches!(b, b'"' | b'\n' | b'\r');
    // Spaces around a cell without quotes are not part of it.
    let has_edges = text.starts_with(' ') || text.ends_with(' ');
    if !has_edges && !text.bytes().any(is_special) {
        return stream.write_all(text.as_bytes());
    }
    stream.write_all(b"\"")?;
    for (i, part) in text.split('"').enumerate() {
        if i > 0 {
            stream.write_all(b"\"\"")?;
        }
        stream.write_all(part.as_bytes())?;
    }
    stream.write_all(b"\"")
}
