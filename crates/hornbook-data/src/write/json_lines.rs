//! One JSON object a row, with `null` for missing values, so that every object has every key.

use crate::column::Column;
use crate::objects::json;
use crate::table::Table;
use std::io::{self, Write};

pub(super) fn write(table: &Table, stream: &mut impl Write) -> io::Result<()> {
    for row in 0..table.rows() {
        for (i, (name, column)) in table.names().iter().zip(table.columns()).enumerate() {
            stream.write_all(if i == 0 { b"{" } else { b"," })?;
            serde_json::to_writer(&mut *stream, name)?;
            stream.write_all(b":")?;
            match (column, column.label(row)) {
                (Column::Object(objects), _) => json::write(objects, row, stream)?,
                (_, None) => stream.write_all(b"null")?,
                (Column::Number(numbers), _) => json::write_json_number(stream, numbers.at(row))?,
                (Column::Boolean(_), Some(label)) => stream.write_all(label.as_bytes())?,
                (_, Some(label)) => serde_json::to_writer(&mut *stream, &label)?,
            }
        }
        stream.write_all(if table.width() == 0 { b"{}\n" } else { b"}\n" })?;
    }
    Ok(())
}
