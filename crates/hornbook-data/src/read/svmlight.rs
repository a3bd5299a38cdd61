//! svmlight (libsvm) files: `label index:value … # comment`, with `qid:` for ranking.

use super::ReadOptions;
use super::blocks::{BlockError, Blocks, LineSplitter, for_all_blocks};
use super::infer::in_source;
use super::source::ByteSource;
use super::values;
use crate::column::{Column, Numbers};
use crate::sparse_rows::SparseRows;
use crate::table::Table;
use hornbook_core::{Error, Result};
use hornbook_math::matrix::SparseMatrix;

/// The rows of one block.
#[derive(Debug, Default)]
struct SvmlightBlock {
    labels: Vec<f64>,
    /// Empty while no row has one; NaN for rows without.
    queries: Vec<f64>,
    entries: Vec<SvmlightEntry>,
    extent: SvmlightColumns,
}

#[derive(Debug, Clone, Copy)]
struct SvmlightEntry {
    feature: u32,
    row: u32,
    value: f64,
}

/// Which columns there are.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct SvmlightColumns {
    /// One more than the largest index.
    end: u32,
    has_zero: bool,
    has_queries: bool,
    entries: usize,
}

impl SvmlightColumns {
    fn unite(self, other: SvmlightColumns) -> SvmlightColumns {
        SvmlightColumns {
            end: self.end.max(other.end),
            has_zero: self.has_zero || other.has_zero,
            has_queries: self.has_queries || other.has_queries,
            entries: self.entries + other.entries,
        }
    }

    /// A stray large index would make a table of nothing but columns.
    fn check(self, source: &ByteSource) -> Result<SvmlightColumns> {
        const ALWAYS_FINE: usize = 100_000;
        const COLUMNS_A_VALUE: usize = 1000;
        if self.end as usize > ALWAYS_FINE + self.entries.saturating_mul(COLUMNS_A_VALUE) {
            let problem =
                format!("the largest index is {} and there are only {} values", self.end - 1, self.entries);
            let error = Error::data(problem, "number the features from 1 without large gaps");
            return Err(in_source(source, error));
        }
        Ok(self)
    }

    fn first(self) -> u32 {
        u32::from(!self.has_zero)
    }

    fn names(self) -> Vec<String> {
        let head = ["label"].into_iter().chain(self.has_queries.then_some("qid")).map(str::to_string);
        head.chain((self.first()..self.end).map(|i| format!("f{i}"))).collect()
    }

    /// A table of these columns from the rows of some blocks.
    fn table(self, source: &ByteSource, pieces: Vec<SvmlightBlock>) -> Result<Table> {
        let rows: usize = pieces.iter().map(|p| p.labels.len()).sum();
        let columns = (self.end.saturating_sub(self.first())) as usize;
        let (mut labels, mut queries) = (Vec::with_capacity(rows), Vec::new());
        let mut matrix = SparseMatrix { columns, starts: vec![0], indices: Vec::new(), values: Vec::new() };
        for piece in pieces {
            labels.extend_from_slice(&piece.labels);
            queries.extend_from_slice(&piece.queries);
            queries.resize(if self.has_queries { labels.len() } else { 0 }, f64::NAN);
            let mut entries = piece.entries.iter().peekable();
            for row in 0..piece.labels.len() as u32 {
                while let Some(entry) = entries.next_if(|entry| entry.row == row) {
                    matrix.indices.push(entry.feature - self.first());
                    matrix.values.push(entry.value);
                }
                matrix.starts.push(matrix.indices.len());
            }
        }
        let head = std::iter::once(labels).chain(self.has_queries.then_some(queries)).map(Numbers::from);
        let sparse = SparseRows::from(matrix).columns().into_iter().map(Numbers::SparseMatrix);
        let columns = head.chain(sparse).map(Column::Number);
        Table::new(self.names().into_iter().zip(columns).collect()).map_err(|e| in_source(source, e))
    }
}

/// Reads a whole file.
pub(crate) fn read(source: &ByteSource, options: &ReadOptions) -> Result<Table> {
    let pieces =
        for_all_blocks(source, &LineSplitter, options.block_bytes, |_, text, _: &mut ()| parse(text))?;
    let pieces = pieces.unwrap_or_default();
    let extent =
        pieces.iter().fold(SvmlightColumns::default(), |all, p| all.unite(p.extent)).check(source)?;
    extent.table(source, pieces)
}

