//! What a separated file looks like, found out from its first rows: the delimiter, and whether there is a header.

use super::fields::{CsvFields, CsvRowSplitter, Quotes};
use crate::read::ReadOptions;
use crate::read::blocks::{BlockError, Blocks};
use crate::read::cells::{DelimitedGrammar, Grammar, ParsedCells};
use crate::read::source::ByteSource;
use hornbook_core::{Error, Result};

/// How much is looked at.
const SAMPLE_BYTES: usize = 128 * 1024;
const SAMPLE_ROWS: usize = 200;
const CANDIDATES: [u8; 4] = [b',', b';', b'\t', b'|'];

/// Delimiter, header and names.
pub(super) struct Dialect {
    pub(super) delimiter: u8,
    pub(super) has_header: bool,
    pub(super) names: Vec<String>,
    pub(super) notes: Vec<String>,
}

impl Dialect {
    pub(super) fn of(source: &ByteSource, options: &ReadOptions, delimiter: Option<u8>) -> Result<Dialect> {
        let sample = sample(source, delimiter.unwrap_or(b','))?;
        let delimiter = delimiter.unwrap_or_else(|| guess_delimiter(&sample));
        let Some(&width) = CsvFields::widths(&sample, delimiter, 1).first() else {
            return Err(Error::Parse {
                source_name: source.name.clone(),
                line: None,
                column: None,
                problem: "the file is empty".into(),
                advice: "give a file with a header or rows".into(),
            });
        };
        let mut fields = CsvFields::default();
        // Ragged rows and open quotes are reported by the reader, which knows their lines.
        let _ = fields.scan(&sample, width, &CsvRowSplitter { delimiter, quotes: Quotes::Careful });
        let grammar = DelimitedGrammar { na_strings: &options.na_strings };
        let guessed = looks_like_header(&grammar, &sample, &mut fields, width);
        let has_header = options.header.unwrap_or(guessed);
        let mut notes = Vec::new();
        if !has_header && options.header.is_none() {
            notes.push(format!(
                "{}: the first row looks like data, not like names, so the columns are named column_1, column_2, …",
                source.name
            ));
        }
        let name = |column: usize| {
            let word = grammar
                .word(if fields.rows() == 0 { &[] } else { fields.cell(&sample, 0, column) })
                .into_owned();
            if has_header && !word.is_empty() {
                String::from_utf8_lossy(&word).into_owned()
            } else {
                format!("column_{}", column + 1)
            }
        };
        Ok(Dialect { delimiter, has_header, names: (0..width).map(name).collect(), notes })
    }
}

/// The first two rows at least, if there are so many, and as much more as is worth looking at.
fn sample(source: &ByteSource, delimiter: u8) -> Result<Vec<u8>> {
    let rows = CsvRowSplitter { delimiter, quotes: Quotes::Careful };
    let mut blocks = Blocks::open(source, &rows, SAMPLE_BYTES)?;
    let (mut sample, mut block) = (Vec::new(), Vec::new());
    loop {
        match blocks.next(&mut block) {
            Ok(true) => sample.extend_from_slice(&block),
            // What cannot be read, such as damaged compression, is not an empty file.
            Err(BlockError::Whole(error)) => return Err(error),
            // A fault in a row is found again, with its line, by the reader.
            Ok(false) | Err(_) => return Ok(sample),
        }
        if CsvFields::widths(&sample, delimiter, 2).len() == 2 {
            return Ok(sample);
        }
    }
}

/// The candidate that gives the most rows as many cells as the first row has; of equals, the one with most cells.
fn guess_delimiter(sample: &[u8]) -> u8 {
    let score = |&delimiter: &u8| {
        let widths = CsvFields::widths(sample, delimiter, SAMPLE_ROWS);
        let width = widths.first().copied().unwrap_or(0);
        if width < 2 { (0, 0) } else { (widths.iter().filter(|&&w| w == width).count(), width) }
    };
    // `max_by_key` takes the last of equals, and the comma should win.
    CANDIDATES.into_iter().rev().max_by_key(score).unwrap_or(b',')
}

/// A header is a row of words that are unlike what is beneath them.
fn looks_like_header(
    grammar: &DelimitedGrammar<'_>,
    sample: &[u8],
    fields: &mut CsvFields,
    width: usize,
) -> bool {
    let is_value = |raw: &[u8]| {
        grammar.number(raw).is_some() || grammar.date(raw).is_some() || grammar.boolean(raw).is_some()
    };
    if (0..width).any(|c| is_value(fields.cell(sample, 0, c))) {
        return false;
    }
    let rows = fields.rows().min(SAMPLE_ROWS);
    let mut has_words = false;
    let mut recurs = false;
    for column in 0..width {
        let beneath = |row: usize| fields.cell(sample, row + 1, column);
        match ParsedCells::infer(grammar, rows.saturating_sub(1), beneath) {
            ParsedCells::Strings(_) => {
                let name = DelimitedGrammar::bare(fields.cell(sample, 0, column));
                has_words |= !name.is_empty();
                recurs |= !name.is_empty()
                    && (0..rows.saturating_sub(1)).any(|row| DelimitedGrammar::bare(beneath(row)) == name);
            }
            ParsedCells::Missing(_) => {}
            // Words over numbers, booleans or dates are names.
            _ => return true,
        }
    }
    !(has_words && recurs)
}
