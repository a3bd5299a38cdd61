//! Tables, and columns of tables, as arguments of tools.

use crate::{Column, ColumnKind, Table, TableFile};
use hornbook_core::{
    ArgumentKind, Error, ParameterKind, ParameterSpec, ParameterValue, Parameters, Result, Run, Value,
};
use serde_json::json;

/// A table that a tool is given: a file, or columns by name.
#[derive(Debug, Clone, PartialEq)]
pub enum TableArgument {
    /// A file, by its path or with how it is read.
    File(TableFile),
    /// Columns by name, a list of values each.
    Columns(Parameters),
}

impl Default for TableArgument {
    fn default() -> TableArgument {
        TableArgument::Columns(Parameters::new())
    }
}

impl TableArgument {
    /// The table; the run is told what was decided in reading it.
    pub fn table(&self, run: &Run) -> Result<Table> {
        match self {
            TableArgument::File(file) => {
                let (table, notes) = file.read_with_notes()?;
                notes.iter().for_each(|sentence| run.warn(sentence));
                Ok(table)
            }
            TableArgument::Columns(columns) => {
                let columns =
                    columns.iter().map(|(name, values)| Ok((name.clone(), column_of(name, values)?)));
                Table::new(columns.collect::<Result<_>>()?)
            }
        }
    }
}

/// Numbers are a column of numbers; anything else is categories.
fn column_of(name: &str, values: &Value) -> Result<Column> {
    let Some(values) = values.as_array() else {
        return Err(Error::data(
            format!("the column '{name}' is no list"),
            "give a list of values for each column",
        ));
    };
    if values.iter().all(|value| value.is_null() || value.is_number()) {
        let numbers: Vec<f64> = values.iter().map(|value| value.as_f64().unwrap_or(f64::NAN)).collect();
        return Ok(Column::Number(numbers.into()));
    }
    let label = |value: &Value| match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    };
    let labels: Vec<Option<String>> = values.iter().map(label).collect();
    Ok(Column::Category(crate::Categories::from_labels(&labels)))
}

impl ParameterValue for TableArgument {
    const KIND: ParameterKind = ParameterKind::Argument(ArgumentKind::Table);

    fn to_value(&self) -> Value {
        match self {
            TableArgument::File(file) => value_of(file),
            TableArgument::Columns(columns) => Value::Object(columns.clone()),
        }
    }

    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::String(path) => Some(TableArgument::File(TableFile::default().at(path))),
            // A column is a list, and a path is none.
            Value::Object(said) if said.get("file").is_some_and(Value::is_string) => {
                serde_json::from_value(value.clone()).ok().map(TableArgument::File)
            }
            Value::Object(columns) => Some(TableArgument::Columns(columns.clone())),
            _ => None,
        }
    }
}

/// A path alone where nothing is said of how the file is read.
fn value_of(file: &TableFile) -> Value {
    if file.is_plain() { json!(file.file) } else { json!(file) }
}

/// The value of an argument from text, where `@file.csv:column` stands for a column of a file and `@file.csv` for all of them:
/// lists of numbers or texts take one column, matrices all columns of numbers. Files are read as `reading` says, whose own path does
/// not count.
pub fn argument_from_text(
    tool: &str,
    spec: &ParameterSpec,
    text: &str,
    reading: &TableFile,
) -> Result<Value> {
    if matches!(spec.kind, ParameterKind::Argument(ArgumentKind::Table)) && !text.starts_with('{') {
        return Ok(value_of(&reading.at(text.strip_prefix('@').unwrap_or(text))));
    }
    let Some(reference) = text.strip_prefix('@') else { return spec.parse_for(tool, text) };
    match spec.kind {
        ParameterKind::Numbers
        | ParameterKind::Argument(ArgumentKind::NamedNumbers | ArgumentKind::Probabilities) => {
            let (table, name) = one_column(reference, reading)?;
            Ok(json!(numbers_of(&name, table.column(&name)?)?))
        }
        ParameterKind::Argument(ArgumentKind::Texts) => {
            let (table, name) = one_column(reference, reading)?;
            let column = table.column(&name)?;
            let label = |row| column.label(row).ok_or_else(|| missing(&name, row));
            Ok(json!((0..table.rows()).map(label).collect::<Result<Vec<String>>>()?))
        }
        ParameterKind::Argument(ArgumentKind::Matrix | ArgumentKind::NamedRows) => {
            matrix_of(reference, reading)
        }
        ParameterKind::Argument(ArgumentKind::Model) => Ok(json!(reference)),
        _ => Err(spec.refuse(tool, &format!("'{text}'"))),
    }
}

/// The file and the name of the column: the one after the last colon, or the only one there is.
fn one_column(reference: &str, reading: &TableFile) -> Result<(Table, String)> {
    if let Some((path, column)) = reference.rsplit_once(':').filter(|(path, _)| !path.is_empty()) {
        let table = reading.at(path).read()?;
        table.position(column)?;
        return Ok((table, column.to_string()));
    }
    let table = reading.at(reference).read()?;
    match table.names() {
        [name] => {
            let name = name.clone();
            Ok((table, name))
        }
        names => Err(Error::data(
            format!("'{reference}' has {} columns", names.len()),
            format!("name one: @{reference}:{}", names.first().map_or("column", String::as_str)),
        )),
    }
}

/// All columns of numbers, or the ones that are named with a plus between them.
fn matrix_of(reference: &str, reading: &TableFile) -> Result<Value> {
    let (table, names) = match reference.rsplit_once(':').filter(|(path, _)| !path.is_empty()) {
        Some((path, columns)) => (reading.at(path).read()?, columns.split('+').map(str::to_string).collect()),
        None => {
            let table = reading.at(reference).read()?;
            let names: Vec<String> = table.names().to_vec();
            (table, names)
        }
    };
    let columns =
        names.iter().map(|name| numbers_of(name, table.column(name)?)).collect::<Result<Vec<_>>>()?;
    let row = |row: usize| columns.iter().map(|column| column[row]).collect::<Vec<f64>>();
    Ok(json!((0..table.rows()).map(row).collect::<Vec<_>>()))
}

fn numbers_of(name: &str, column: &Column) -> Result<Vec<f64>> {
    let numbers: Vec<f64> = match column {
        Column::Number(numbers) => numbers.dense().to_vec(),
        Column::Boolean(booleans) => {
            booleans.0.iter().map(|&b| if b < 2 { f64::from(b) } else { f64::NAN }).collect()
        }
        other => {
            let kind: ColumnKind = other.kind();
            return Err(Error::data(
                format!("column '{name}' is of type {kind}"),
                "name a column of numbers",
            ));
        }
    };
    match numbers.iter().position(|x| !x.is_finite()) {
        Some(row) => Err(missing(name, row)),
        None => Ok(numbers),
    }
}

fn missing(name: &str, row: usize) -> Error {
    Error::data(
        format!("column '{name}' has no usable value in row {}", row + 1),
        "give a file without missing values in that column",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_may_be_columns_by_name() {
        let argument =
            TableArgument::from_value(&json!({"x": [1, 2.5, null], "y": ["a", null, "b"]})).unwrap();
        let table = argument.table(&Run::default()).unwrap();
        assert_eq!(table.names(), ["x", "y"]);
        assert_eq!(table.column("x").unwrap().missing(), 1);
        assert_eq!(table.column("y").unwrap().label(2).as_deref(), Some("b"));
        assert!(TableArgument::from_value(&json!({"x": 1})).unwrap().table(&Run::default()).is_err());
        assert!(TableArgument::from_value(&json!(["x"])).is_none());
    }
}
