//! Separated text: CSV and its relatives.

mod dialect;
mod fields;
mod masks;
pub(crate) mod stream;

use super::ReadOptions;
use super::blocks::{BlockError, RowSplitter};
use super::cells::{DelimitedGrammar, Grammar};
use super::infer::{CellIndex, Inference, InferredType, TextLayout};
use super::source::ByteSource;
use super::values::NaStrings;
use crate::column::ColumnKind;
use crate::table::Table;
use dialect::Dialect;
use fields::{CsvFields, CsvRowSplitter, Quotes};
use hornbook_core::{Error, Result};

/// A separated file whose delimiter, header and width are known.
pub(crate) struct Csv {
    names: Vec<String>,
    has_header: bool,
    rows: CsvRowSplitter,
    na_strings: NaStrings,
}

impl CellIndex for CsvFields {
    fn rows(&self) -> usize {
        self.rows()
    }

    #[inline]
    fn cell<'a>(&self, text: &'a [u8], row: usize, column: usize) -> &'a [u8] {
        self.cell(text, row, column)
    }

    fn position(&self, row: usize) -> usize {
        self.position(row)
    }
}

impl TextLayout for Csv {
    type CellIndex = CsvFields;

    fn names(&self) -> &[String] {
        &self.names
    }

    fn row_splitter(&self) -> &impl RowSplitter {
        &self.rows
    }

    fn grammar(&self) -> impl Grammar {
        DelimitedGrammar { na_strings: &self.na_strings }
    }

    fn scan(&self, block: usize, text: &[u8], fields: &mut CsvFields) -> Result<(), BlockError> {
        fields.scan(text, self.names.len(), &self.rows)?;
        if block == 0 && self.has_header {
            fields.skip_header();
        }
        Ok(())
    }
}

/// Reads a whole file, with notes about what was guessed.
pub(crate) fn read(
    source: &ByteSource,
    options: &ReadOptions,
    delimiter: Option<u8>,
) -> Result<(Table, Vec<String>)> {
    let (found, notes) = with_any_quotes(source, options, delimiter, |inference| inference.table())?;
    Ok((found.1, notes))
}

/// Infers the types of a file that is to be read in batches.
pub(crate) fn infer_types(
    source: &ByteSource,
    options: &ReadOptions,
    delimiter: Option<u8>,
) -> Result<(Csv, Vec<InferredType>)> {
    Ok(with_any_quotes(source, options, delimiter, |inference| inference.infer_types())?.0)
}

/// A file whose first part holds nothing but numbers, taken to do so to its end.
pub(crate) fn infer_optimistic(
    source: &ByteSource,
    options: &ReadOptions,
    delimiter: Option<u8>,
) -> Result<Option<(Csv, Vec<InferredType>)>> {
    let layout = Dialect::of(source, options, delimiter)?.layout(Quotes::Fast, options);
    let settled = layout.inference(source, options)?.optimistic_numbers()?;
    Ok(settled.map(|settled| (layout, settled)))
}

impl Csv {
    pub(crate) fn inference<'a>(
        &'a self,
        source: &'a ByteSource,
        options: &ReadOptions,
    ) -> Result<Inference<'a, Csv>> {
        // Lists are written as text here, and made of it when the whole column is known.
        let as_text = |kind: ColumnKind| if kind.is_object() { ColumnKind::Text } else { kind };
        let asked = options.asked_kinds(&self.names)?.into_iter().map(|kind| kind.map(as_text)).collect();
        Ok(Inference { source, layout: self, asked, block_bytes: options.block_bytes })
    }
}

impl Dialect {
    fn layout(&self, quotes: Quotes, options: &ReadOptions) -> Csv {
        let rows = CsvRowSplitter { delimiter: self.delimiter, quotes };
        Csv {
            names: self.names.clone(),
            has_header: self.has_header,
            rows,
            na_strings: options.na_strings.clone(),
        }
    }
}

/// Reads with the fast scan, and if the quotes are not where it needs them, again with the careful one.
fn with_any_quotes<T>(
    source: &ByteSource,
    options: &ReadOptions,
    delimiter: Option<u8>,
    read: impl Fn(&Inference<'_, Csv>) -> Result<Option<T>>,
) -> Result<((Csv, T), Vec<String>)> {
    let dialect = Dialect::of(source, options, delimiter)?;
    for quotes in [Quotes::Fast, Quotes::Careful] {
        let layout = dialect.layout(quotes, options);
        if let Some(read) = read(&layout.inference(source, options)?)? {
            return Ok(((layout, read), dialect.notes));
        }
    }
    Err(untraceable_quotes(&source.name))
}

fn untraceable_quotes(source_name: &str) -> Error {
    Error::Parse {
        source_name: source_name.to_string(),
        line: None,
        column: None,
        problem: "the quotes cannot be followed".into(),
        advice: "double every quote that is part of a quoted cell".into(),
    }
}
