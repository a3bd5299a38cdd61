//! Readers: from files and streams of every format to tables.

pub(crate) mod arff;
pub(crate) mod baskets;
mod blocks;
mod cells;
pub(crate) mod columnar;
pub(crate) mod convert;
pub(crate) mod csv;
pub(crate) mod fasta;
mod folder;
mod format;
mod graphs;
pub(crate) mod images;
pub(crate) mod infer;
mod ipc_bounds;
pub(crate) mod json_lines;
mod limit;
mod parquet_bounds;
pub(crate) mod source;
pub(crate) mod strings;
pub(crate) mod svmlight;
pub(crate) mod values;

use crate::column::ColumnKind;
use crate::gather::Gather;
use crate::table::Table;
pub use format::Format;
use hornbook_core::{Error, Result};
pub use limit::{READ_MEMORY, READ_MEMORY_VARIABLE};
use source::{ByteSource, Stream, decoded, decompressed};
use std::io::Read;
use std::path::Path;
use values::NaStrings;

/// How to read a table. What is not said is found out from the file.
///
/// ```
/// use hornbook_data::{ColumnKind, ReadOptions};
/// let text = "id;size\n007;1.5\n008;NA\n";
/// let table = ReadOptions::default().kind("id", ColumnKind::Category).read_from(text.as_bytes(), "example")?;
/// assert_eq!(table.column("id")?.label(1).as_deref(), Some("008"));
/// assert_eq!(table.column("size")?.missing(), 1);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct ReadOptions {
    format: Option<Format>,
    delimiter: Option<u8>,
    header: Option<bool>,
    pub(crate) kinds: Vec<(String, ColumnKind)>,
    na_strings: NaStrings,
    gather: Option<Gather>,
    block_bytes: usize,
}

impl Default for ReadOptions {
    fn default() -> ReadOptions {
        ReadOptions {
            format: None,
            delimiter: None,
            header: None,
            kinds: Vec::new(),
            na_strings: NaStrings::default(),
            gather: None,
            block_bytes: blocks::BLOCK_BYTES,
        }
    }
}

impl ReadOptions {
    /// The format, instead of the one the file's name or first bytes suggest.
    #[must_use]
    pub fn format(mut self, format: Format) -> ReadOptions {
        self.format = Some(format);
        self
    }

    /// The delimiter (separator) of a CSV file.
    #[must_use]
    pub fn delimiter(mut self, delimiter: u8) -> ReadOptions {
        self.delimiter = Some(delimiter);
        self
    }

    /// Whether the first row of a CSV file holds the columns' names.
    #[must_use]
    pub fn header(mut self, header: bool) -> ReadOptions {
        self.header = Some(header);
        self
    }

    /// The type of a column, instead of the one its values suggest.
    #[must_use]
    pub fn kind(mut self, column: &str, kind: ColumnKind) -> ReadOptions {
        self.kinds.retain(|(name, _)| name != column);
        self.kinds.push((column.to_string(), kind));
        self
    }

    /// NA strings: the cells that stand for a missing value, instead of `NA`, `N/A`, `?`, `NaN`, `nan`, `null`, `NULL` and
    /// `None`. An empty cell is always missing.
    #[must_use]
    pub fn na_values(mut self, na_strings: Vec<String>) -> ReadOptions {
        self.na_strings = NaStrings::new(na_strings);
        self
    }

    /// Gathers a table in long format: all rows with the same value in the column `by` become one row, in which other columns
    /// hold item sets, or, in the order of the column `along`, sequences and series; see [`Table::gather`].
    #[must_use]
    pub fn gather(mut self, by: &str, along: Option<&str>) -> ReadOptions {
        self.gather = Some(Gather { by: by.to_string(), along: along.map(str::to_string) });
        self
    }

    /// How much text is parsed at once. The table does not depend on it.
    #[must_use]
    #[doc(hidden)]
    pub fn block_bytes(mut self, bytes: usize) -> ReadOptions {
        self.block_bytes = bytes.max(1);
        self
    }

    /// Reads a file.
    pub fn read(&self, path: impl AsRef<Path>) -> Result<Table> {
        Ok(self.read_with_notes(path)?.0)
    }

    /// Reads a file, and says in sentences what was decided that a person should know.
    pub fn read_with_notes(&self, path: impl AsRef<Path>) -> Result<(Table, Vec<String>)> {
        let path = path.as_ref();
        let source = ByteSource::file(path);
        let format = self.format_of(&source, Format::from_path(path))?;
        self.read_source(&source, format)
    }

