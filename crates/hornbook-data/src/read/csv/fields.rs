//! Where the cells of a block begin and end.
//!
//! The fast scan looks at 64 bytes at once: the quotes among them say which delimiters and newlines are inside
//! quotes, by the parity of the quotes before. That is right as long as quotes stand only around whole cells.
//! Where they do not (`5" pipe`), the scan says so and the careful one takes over, which knows a quote as an
//! opening one only at the start of a cell.

use super::masks::{ByteMasks, running_parity};
use crate::read::blocks::{BlockError, RowSplitter};

/// How quotes are followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quotes {
    /// By their parity.
    Fast,
    /// Cell by cell.
    Careful,
}

/// Finds the ends of rows in separated text.
pub(crate) struct CsvRowSplitter {
    pub(crate) delimiter: u8,
    pub(crate) quotes: Quotes,
}

impl RowSplitter for CsvRowSplitter {
    fn last_row_end(&self, text: &[u8]) -> Option<usize> {
        match self.quotes {
            Quotes::Fast => last_even_newline(text),
            Quotes::Careful => {
                let mut last = None;
                let flaw = walk(text, self.delimiter, |end, is_row_end| {
                    if is_row_end && end < text.len() {
                        last = Some(end + 1);
                    }
                });
                // A block with a flaw is cut just behind it, so that whoever parses it reports the flaw.
                match flaw {
                    Err(QuoteError::AfterQuote(at)) => memchr::memchr(b'\n', &text[at..]).map(|i| at + i + 1),
                    _ => last,
                }
            }
        }
    }

    fn patience(&self) -> usize {
        const DOUBT: usize = 64 << 20;
        match self.quotes {
            Quotes::Fast => DOUBT,
            Quotes::Careful => usize::MAX,
        }
    }
}

fn last_even_newline(text: &[u8]) -> Option<usize> {
    let mut end = memchr::memrchr(b'\n', text)?;
    let mut is_even = memchr::memchr_iter(b'"', &text[..end]).count().is_multiple_of(2);
    while !is_even {
        let earlier = memchr::memrchr(b'\n', &text[..end])?;
        is_even ^= memchr::memchr_iter(b'"', &text[earlier..end]).count() % 2 == 1;
        end = earlier;
    }
    Some(end + 1)
}

/// What stops the careful scan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum QuoteError {
    /// A quote that never closes.
    Unclosed(usize),
    /// Something between a closing quote and the end of the cell.
    AfterQuote(usize),
}

/// Calls `found` with the end of every cell and whether its row ends there too.
fn walk(text: &[u8], delimiter: u8, mut found: impl FnMut(usize, bool)) -> Result<(), QuoteError> {
    let skip = |from: usize| from + text[from..].iter().take_while(|&&b| b == b' ').count();
    let mut start = 0;
    while start < text.len() {
        let first = skip(start);
        let end = if text.get(first) == Some(&b'"') {
            let mut close = first + 1;
            loop {
                close += memchr::memchr(b'"', text.get(close..).unwrap_or_default())
                    .ok_or(QuoteError::Unclosed(first))?;
                if text.get(close + 1) != Some(&b'"') {
                    break;
                }
                close += 2;
            }
            let mut end = skip((close + 1).min(text.len()));
            if text[end..].starts_with(b"\r\n") || text[end..] == *b"\r" {
                end += 1;
            }
            match text.get(end) {
                Some(&byte) if byte != delimiter && byte != b'\n' => return Err(QuoteError::AfterQuote(end)),
                _ => end,
            }
        } else {
            start + memchr::memchr2(delimiter, b'\n', &text[start..]).unwrap_or(text.len() - start)
        };
        found(end, text.get(end).is_none_or(|&b| b == b'\n'));
        start = end + 1;
    }
    Ok(())
}

/// The cells of the rows of a block, as positions.
#[derive(Debug, Default)]
pub(crate) struct CsvFields {
    /// For each row: where each cell starts, then where the next row starts. A cell ends one byte before the
    /// next one starts.
    starts: Vec<u32>,
    width: usize,
    /// Rows at the beginning that are not data: the header.
    skipped: usize,
}

impl CsvFields {
    pub(crate) fn rows(&self) -> usize {
        (self.starts.len() / (self.width + 1)).saturating_sub(self.skipped)
    }

