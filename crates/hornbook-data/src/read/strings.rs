//! Columns of words: categories or text, which only the whole file decides.

use crate::column::{Categories, Column, Levels, MISSING_CODE};
use arrow_array::LargeStringArray;
use arrow_buffer::{BooleanBufferBuilder, Buffer, NullBuffer, OffsetBuffer};
use hornbook_core::{Error, Result};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// How many different words a column of this many rows may have and still be a category; with more it is text.
/// Every reader follows this one rule.
pub(crate) fn most_levels(rows: usize) -> usize {
    (rows / 2).clamp(20, 65_536)
}

/// The words of one block's column.
#[derive(Debug)]
pub(crate) enum StringValues {
    /// Few different words: each is kept once.
    Coded { codes: Vec<u32>, levels: Vec<String> },
    /// Many different words, end to end.
    Plain { bytes: Vec<u8>, ends: Vec<u32>, missing: Vec<u32> },
}

impl StringValues {
    /// Words from cells; `None` is missing. Gives up the dictionary where most words are new, unless told to
    /// start without one.
    pub(crate) fn collect<'a>(
        rows: usize,
        plain: bool,
        cell: impl Fn(usize) -> Option<Cow<'a, [u8]>>,
    ) -> StringValues {
        const WORTH_A_DICTIONARY: usize = 512;
        if plain {
            return StringValues::collect_plain(rows, cell);
        }
        let mut codes = Vec::with_capacity(rows);
        let mut dictionary: FxHashMap<Cow<'a, [u8]>, u32> = FxHashMap::default();
        for row in 0..rows {
            let Some(word) = cell(row) else {
                codes.push(MISSING_CODE);
                continue;
            };
            if let Some(&code) = dictionary.get(&*word) {
                codes.push(code);
                continue;
            }
            let code = dictionary.len();
            if code > WORTH_A_DICTIONARY && code * 2 > row {
                return StringValues::collect_plain(rows, cell);
            }
            dictionary.insert(word, code as u32);
            codes.push(code as u32);
        }
        let mut levels = vec![String::new(); dictionary.len()];
        #[allow(clippy::iter_over_hash_type, reason = "each word goes to the place of its code")]
        for (word, code) in dictionary {
            levels[code as usize] = String::from_utf8_lossy(&word).into_owned();
        }
        StringValues::Coded { codes, levels }
    }

    fn collect_plain<'a>(rows: usize, cell: impl Fn(usize) -> Option<Cow<'a, [u8]>>) -> StringValues {
        let (mut bytes, mut ends, mut missing) = (Vec::new(), Vec::with_capacity(rows), Vec::new());
        for row in 0..rows {
            match cell(row) {
                Some(word) => bytes.extend_from_slice(&word),
                None => missing.push(row as u32),
            }
            ends.push(bytes.len() as u32);
        }
        bytes.shrink_to_fit();
        StringValues::Plain { bytes, ends, missing }
    }

    pub(crate) fn is_plain(&self) -> bool {
        matches!(self, StringValues::Plain { .. })
    }

    pub(crate) fn rows(&self) -> usize {
        match self {
            StringValues::Coded { codes, .. } => codes.len(),
            StringValues::Plain { ends, .. } => ends.len(),
        }
    }

    /// Calls `take` with every word once at least, in no promised order, until it returns false.
    pub(crate) fn each_word<'a>(&'a self, mut take: impl FnMut(&'a [u8]) -> bool) -> bool {
        match self {
            StringValues::Coded { levels, .. } => levels.iter().all(|level| take(level.as_bytes())),
            StringValues::Plain { .. } => self.values().flatten().all(take),
        }
    }

    /// The word of every row.
    fn values(&self) -> Box<dyn Iterator<Item = Option<&[u8]>> + '_> {
        match self {
            StringValues::Coded { codes, levels } => {
                Box::new(codes.iter().map(|&code| levels.get(code as usize).map(String::as_bytes)))
            }
            StringValues::Plain { bytes, ends, missing } => {
                let mut missing = missing.iter().copied().peekable();
                let mut start = 0;
                Box::new(ends.iter().enumerate().map(move |(row, &end)| {
                    let word = &bytes[start..end as usize];
                    start = end as usize;
                    if missing.next_if_eq(&(row as u32)).is_some() { None } else { Some(word) }
                }))
            }
        }
    }
}

/// The words of a whole column, block by block; a block without any word is only counted.
#[derive(Debug)]
pub(crate) enum StringBlock {
    /// This many missing values.
    Missing(usize),
    /// Words.
    Strings(StringValues),
}

/// The sorted levels of a column, unless they are too many for its number of rows.
pub(crate) fn levels_of(blocks: &[StringBlock], most: usize) -> Option<Vec<&[u8]>> {
    let mut seen: rustc_hash::FxHashSet<&[u8]> = rustc_hash::FxHashSet::default();
    for block in blocks {
        let StringBlock::Strings(words) = block else { continue };
        let few = words.each_word(|word| {
            seen.insert(word);
            seen.len() <= most
        });
        if !few {
            return None;
        }
    }
    let mut levels: Vec<&[u8]> = seen.into_iter().collect();
    levels.sort_unstable();
    Some(levels)
}

