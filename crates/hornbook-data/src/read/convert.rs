//! Columns of declared types, as other types that somebody asked for.

use super::infer::in_source;
use super::source::ByteSource;
use super::values;
use crate::column::{Booleans, Categories, Column, ColumnKind, MISSING_DATE};
use crate::objects::Objects;
use crate::objects::json::{JsonCell, column_of_cells};
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
    if let Column::Object(objects) = column {
        return object_as(name, objects, kind).map(Column::Object);
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
        _ => Column::Object(lists_of(name, &labels, kind)?),
    })
}

/// Lists as lists of another kind.
fn object_as(name: &str, objects: &Objects, kind: ColumnKind) -> Result<Objects> {
    let refused = || {
        Error::data(
            format!("column '{name}' holds {} and cannot be read as {kind}", objects.kind().plural()),
            "let the column have its own type",
        )
    };
    let cell = |row: usize| match objects {
        Objects::Series(lists) => lists.at(row).map(|list| JsonCell::Numbers(list.to_vec())),
        Objects::Sequence(lists) | Objects::Items(lists) => {
            let name = |&code: &u32| lists.name(code).to_string();
            lists.at(row).map(|list| JsonCell::Symbols(list.iter().map(name).collect()))
        }
        Objects::Image(_) | Objects::Graph(_) => None,
    };
    if !matches!(kind, ColumnKind::Series | ColumnKind::Sequence | ColumnKind::Items)
        || matches!(objects, Objects::Image(_) | Objects::Graph(_))
    {
        return Err(refused());
    }
    let cells: Vec<Option<JsonCell>> = (0..objects.len()).map(cell).collect();
    column_of_cells(name, &cells, Some(kind)).map_err(|(row, problem)| in_row(name, row, &problem))
}

/// Lists from cells of text: JSON where a cell starts with a bracket, else symbols between separators. The separator is the
/// first of `;`, `|`, `,`, a tab and a space that any cell has; a sequence without any is one of characters.
fn lists_of(name: &str, labels: &[Option<String>], kind: ColumnKind) -> Result<Objects> {
    let is_json = |label: &str| label.starts_with('[') || label.starts_with('{');
    let plain = || labels.iter().flatten().map(|label| label.trim()).filter(|label| !is_json(label));
    let separator =
        [';', '|', ',', '\t', ' '].into_iter().find(|&mark| plain().any(|label| label.contains(mark)));
    let cell = |(row, label): (usize, &Option<String>)| {
        let Some(label) = label.as_deref().map(str::trim) else { return Ok(None) };
        if is_json(label) {
            return JsonCell::read(label).map(Some).map_err(|problem| in_row(name, row, &problem));
        }
        let symbols: Vec<String> = match separator {
            Some(separator) => {
                let parts = label.split(separator).map(str::trim).filter(|part| !part.is_empty());
                parts.map(str::to_string).collect()
            }
            None if kind == ColumnKind::Sequence => label.chars().map(String::from).collect(),
            None => vec![label.to_string()],
        };
        Ok(Some(JsonCell::Symbols(symbols)))
    };
    let cells: Vec<Option<JsonCell>> = labels.iter().enumerate().map(cell).collect::<Result<_>>()?;
    column_of_cells(name, &cells, Some(kind)).map_err(|(row, problem)| in_row(name, row, &problem))
}

fn in_row(name: &str, row: usize, problem: &str) -> Error {
    Error::data(
        format!("column '{name}', row {}: {problem}", row + 1),
        "correct it, or let the column have another type",
    )
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
