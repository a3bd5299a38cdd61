//! Columns of declared types, as other types that somebody asked for.

use super::infer::in_source;
use super::source::ByteSource;
use super::values;
use crate::column::{Booleans, Categories, Column, ColumnKind, MISSING_DATE};
use crate::table::Table;
use arrow_array::LargeStringArray;
use hornbook_core::{Error, Result};

/// The table with some columns as other kinds.
pub(crate) fn to_kinds(source: &ByteSource, table: Table, kinds: &[(String, ColumnKind)]) -> Result<Table> {
    if kinds.is_empty() {
        return Ok(table);
    }
    let mut columns: Vec<(String, Column)> =
        table.names().iter().cloned().zip(table.columns().iter().cloned()).collect();
    for (name, kind) in kinds {
        let (_, column) = &mut columns[table.position(name)?];
        *column = to_kind(name, column, *kind).map_err(|e| in_source(source, e))?;
    }
    Table::new(columns)
}

fn to_kind(name: &str, column: &Column, kind: ColumnKind) -> Result<Column> {
    if column.kind() == kind {
        return Ok(column.clone());
    }
    let labels: Vec<Option<String>> = (0..column.len()).map(|row| column.label(row)).collect();
    Ok(match kind {
        ColumnKind::Category => Column::Category(Categories::from_labels(&labels)),
        ColumnKind::Text => Column::Text(labels.into_iter().collect::<LargeStringArray>()),
        ColumnKind::Number => Column::Number(parse(name, kind, &labels, f64::NAN, values::number)?.into()),
        ColumnKind::Date => Column::Date(parse(name, kind, &labels, MISSING_DATE, values::date)?.into()),
        ColumnKind::Boolean => {
            let boolean = |text: &[u8]| match text {
                b"0" => Some(0),
                b"1" => Some(1),
                text => values::boolean(text).map(u8::from),
            };
            Column::Boolean(Booleans(parse(name, kind, &labels, Booleans::MISSING, boolean)?.into()))
        }
    })
}

fn parse<T: Copy>(
    name: &str,
    kind: ColumnKind,
    labels: &[Option<String>],
    missing: T,
    read: impl Fn(&[u8]) -> Option<T>,
) -> Result<Vec<T>> {
    let value = |label: &Option<String>| match label {
        None => Ok(missing),
        Some(label) => read(label.as_bytes()).ok_or_else(|| {
            Error::data(
                format!("column '{name}' holds '{label}', which is not a {kind}"),
                "correct it, or let the column have another type",
            )
        }),
    };
    labels.iter().map(value).collect()
}