/// Levels as they are kept, from sorted bytes.
pub(crate) fn named_levels<'a>(sorted: impl IntoIterator<Item = &'a [u8]>) -> Levels {
    sorted.into_iter().map(|level| String::from_utf8_lossy(level).into_owned()).collect()
}

/// A category column with these levels; words that are none of them are missing.
pub(crate) fn category_column(blocks: &[StringBlock], levels: &Levels) -> Column {
    let rows = blocks.iter().map(StringBlock::rows).sum();
    let code_of: FxHashMap<&[u8], u32> =
        (0u32..).zip(levels.iter()).map(|(code, l)| (l.as_bytes(), code)).collect();
    let lookup = |word: &[u8]| code_of.get(word).copied().unwrap_or(MISSING_CODE);
    let mut codes: Vec<u32> = Vec::with_capacity(rows);
    for block in blocks {
        match block {
            StringBlock::Missing(rows) => codes.extend(std::iter::repeat_n(MISSING_CODE, *rows)),
            StringBlock::Strings(StringValues::Coded { codes: local, levels }) => {
                let renamed: Vec<u32> = levels.iter().map(|level| lookup(level.as_bytes())).collect();
                codes.extend(local.iter().map(|&c| renamed.get(c as usize).copied().unwrap_or(MISSING_CODE)));
            }
            StringBlock::Strings(words) => {
                codes.extend(words.values().map(|w| w.map_or(MISSING_CODE, lookup)))
            }
        }
    }
    Column::Category(Categories { codes: codes.into(), levels: levels.clone() })
}

/// A text column.
pub(crate) fn text_column(blocks: &[StringBlock]) -> Result<Column> {
    let rows: usize = blocks.iter().map(StringBlock::rows).sum();
    let mut bytes = Vec::with_capacity(blocks.iter().map(StringBlock::plain_bytes).sum());
    let mut offsets: Vec<i64> = Vec::with_capacity(rows + 1);
    offsets.push(0);
    let mut valid = BooleanBufferBuilder::new(rows);
    for block in blocks {
        match block {
            StringBlock::Missing(rows) => {
                offsets.extend(std::iter::repeat_n(bytes.len() as i64, *rows));
                valid.append_n(*rows, false);
            }
            StringBlock::Strings(StringValues::Plain { bytes: local, ends, missing }) => {
                let (first, start) = (valid.len(), bytes.len() as i64);
                offsets.extend(ends.iter().map(|&end| start + i64::from(end)));
                bytes.extend_from_slice(local);
                valid.append_n(ends.len(), true);
                missing.iter().for_each(|&row| valid.set_bit(first + row as usize, false));
            }
            StringBlock::Strings(words) => {
                for word in words.values() {
                    bytes.extend_from_slice(word.unwrap_or_default());
                    offsets.push(bytes.len() as i64);
                    valid.append(word.is_some());
                }
            }
        }
    }
    let nulls = Some(NullBuffer::new(valid.finish())).filter(|n| n.null_count() > 0);
    LargeStringArray::try_new(OffsetBuffer::new(offsets.into()), Buffer::from_vec(bytes), nulls)
        .map(Column::Text)
        .map_err(Error::internal)
}

impl StringBlock {
    pub(crate) fn rows(&self) -> usize {
        match self {
            StringBlock::Missing(rows) => *rows,
            StringBlock::Strings(words) => words.rows(),
        }
    }

    fn plain_bytes(&self) -> usize {
        match self {
            StringBlock::Strings(StringValues::Plain { bytes, .. }) => bytes.len(),
            _ => 0,
        }
    }
}

/// The different words of a column that is never held as a whole: kept up to the most that can be levels.
#[derive(Debug, Default)]
pub(crate) struct DistinctCounter {
    words: BTreeSet<Box<[u8]>>,
    too_many: bool,
}

impl DistinctCounter {
    /// Counts a word; false once there are so many that the column must be text.
    pub(crate) fn add(&mut self, word: &[u8]) -> bool {
        if !self.too_many && !self.words.contains(word) {
            self.words.insert(word.into());
            if self.words.len() > most_levels(usize::MAX) {
                self.too_many = true;
                self.words = BTreeSet::new();
            }
        }
        !self.too_many
    }

    /// The levels, if a column of this many rows is a category.
    pub(crate) fn levels(&self, rows: usize) -> Option<Levels> {
        (!self.too_many && self.words.len() <= most_levels(rows))
            .then(|| named_levels(self.words.iter().map(|w| &**w)))
    }

    /// The levels, if they could be counted, for a column that must be a category.
    pub(crate) fn all_levels(&self) -> Option<Levels> {
        self.levels(usize::MAX)
    }
}
