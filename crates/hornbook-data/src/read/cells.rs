//! One column of one block: what its cells are, found out by reading them.
//!
//! No cell is a number and a date and a boolean at once, so the first cell that is not missing says what
//! the column is, and one cell that differs makes it words. That holds for a block as for the whole file:
//! where the blocks end does not matter.

use super::strings::StringValues;
use super::values::NaStrings;
use crate::column::{Booleans, ColumnKind, MISSING_DATE};
use crate::objects::Objects;
use std::borrow::Cow;

/// How a format writes single values.
pub(crate) trait Grammar: Sync {
    fn is_missing(&self, raw: &[u8]) -> bool;
    fn number(&self, raw: &[u8]) -> Option<f64>;
    fn boolean(&self, raw: &[u8]) -> Option<bool>;
    fn date(&self, raw: &[u8]) -> Option<i64>;
    fn word<'a>(&self, raw: &'a [u8]) -> Cow<'a, [u8]>;

    /// Whether cells may hold lists and objects.
    const NESTS: bool = false;

    /// Whether a cell is a list or an object.
    fn is_nested(&self, _: &[u8]) -> bool {
        false
    }
}

/// The values of one column in one block.
#[derive(Debug)]
pub(crate) enum ParsedCells {
    /// This many missing values and nothing else.
    Missing(usize),
    Number(Vec<f64>),
    Boolean(Vec<u8>),
    Date(Vec<i64>),
    Strings(StringValues),
    Objects(Objects),
}

impl ParsedCells {
    /// Reads a column of whatever kind it turns out to be.
    pub(crate) fn infer<'a, G: Grammar>(
        grammar: &G,
        rows: usize,
        cell: impl Fn(usize) -> &'a [u8],
    ) -> ParsedCells {
        let Some(first) = (0..rows).find(|&row| !grammar.is_missing(cell(row))) else {
            return ParsedCells::Missing(rows);
        };
        let raw = cell(first);
        let kind = if grammar.number(raw).is_some() {
            ColumnKind::Number
        } else if grammar.boolean(raw).is_some() {
            ColumnKind::Boolean
        } else if grammar.date(raw).is_some() {
            ColumnKind::Date
        } else {
            ColumnKind::Category
        };
        ParsedCells::read(grammar, kind, rows, &cell)
            .unwrap_or_else(|_| ParsedCells::words(grammar, false, rows, cell))
    }

    /// Reads a column of a known kind; the row of the first cell that is of another kind is the error.
    pub(crate) fn read<'a, G: Grammar>(
        grammar: &G,
        kind: ColumnKind,
        rows: usize,
        cell: impl Fn(usize) -> &'a [u8],
    ) -> Result<ParsedCells, usize> {
        Ok(match kind {
            ColumnKind::Number => {
                ParsedCells::Number(values(grammar, rows, cell, f64::NAN, |raw| grammar.number(raw))?)
            }
            ColumnKind::Date => {
                ParsedCells::Date(values(grammar, rows, cell, MISSING_DATE, |raw| grammar.date(raw))?)
            }
            ColumnKind::Boolean => {
                ParsedCells::Boolean(values(grammar, rows, cell, Booleans::MISSING, |raw| {
                    grammar.boolean(raw).map(u8::from)
                })?)
            }
            ColumnKind::Category => ParsedCells::words(grammar, false, rows, cell),
            // Text is what objects are made of where cells do not nest.
            _ => ParsedCells::words(grammar, true, rows, cell),
        })
    }

    /// Reads a column as words.
    pub(crate) fn words<'a, G: Grammar>(
        grammar: &G,
        plain: bool,
        rows: usize,
        cell: impl Fn(usize) -> &'a [u8],
    ) -> ParsedCells {
        ParsedCells::Strings(StringValues::collect(rows, plain, |row| {
            let raw = cell(row);
            if grammar.is_missing(raw) { None } else { Some(grammar.word(raw)) }
        }))
    }

    pub(crate) fn rows(&self) -> usize {
        match self {
            ParsedCells::Missing(rows) => *rows,
            ParsedCells::Number(values) => values.len(),
            ParsedCells::Boolean(values) => values.len(),
            ParsedCells::Date(values) => values.len(),
            ParsedCells::Strings(words) => words.rows(),
            ParsedCells::Objects(objects) => objects.len(),
        }
    }

    /// The kind, where there is any value; words are categories until more is known.
    pub(crate) fn kind(&self) -> Option<ColumnKind> {
        match self {
            ParsedCells::Missing(_) => None,
            ParsedCells::Number(_) => Some(ColumnKind::Number),
            ParsedCells::Boolean(_) => Some(ColumnKind::Boolean),
            ParsedCells::Date(_) => Some(ColumnKind::Date),
            ParsedCells::Strings(_) => Some(ColumnKind::Category),
            ParsedCells::Objects(objects) => Some(objects.kind()),
        }
    }
}

