//! Separated text: CSV and its relatives.

mod dialect;
mod fields;
mod masks;
pub(crate) mod stream;

use super::ReadOptions;
use super::blocks::{Cut, Fault};
use super::cells::{Grammar, Separated};
use super::infer::{Index, Inference, Layout, Settled};
use super::source::Source;
use super::values::Marks;
use crate::table::Table;
use dialect::Dialect;
use fields::{Fields, Quotes, Rows};
use hornbook_core::{Error, Result};

/// A separated file whose delimiter, header and width are known.
pub(crate) struct Csv {
    names: Vec<String>,
    has_header: bool,
    rows: Rows,
    marks: Marks,
}

impl Index for Fields {
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

impl Layout for Csv {
    type Index = Fields;

    fn names(&self) -> &[String] {
        &self.names
    }

    fn cut(&self) -> &impl Cut {
        &self.rows
    }

    fn grammar(&self) -> impl Grammar {
        Separated { marks: &self.marks }
    }

    fn scan(&self, block: usize, text: &[u8], fields: &mut Fields) -> Result<(), Fault> {
        fields.scan(text, self.names.len(), &self.rows)?;
        if block == 0 && self.has_header {
            fields.skip_header();
        }
        Ok(())
    }
}

/// Reads a whole file, with notes about what was guessed.
pub(crate) fn read(
    source: &Source,
    options: &ReadOptions,
    delimiter: Option<u8>,
) -> Result<(Table, Vec<String>)> {
    let (found, notes) = with_any_quotes(source, options, delimiter, |inference| inference.table())?;
    Ok((found.1, notes))
}

/// Settles the types of a file that is to be read in batches.
pub(crate) fn settle(
    source: &Source,
    options: &ReadOptions,
    delimiter: Option<u8>,
) -> Result<(Csv, Vec<Settled>)> {
    Ok(with_any_quotes(source, options, delimiter, |inference| inference.settle())?.0)
}

/// A file whose first part holds nothing but numbers, taken to do so to its end.
pub(crate) fn trust(
    source: &Source,
    options: &ReadOptions,
    delimiter: Option<u8>,
) -> Result<Option<(Csv, Vec<Settled>)>> {
    let layout = Dialect::of(source, options, delimiter)?.layout(Quotes::Fast, options);
    let settled = layout.inference(source, options)?.trusted_numbers()?;
    Ok(settled.map(|settled| (layout, settled)))
}

impl Csv {
    pub(crate) fn inference<'a>(
        &'a self,
        source: &'a Source,
        options: &ReadOptions,
    ) -> Result<Inference<'a, Csv>> {
        let asked = options.asked_kinds(&self.names)?;
        Ok(Inference { source, layout: self, asked, block_bytes: options.block_bytes })
    }
}

impl Dialect {
    fn layout(&self, quotes: Quotes, options: &ReadOptions) -> Csv {
        let rows = Rows { delimiter: self.delimiter, quotes };
        Csv { names: self.names.clone(), has_header: self.has_header, rows, marks: options.marks.clone() }
    }
}

/// Reads with the fast scan, and if the quotes are not where it needs them, again with the careful one.
fn with_any_quotes<T>(
    source: &Source,
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
