//! A file with a table and how it is read, as plain data.

use crate::{ColumnKind, Format, ReadOptions, Table};
use hornbook_core::{Error, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The path that means standard input.
pub const STANDARD_INPUT: &str = "-";

/// A file with a table, and how it is read where its name and content do not say. In JSON, `{"file": "a.csv", "na_values": ["-"]}`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TableFile {
    /// The path; `-` is standard input.
    pub file: String,
    /// The name of the format.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// The delimiter of a CSV file: a character, or `tab`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delimiter: Option<String>,
    /// Whether the first row of a CSV file holds the columns' names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub header: Option<bool>,
    /// The types of columns, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub types: BTreeMap<String, String>,
    /// NA strings: the cells that stand for a missing value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub na_values: Option<Vec<String>>,
    /// The column whose equal values make one row of several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gather: Option<String>,
    /// The column that says the order within these.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub along: Option<String>,
}

impl TableFile {
    /// Another file that is read in the same way.
    #[must_use]
    pub fn at(&self, path: &str) -> TableFile {
        TableFile { file: path.to_string(), ..self.clone() }
    }

    /// Whether nothing is said but the path.
    pub fn is_plain(&self) -> bool {
        *self == TableFile::default().at(&self.file)
    }

    /// The table.
    pub fn read(&self) -> Result<Table> {
        Ok(self.read_with_notes()?.0)
    }

    /// The table, and in sentences what was decided in reading it that a person should know.
    pub fn read_with_notes(&self) -> Result<(Table, Vec<String>)> {
        let options = self.options()?;
        if self.file == STANDARD_INPUT {
            return Ok((options.read_from(std::io::stdin().lock(), "standard input")?, Vec::new()));
        }
        options.read_with_notes(&self.file)
    }

    /// How the file is read.
    pub fn options(&self) -> Result<ReadOptions> {
        let mut options = ReadOptions::default();
        if let Some(name) = &self.format {
            let format = Format::from_name(name).ok_or_else(|| {
                let known = Format::ALL.map(Format::name).join(", ");
                Error::data(format!("there is no format '{name}'"), format!("name one of {known}"))
            })?;
            options = options.format(format);
        }
        if let Some(text) = &self.delimiter {
            options = options.delimiter(match (text.as_str(), text.as_bytes()) {
                ("tab" | "\\t", _) => b'\t',
                (_, &[byte]) if byte.is_ascii() => byte,
                _ => {
                    return Err(Error::data(
                        format!("the delimiter '{text}' is not one plain character"),
                        "give one such as ';', or 'tab'",
                    ));
                }
            });
        }
        if let Some(header) = self.header {
            options = options.header(header);
        }
        for (column, name) in &self.types {
            let kind = ColumnKind::from_name(name).ok_or_else(|| {
                let kinds = ColumnKind::ALL.map(ColumnKind::name).join(", ");
                Error::data(
                    format!("'{name}', the type of column '{column}', is no type"),
                    format!("name one of {kinds}"),
                )
            })?;
            options = options.kind(column, kind);
        }
        if let Some(marks) = &self.na_values {
            options = options.na_values(marks.clone());
        }
        if let Some(by) = &self.gather {
            options = options.gather(by, self.along.as_deref());
        }
        Ok(options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_is_a_sentence() {
        let said = |file: TableFile| file.options().unwrap_err().to_string();
        let none = TableFile::default;
        assert!(
            said(TableFile { format: Some("doc".into()), ..none() })
                .contains("no format 'doc'; name one of csv")
        );
        let wide = said(TableFile { delimiter: Some("ab".into()), ..none() });
        assert!(wide.contains("the delimiter 'ab' is not one plain character; give one"), "{wide}");
        let types = BTreeMap::from([("x".to_string(), "whole".to_string())]);
        assert!(
            said(TableFile { types, ..none() })
                .contains("'whole', the type of column 'x', is no type; name one of number")
        );
        assert!(serde_json::from_str::<TableFile>(r#"{"file": "a", "sep": ";"}"#).is_err());
    }
}