    /// Leaves out the first row.
    pub(crate) fn skip_header(&mut self) {
        self.skipped = 1;
    }

    #[inline]
    pub(crate) fn cell<'a>(&self, text: &'a [u8], row: usize, column: usize) -> &'a [u8] {
        let i = (row + self.skipped) * (self.width + 1) + column;
        match self.starts.get(i..i + 2) {
            Some(&[start, next]) => text.get(start as usize..next as usize - 1).unwrap_or_default(),
            _ => &[],
        }
    }

    /// Where a row starts.
    pub(crate) fn position(&self, row: usize) -> usize {
        self.starts.get((row + self.skipped) * (self.width + 1)).map_or(0, |&start| start as usize)
    }

    /// Finds the cells of a block of whole rows, each of which must have `width` of them.
    pub(crate) fn scan(
        &mut self,
        text: &[u8],
        width: usize,
        rows: &CsvRowSplitter,
    ) -> Result<(), BlockError> {
        self.starts.clear();
        (self.width, self.skipped) = (width, 0);
        let mut table = CsvFieldsBuilder { starts: &mut self.starts, row: 0, width, text, ragged: None };
        table.starts.push(0);
        let delimiter = rows.delimiter;
        let flaw = match rows.quotes {
            Quotes::Fast => {
                table.scan_fast(delimiter)?;
                None
            }
            Quotes::Careful => walk(text, delimiter, |end, is_row_end| table.push(end, is_row_end)).err(),
        };
        let (ragged, last) = (table.ragged, table.row);
        self.starts.truncate(last);
        // Rows are complete up to a flaw, so a ragged one comes before it.
        match (ragged, flaw) {
            (Some((position, found)), _) => Err(wrong_width(position, found, width, delimiter)),
            (None, Some(QuoteError::Unclosed(position))) => Err(BlockError::at(
                position,
                "a quote opens here and never closes",
                "close it, or double it if it is part of the text",
            )),
            (None, Some(QuoteError::AfterQuote(position))) => Err(BlockError::at(
                position,
                "there is text after a closing quote",
                "double the quotes that are part of a quoted cell",
            )),
            (None, None) => Ok(()),
        }
    }

    /// How many cells each of the first rows has, for guessing the delimiter.
    pub(crate) fn widths(text: &[u8], delimiter: u8, most: usize) -> Vec<usize> {
        let (mut widths, mut width, mut start) = (Vec::new(), 0, 0);
        // A flaw only ends the sample.
        let _ = walk(text, delimiter, |end, is_row_end| {
            width += 1;
            if is_row_end {
                if !is_blank(&text[start..end]) && widths.len() < most {
                    widths.push(width);
                }
                (width, start) = (0, end + 1);
            }
        });
        widths
    }
}

fn wrong_width(position: usize, found: usize, width: usize, delimiter: u8) -> BlockError {
    let separator =
        if delimiter == b'\t' { "a tab".to_string() } else { format!("'{}'", char::from(delimiter)) };
    let fields = if found == 1 { "field" } else { "fields" };
    let were = if width == 1 { "was" } else { "were" };
    BlockError::at(
        position,
        format!("found {found} {fields} where {width} {were} expected"),
        format!("correct the line, or quote the cells that contain {separator}"),
    )
}

fn is_blank(line: &[u8]) -> bool {
    line.iter().all(|b| matches!(b, b' ' | b'\r'))
}

/// Fields in the making.
struct CsvFieldsBuilder<'a> {
    starts: &'a mut Vec<u32>,
    /// Where the current row begins in `starts`.
    row: usize,
    width: usize,
    text: &'a [u8],
    /// The first row of the wrong width: where it starts and how many fields it has.
    ragged: Option<(usize, usize)>,
}

