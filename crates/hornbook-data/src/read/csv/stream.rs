//! Separated text that can be read only once, a part of it at a time.

use super::dialect::Dialect;
use super::fields::Quotes;
use super::{Csv, RowSplitter, TextLayout};
use crate::column::ColumnKind;
use crate::read::ReadOptions;
use crate::read::convert;
use crate::read::source::{ByteSource, SkippedText, Stream};
use crate::table::Table;
use hornbook_core::{Error, Result};
use std::io::Read;

/// How much text is read at once.
pub(crate) const PART_BYTES: usize = 8 << 20;

/// Says as what a column is to be read, from its name and what its first values look like; nothing if nobody needs it.
pub(crate) type KindOf<'a> = &'a dyn Fn(&str, ColumnKind) -> Option<ColumnKind>;

/// Hands on the rows of a text, some at a time. Columns that somebody needs are of the kind that is asked for; the others are
/// text, so that they stay as they are written, whatever comes later.
pub(crate) fn for_each_part(
    mut text: Stream,
    name: &str,
    options: &ReadOptions,
    delimiter: Option<u8>,
    kind_of: KindOf<'_>,
    take: &mut dyn FnMut(Table) -> Result<()>,
) -> Result<()> {
    let failed = |e: std::io::Error| Error::file("read", name, e);
    let mut part = Vec::new();
    let mut ended = fill(&mut text, &mut part, PART_BYTES).map_err(failed)?;
    let first = ByteSource::memory(part.clone(), name);
    let dialect = Dialect::of(&first, options, delimiter)?;
    let mut reader = CsvStreamReader { dialect, options: options.clone(), lines: 0, name };
    let (start, _) = reader.rows(&part, ended)?;
    reader.options = asked(options, &start, kind_of);
    drop(start);
    loop {
        let (table, used) = reader.rows(&part, ended)?;
        if used > 0 {
            reader.lines += memchr::memchr_iter(b'\n', &part[..used]).count() as u64;
            part.drain(..used);
            take(table)?;
        }
        if ended {
            return Ok(());
        }
        // A row that is longer than a part needs more of the text.
        let wanted = if used > 0 { PART_BYTES } else { 2 * part.len() };
        ended = fill(&mut text, &mut part, wanted).map_err(failed)?;
    }
}

/// Reads until so much is there; whether the text has ended.
fn fill(text: &mut Stream, part: &mut Vec<u8>, wanted: usize) -> std::io::Result<bool> {
    let missing = wanted.saturating_sub(part.len()).max(1) as u64;
    Ok((text.by_ref().take(missing).read_to_end(part)? as u64) < missing)
}

/// A kind for every column.
fn asked(options: &ReadOptions, start: &Table, kind_of: KindOf<'_>) -> ReadOptions {
    let mut asked = options.clone();
    for (name, column) in start.names().iter().zip(start.columns()) {
        if !options.kinds.iter().any(|(known, _)| known == name) {
            asked = asked.kind(name, kind_of(name, column.kind()).unwrap_or(ColumnKind::Text));
        }
    }
    asked
}

struct CsvStreamReader<'a> {
    dialect: Dialect,
    options: ReadOptions,
    /// How many lines there were before.
    lines: u64,
    name: &'a str,
}

impl CsvStreamReader<'_> {
    /// The whole rows at the start of some text, and how much of it they are.
    fn rows(&self, text: &[u8], is_last: bool) -> Result<(Table, usize)> {
        for quotes in [Quotes::Fast, Quotes::Careful] {
            let layout = Csv {
                has_header: self.dialect.has_header && self.lines == 0,
                ..self.dialect.layout(quotes, &self.options)
            };
            let end =
                if is_last { text.len() } else { layout.row_splitter().last_row_end(text).unwrap_or(0) };
            let skipped = SkippedText { bytes: 0, lines: self.lines };
            let source = ByteSource::memory(text[..end].to_vec(), self.name).after(skipped);
            if let Some(table) = layout.inference(&source, &self.options)?.table()? {
                return Ok((convert::to_kinds(&source, table, &self.options.object_kinds())?, end));
            }
        }
        Err(super::untraceable_quotes(self.name))
    }
}