/// Finds the columns of a file that is to be read in batches.
pub(crate) fn infer_types(source: &ByteSource, options: &ReadOptions) -> Result<SvmlightColumns> {
    let extents = for_all_blocks(source, &LineSplitter, options.block_bytes, |_, text, _: &mut ()| {
        Ok(parse(text)?.extent)
    })?;
    extents
        .unwrap_or_default()
        .into_iter()
        .fold(SvmlightColumns::default(), SvmlightColumns::unite)
        .check(source)
}

/// Reads the file as tables of a few rows each.
pub(crate) fn for_each_piece(
    source: &ByteSource,
    options: &ReadOptions,
    extent: SvmlightColumns,
    take: &mut dyn FnMut(Table) -> Result<()>,
) -> Result<()> {
    let changed = || source.unreadable("it changed while it was being read");
    let mut blocks = Blocks::open(source, &LineSplitter, options.block_bytes)?;
    let mut text = Vec::new();
    while blocks.next(&mut text).map_err(|_| changed())? {
        let piece = parse(&text).map_err(|_| changed())?;
        if piece.extent.end > extent.end || (piece.extent.has_zero && !extent.has_zero) {
            return Err(changed());
        }
        take(extent.table(source, vec![piece])?)?;
    }
    Ok(())
}

/// A table without rows that has the columns of the file.
pub(crate) fn shape(source: &ByteSource, extent: SvmlightColumns) -> Result<Table> {
    extent.table(source, Vec::new())
}

fn parse(text: &[u8]) -> Result<SvmlightBlock, BlockError> {
    let mut piece = SvmlightBlock::default();
    let mut position = 0;
    for line in text.split(|&b| b == b'\n') {
        let content = line.split(|&b| b == b'#').next().unwrap_or_default();
        let mut tokens = content.split(u8::is_ascii_whitespace).filter(|t| !t.is_empty());
        if let Some(label) = tokens.next() {
            parse_row(label, tokens, &mut piece)
                .map_err(|(problem, advice)| BlockError::at(position, problem, advice))?;
        }
        position += line.len() + 1;
    }
    Ok(piece)
}

type ProblemAndAdvice = (String, &'static str);

fn parse_row<'a>(
    label: &[u8],
    tokens: impl Iterator<Item = &'a [u8]>,
    piece: &mut SvmlightBlock,
) -> Result<(), ProblemAndAdvice> {
    let shown = |token: &[u8]| String::from_utf8_lossy(token).chars().take(40).collect::<String>();
    let row = piece.labels.len() as u32;
    let label = values::number(label).ok_or_else(|| {
        (format!("the label '{}' is not a number", shown(label)), "start each line with a number")
    })?;
    piece.labels.push(label);
    let first_entry = piece.entries.len();
    for token in tokens {
        let pair = memchr::memchr(b':', token).map(|i| (&token[..i], &token[i + 1..]));
        let refused = || {
            (
                format!("found '{}' where index:value was expected", shown(token)),
                "write each value as index:value",
            )
        };
        let (key, value) = pair.ok_or_else(refused)?;
        let value = if matches!(value, b"nan" | b"NaN") {
            f64::NAN
        } else {
            values::number(value).ok_or_else(refused)?
        };
        if key == b"qid" {
            piece.queries.resize(row as usize, f64::NAN);
            piece.queries.push(value);
            piece.extent.has_queries = true;
            continue;
        }
        let feature: u32 = std::str::from_utf8(key)
            .ok()
            .and_then(|k| k.parse().ok())
            .filter(|&f| f < u32::MAX)
            .ok_or_else(refused)?;
        piece.extent.end = piece.extent.end.max(feature + 1);
        piece.extent.has_zero |= feature == 0;
        piece.extent.entries += 1;
        piece.entries.push(SvmlightEntry { feature, row, value });
    }
    let entries = &mut piece.entries[first_entry..];
    entries.sort_by_key(|entry| entry.feature);
    if let Some(pair) = entries.windows(2).find(|pair| pair[0].feature == pair[1].feature) {
        return Err((format!("the index {} occurs twice", pair[0].feature), "give each index once a line"));
    }
    // A written zero is as good as none.
    let kept: Vec<SvmlightEntry> = entries.iter().copied().filter(|entry| entry.value != 0.0).collect();
    piece.entries.truncate(first_entry);
    piece.entries.extend(kept);
    Ok(())
}