#[inline]
fn values<'a, G: Grammar, T: Copy>(
    grammar: &G,
    rows: usize,
    cell: impl Fn(usize) -> &'a [u8],
    missing: T,
    read: impl Fn(&[u8]) -> Option<T>,
) -> Result<Vec<T>, usize> {
    let mut values = Vec::with_capacity(rows);
    for row in 0..rows {
        let raw = cell(row);
        values.push(match read(raw) {
            Some(value) => value,
            None if grammar.is_missing(raw) => missing,
            None => return Err(row),
        });
    }
    Ok(values)
}

/// Cells as separated files write them: perhaps in quotes, perhaps with spaces around.
pub(crate) struct DelimitedGrammar<'a> {
    pub(crate) na_strings: &'a NaStrings,
}

impl DelimitedGrammar<'_> {
    /// The cell without the spaces around it and without its quotes; doubled quotes are left as they are.
    #[inline]
    pub(crate) fn bare(raw: &[u8]) -> &[u8] {
        match raw {
            [first, .., last] if *first > b'"' && *last > b' ' => raw,
            [only] if *only > b'"' => raw,
            _ => {
                let trimmed = DelimitedGrammar::trimmed(raw);
                DelimitedGrammar::within_quotes(trimmed).unwrap_or(trimmed)
            }
        }
    }

    fn trimmed(raw: &[u8]) -> &[u8] {
        let is_space = |byte: &u8| matches!(byte, b' ' | b'\r');
        let start = raw.iter().position(|b| !is_space(b)).unwrap_or(raw.len());
        let end = raw.iter().rposition(|b| !is_space(b)).map_or(start, |i| i + 1);
        &raw[start..end]
    }

    fn within_quotes(trimmed: &[u8]) -> Option<&[u8]> {
        match trimmed {
            [b'"', inner @ .., b'"'] => Some(inner),
            _ => None,
        }
    }
}

impl Grammar for DelimitedGrammar<'_> {
    #[inline]
    fn is_missing(&self, raw: &[u8]) -> bool {
        self.na_strings.contain(DelimitedGrammar::bare(raw))
    }

    #[inline]
    fn number(&self, raw: &[u8]) -> Option<f64> {
        super::values::number(DelimitedGrammar::bare(raw))
    }

    #[inline]
    fn boolean(&self, raw: &[u8]) -> Option<bool> {
        super::values::boolean(DelimitedGrammar::bare(raw))
    }

    #[inline]
    fn date(&self, raw: &[u8]) -> Option<i64> {
        super::values::date(DelimitedGrammar::bare(raw))
    }

    #[inline]
    fn word<'a>(&self, raw: &'a [u8]) -> Cow<'a, [u8]> {
        let bare = DelimitedGrammar::bare(raw);
        // Only in a quoted cell do two quotes stand for one.
        let is_quoted = || DelimitedGrammar::within_quotes(DelimitedGrammar::trimmed(raw)).is_some();
        if bare.len() == raw.len() || memchr::memchr(b'"', bare).is_none() || !is_quoted() {
            return Cow::Borrowed(bare);
        }
        let mut word = Vec::with_capacity(bare.len());
        let mut rest = bare;
        while let Some(quote) = memchr::memchr(b'"', rest) {
            word.extend_from_slice(&rest[..=quote]);
            rest = rest.get(quote + 2..).unwrap_or_default();
        }
        word.extend_from_slice(rest);
        Cow::Owned(word)
    }
}