impl CsvFieldsBuilder<'_> {
    #[inline]
    fn push(&mut self, end: usize, is_row_end: bool) {
        self.starts.push(end as u32 + 1);
        if is_row_end {
            self.end_row(end);
        }
    }

    #[inline]
    fn end_row(&mut self, end: usize) {
        let found = self.starts.len() - self.row - 1;
        if found != self.width || found == 1 {
            let start = self.starts[self.row] as usize;
            if found == 1 && is_blank(&self.text[start..end]) {
                self.starts.truncate(self.row);
            } else if found != self.width {
                self.ragged.get_or_insert((start, found));
                self.starts.truncate(self.row);
            }
        }
        self.row = self.starts.len();
        self.starts.push(end as u32 + 1);
    }

    fn scan_fast(&mut self, delimiter: u8) -> Result<(), BlockError> {
        let text = self.text;
        // All ones while inside quotes.
        let mut inside = 0u64;
        // Whether the byte before was one that a quote may follow to open, and whether it was a closing quote,
        // or a carriage return behind one.
        let (mut may_open, mut closed, mut returned) = (1u64, 0u64, 0u64);
        let (chunks, tail) = text.as_chunks::<64>();
        let mut last = [0u8; 64];
        last[..tail.len()].copy_from_slice(tail);
        for (i, chunk) in chunks.iter().chain((!tail.is_empty()).then_some(&last)).enumerate() {
            let masks = ByteMasks::of(chunk, delimiter);
            let mut ends = masks.delimiters | masks.newlines;
            if masks.quotes != 0 || inside != 0 || closed != 0 || returned != 0 {
                let within = running_parity(masks.quotes) ^ inside;
                ends &= !within;
                let (opening, closing) = (masks.quotes & within, masks.quotes & !within);
                let after_close = closing << 1 | closed;
                let carriage = ByteMasks::equal(chunk, b'\r') & after_close;
                let after_carriage = carriage << 1 | returned;
                let stray = opening & !((ends | closing) << 1 | may_open);
                let trailing = after_close & !(ends | masks.quotes | carriage);
                let lone = after_carriage & !masks.newlines;
                // Behind the end of the text there are only the zeros of the padding.
                let real = if i == chunks.len() { !(u64::MAX << tail.len()) } else { u64::MAX };
                if (stray | trailing | lone) & real != 0 {
                    return Err(BlockError::Doubtful);
                }
                inside = (within as i64 >> 63) as u64;
                closed = closing >> 63;
                returned = carriage >> 63;
                may_open = (ends | closing) >> 63;
            } else {
                may_open = ends >> 63;
            }
            let base = i * 64;
            while ends != 0 {
                let bit = ends.trailing_zeros();
                self.push(base + bit as usize, masks.newlines >> bit & 1 == 1);
                ends &= ends - 1;
            }
        }
        // The careful scan knows where the open quote is.
        if inside == 0 { Ok(()) } else { Err(BlockError::Doubtful) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cells(text: &str, quotes: Quotes, width: usize) -> Result<Vec<String>, BlockError> {
        let mut fields = CsvFields::default();
        fields.scan(text.as_bytes(), width, &CsvRowSplitter { delimiter: b',', quotes })?;
        let cell = |i: usize| fields.cell(text.as_bytes(), i / width, i % width);
        Ok((0..fields.rows() * width).map(|i| String::from_utf8_lossy(cell(i)).into_owned()).collect())
    }

    #[test]
    fn quotes_hide_delimiters_and_newlines() {
        let text = "a,\"b,\"\"\nc\"\r\n\n\"\",d\r\n";
        for quotes in [Quotes::Fast, Quotes::Careful] {
            let found = cells(text, quotes, 2).expect("cells");
            assert_eq!(found, ["a", "\"b,\"\"\nc\"\r", "\"\"", "d\r"]);
        }
    }

    #[test]
    fn doubtful_quotes_are_left_to_the_careful_scan() {
        for text in ["5\" pipe,x\n", "\"a\"b,x\n", "\"a,x\n", "\"a\"\rb,x\n"] {
            assert!(matches!(cells(text, Quotes::Fast, 2), Err(BlockError::Doubtful)), "{text}");
        }
        assert_eq!(
            cells("5\" pipe, \"a,b\" \n", Quotes::Careful, 2).expect("cells"),
            ["5\" pipe", " \"a,b\" "]
        );
    }

    proptest! {
        #[test]
        fn the_two_scans_agree(text in "[ab,\"\n\r]{0,200}") {
            let text = text + "\n";
            if let Ok(fast) = cells(&text, Quotes::Fast, 2) {
                prop_assert_eq!(cells(&text, Quotes::Careful, 2).expect("the fast scan took it"), fast);
            }
        }
    }
}