    /// Reads a stream to its end; `name` is what errors call it, such as `standard input`.
    pub fn read_from(&self, mut reader: impl Read, name: &str) -> Result<Table> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).map_err(|e| Error::file("read", name, e))?;
        let source = ByteSource::memory(bytes, name);
        let format = self.format_of(&source, None)?;
        Ok(self.read_source(&source, format)?.0)
    }

    /// Reads a stream that cannot be read again, such as standard input, and hands its rows on. A stream of a few megabytes
    /// comes as one table, as [`read_from`](ReadOptions::read_from) reads it; so does a longer one, unless it is separated
    /// text, of which never more than a few megabytes are in memory.
    ///
    /// `kind_of` says as what a column is to be read, from its name and the kind that its first values suggest; `None` if
    /// nobody needs it. In a long text such columns stay as they are written.
    pub fn for_each_part(
        &self,
        reader: impl Read + Send + 'static,
        name: &str,
        kind_of: &dyn Fn(&str, ColumnKind) -> Option<ColumnKind>,
        take: &mut dyn FnMut(Table) -> Result<()>,
    ) -> Result<()> {
        let failed = |e: std::io::Error| Error::file("read", name, e);
        let mut bytes = decompressed(Box::new(reader)).map_err(failed)?;
        let mut start = Vec::new();
        bytes.by_ref().take(csv::stream::PART_BYTES as u64).read_to_end(&mut start).map_err(failed)?;
        let is_whole = start.len() < csv::stream::PART_BYTES || self.gather.is_some();
        let source = ByteSource::memory(start, name);
        let format = self.format_of(&source, None)?;
        if !is_whole && matches!(format, Format::Csv | Format::Tsv) {
            let all: Stream = Box::new(source.raw()?.chain(bytes));
            let text = decoded(all).map_err(failed)?;
            return csv::stream::for_each_part(text, name, self, self.delimiter_of(format), kind_of, take);
        }
        let mut whole = Vec::new();
        source.raw()?.chain(bytes).read_to_end(&mut whole).map_err(failed)?;
        let source = ByteSource::memory(whole, name);
        let table = self.read_source(&source, format)?.0;
        let mut asked = self.clone();
        for (name, column) in table.names().iter().zip(table.columns()) {
            let kind = kind_of(name, column.kind()).filter(|kind| *kind != column.kind());
            // What somebody said of a column stands.
            if let Some(kind) = kind.filter(|_| !self.kinds.iter().any(|(known, _)| known == name)) {
                asked = asked.kind(name, kind);
            }
        }
        match format.has_types() || asked.kinds.len() == self.kinds.len() {
            true => take(table),
            false => take(asked.read_source(&source, format)?.0),
        }
    }

    pub(crate) fn format_of(&self, source: &ByteSource, by_name: Option<Format>) -> Result<Format> {
        match self.format.or(by_name) {
            Some(format) => Ok(format),
            None => match source.folder() {
                Some(folder) => folder::format_of(folder, source),
                None => Ok(Format::sniff(&source.start(4096)?)),
            },
        }
    }

    /// The delimiter that was asked for or that belongs to the format.
    pub(crate) fn delimiter_of(&self, format: Format) -> Option<u8> {
        self.delimiter.or((format == Format::Tsv).then_some(b'\t'))
    }

    pub(crate) fn read_source(&self, source: &ByteSource, format: Format) -> Result<(Table, Vec<String>)> {
        if let Some(gather) = &self.gather {
            // What is asked of gathered columns is meant for what they are gathered to.
            let (objects, single) = self.kinds.iter().cloned().partition(|(_, kind)| kind.is_object());
            let long = ReadOptions { gather: None, kinds: single, ..self.clone() };
            let (table, notes) = long.read_source(source, format)?;
            let gathered = gather.apply(&table, &objects).map_err(|error| infer::in_source(source, error))?;
            return Ok((gathered, notes));
        }
        let (table, notes) = match format {
            Format::Csv | Format::Tsv => csv::read(source, self, self.delimiter_of(format))?,
            Format::JsonLines => (json_lines::read(source, self)?, Vec::new()),
            Format::Arff => (arff::read(source, self)?, Vec::new()),
            Format::Svmlight => (svmlight::read(source, self)?, Vec::new()),
            Format::Parquet | Format::Arrow => (columnar::read(source, format)?, Vec::new()),
            Format::Baskets => (baskets::read(source, self, self.delimiter)?, Vec::new()),
            Format::Fasta => (fasta::read(source)?, Vec::new()),
            Format::Images => (images::read(source)?, Vec::new()),
            Format::Graphs => graphs::read(source)?,
        };
        // Formats without declared types give columns the kinds that were asked for as they read them, but for lists.
        let kinds = if format.has_types() { self.kinds.clone() } else { self.object_kinds() };
        Ok((convert::to_kinds(source, table, &kinds)?, notes))
    }

    /// The kinds asked for that are objects.
    pub(crate) fn object_kinds(&self) -> Vec<(String, ColumnKind)> {
        self.kinds.iter().filter(|(_, kind)| kind.is_object()).cloned().collect()
    }

    /// Whether the file must be read as a whole, because rows of it are put together, or lists made of text.
    pub(crate) fn needs_whole(&self) -> bool {
        self.gather.is_some() || self.kinds.iter().any(|(_, kind)| kind.is_object())
    }

    /// The kind asked for, for each of these columns.
    pub(crate) fn asked_kinds(&self, names: &[String]) -> Result<Vec<Option<ColumnKind>>> {
        let mut asked = vec![None; names.len()];
        for (name, kind) in &self.kinds {
            let position = names.iter().position(|n| n == name);
            let position =
                position.ok_or_else(|| Error::NoSuchColumn { name: name.clone(), known: names.to_vec() })?;
            asked[position] = Some(*kind);
        }
        Ok(asked)
    }
}

impl Table {
    /// Reads a file of any known format, compressed or not.
    pub fn read(path: impl AsRef<Path>) -> Result<Table> {
        ReadOptions::default().read(path)
    }
}
