//! Lists of numbers and lists of symbols, one a row.

use super::bounds::{BoundsBuilder, ListBounds, copied};
use crate::column::{Levels, MISSING_CODE};
use crate::pieces::MergedLevels;
use arrow_buffer::ScalarBuffer;
use hornbook_core::{Error, Result};
use rustc_hash::FxHashMap;

/// A list of numbers a row: a time series, or any other sequence of numbers. The lists may differ in length.
#[derive(Debug, Clone)]
pub struct NumberLists {
    bounds: ListBounds,
    values: ScalarBuffer<f64>,
}

impl NumberLists {
    pub(crate) fn new(bounds: ListBounds, values: ScalarBuffer<f64>) -> NumberLists {
        NumberLists { bounds, values }
    }

    /// From a list a row; `None` is missing, and NaN a missing value within a list.
    pub fn from_rows<S: AsRef<[f64]>>(rows: &[Option<S>]) -> NumberLists {
        let (mut bounds, mut values) = (BoundsBuilder::default(), Vec::new());
        for row in rows {
            bounds.push(row.as_ref().map(|row| row.as_ref().len()));
            values.extend_from_slice(row.as_ref().map(AsRef::as_ref).unwrap_or_default());
        }
        NumberLists::new(bounds.finish(), values.into())
    }

    /// The numbers of a row, or `None` if it is missing.
    pub fn at(&self, row: usize) -> Option<&[f64]> {
        Some(&self.values[self.bounds.range(row)?])
    }

    /// The length of every list, for learners that need them equally long; missing lists do not count.
    ///
    /// ```
    /// use hornbook_data::NumberLists;
    /// let even = NumberLists::from_rows(&[Some(vec![1.0, 2.0]), None, Some(vec![3.0, 4.0])]);
    /// assert_eq!(even.common_length("load")?, 2);
    /// let ragged = NumberLists::from_rows(&[Some(vec![1.0, 2.0]), Some(vec![3.0])]);
    /// assert!(ragged.common_length("load").is_err());
    /// # Ok::<(), hornbook_core::Error>(())
    /// ```
    pub fn common_length(&self, column: &str) -> Result<usize> {
        let mut lengths =
            (1..).zip(self.bounds.ranges()).filter_map(|(row, range)| Some((row, range?.len())));
        let Some((first_row, first)) = lengths.next() else { return Ok(0) };
        match lengths.find(|(_, length)| *length != first) {
            None => Ok(first),
            Some((row, length)) => Err(Error::data(
                format!(
                    "the series of column '{column}' are ragged: row {first_row} has {first} values and row {row} has {length}"
                ),
                "cut or pad them to one length",
            )),
        }
    }

    pub(crate) fn bounds(&self) -> &ListBounds {
        &self.bounds
    }

    pub(crate) fn values(&self) -> &ScalarBuffer<f64> {
        &self.values
    }

    pub(super) fn slice(&self, start: usize, rows: usize) -> NumberLists {
        NumberLists::new(self.bounds.slice(start, rows), self.values.clone())
    }

    pub(super) fn take(&self, rows: &[u32]) -> NumberLists {
        let (bounds, values) = copied(&self.values, rows.iter().map(|&row| self.bounds.range(row as usize)));
        NumberLists::new(bounds, values.into())
    }

    pub(super) fn concat(parts: &[&NumberLists]) -> NumberLists {
        let rows: Vec<Option<&[f64]>> =
            parts.iter().flat_map(|part| (0..part.bounds.rows()).map(|row| part.at(row))).collect();
        NumberLists::from_rows(&rows)
    }
}

/// A list of symbols a row, as codes of levels: a sequence in its order, or a set of items in the order of their codes.
#[derive(Debug, Clone)]
pub struct SymbolLists {
    bounds: ListBounds,
    codes: ScalarBuffer<u32>,
    levels: Levels,
}

impl SymbolLists {
    pub(crate) fn new(bounds: ListBounds, codes: ScalarBuffer<u32>, levels: Levels) -> SymbolLists {
        SymbolLists { bounds, codes, levels }
    }

    /// From a list a row, with the levels sorted by name; `None` is missing.
    pub fn from_rows<S: AsRef<str>>(rows: &[Option<Vec<S>>]) -> SymbolLists {
        let mut builder = SymbolListsBuilder::default();
        for row in rows {
            match row {
                None => builder.push_missing(),
                Some(symbols) => builder.push(symbols.iter().map(AsRef::as_ref)),
            }
        }
        builder.finish()
    }

    /// The symbols of a row as codes of [`levels`](SymbolLists::levels), or `None` if the list is missing. A symbol that a
    /// model never saw in training is [`MISSING_CODE`].
    pub fn at(&self, row: usize) -> Option<&[u32]> {
        Some(&self.codes[self.bounds.range(row)?])
    }

    /// The names of the symbols, in the order of their codes.
    pub fn levels(&self) -> &Levels {
        &self.levels
    }

    /// The name of a symbol.
    pub fn name(&self, code: u32) -> &str {
        self.levels.get(code as usize).map_or("?", String::as_str)
    }

    pub(crate) fn bounds(&self) -> &ListBounds {
        &self.bounds
    }

    pub(crate) fn codes(&self) -> &ScalarBuffer<u32> {
        &self.codes
    }

    pub(super) fn slice(&self, start: usize, rows: usize) -> SymbolLists {
        SymbolLists::new(self.bounds.slice(start, rows), self.codes.clone(), self.levels.clone())
    }

    pub(super) fn take(&self, rows: &[u32]) -> SymbolLists {
        let (bounds, codes) = copied(&self.codes, rows.iter().map(|&row| self.bounds.range(row as usize)));
        SymbolLists::new(bounds, codes.into(), self.levels.clone())
    }

    /// Lists end to end, with all levels of all of them.
    pub(super) fn concat(parts: &[&SymbolLists]) -> SymbolLists {
        let mut united = MergedLevels::default();
        let (mut bounds, mut codes) = (BoundsBuilder::default(), Vec::new());
        for part in parts {
            let renamed = united.add(&part.levels);
            for range in part.bounds.ranges() {
                bounds.push(range.as_ref().map(std::ops::Range::len));
                let list = &part.codes[range.unwrap_or(0..0)];
                codes.extend(
                    list.iter().map(|&code| renamed.get(code as usize).copied().unwrap_or(MISSING_CODE)),
                );
            }
        }
        SymbolLists::new(bounds.finish(), codes.into(), united.levels())
    }

    /// The same lists with their symbols as codes of these levels, and those that are none of them.
    pub(crate) fn with_levels(&self, levels: &Levels) -> (SymbolLists, UnseenSymbols) {
        if self.levels == *levels {
            let same = SymbolLists { levels: levels.clone(), ..self.clone() };
            return (same, UnseenSymbols::default());
        }
        let known: FxHashMap<&str, u32> =
            (0u32..).zip(levels.iter()).map(|(code, level)| (level.as_str(), code)).collect();
        let map: Vec<u32> = self
            .levels
            .iter()
            .map(|level| known.get(level.as_str()).copied().unwrap_or(MISSING_CODE))
            .collect();
        let mut unseen = UnseenSymbols::default();
        let (bounds, mut codes) = copied(&self.codes, self.bounds.ranges());
        for code in &mut codes {
            let Some(&new) = map.get(*code as usize) else { continue };
            if new == MISSING_CODE {
                unseen.count += 1;
                unseen.example.get_or_insert_with(|| self.levels[*code as usize].clone());
            }
            *code = new;
        }
        (SymbolLists::new(bounds, codes.into(), levels.clone()), unseen)
    }

    /// The same lists with their levels in the order of their names, without levels that do not occur.
    pub(crate) fn with_sorted_levels(&self) -> SymbolLists {
        let (_, held) = copied(&self.codes, self.bounds.ranges());
        let mut occurs = vec![false; self.levels.len()];
        for code in held {
            if let Some(occurs) = occurs.get_mut(code as usize) {
                *occurs = true;
            }
        }
        let occurring = self.levels.iter().zip(occurs).filter(|(_, occurs)| *occurs);
        let mut levels: Vec<String> = occurring.map(|(level, _)| level.clone()).collect();
        levels.sort_unstable();
        self.with_levels(&levels.into()).0
    }

    /// The lists as sets: every symbol once, in the order of the codes.
    pub(crate) fn as_sets(&self) -> SymbolLists {
        let (mut bounds, mut codes) = (BoundsBuilder::default(), Vec::with_capacity(self.codes.len()));
        for row in 0..self.bounds.rows() {
            let set = self.at(row).map(|list| {
                let mut set = list.to_vec();
                set.sort_unstable();
                set.dedup();
                set
            });
            bounds.push(set.as_ref().map(Vec::len));
            codes.extend(set.unwrap_or_default());
        }
        SymbolLists::new(bounds.finish(), codes.into(), self.levels.clone())
    }
}

/// Symbols that training never saw.
#[derive(Debug, Default)]
pub(crate) struct UnseenSymbols {
    pub count: usize,
    pub example: Option<String>,
}

/// Collects lists of symbols row by row.
#[derive(Debug, Default)]
pub(crate) struct SymbolListsBuilder {
    bounds: BoundsBuilder,
    codes: Vec<u32>,
    codes_of: FxHashMap<String, u32>,
    names: Vec<String>,
}

impl SymbolListsBuilder {
    pub fn push<'a>(&mut self, symbols: impl Iterator<Item = &'a str>) {
        self.push_some(symbols.map(Some));
    }

    /// Adds a list of symbols some of which have no name.
    pub fn push_some<'a>(&mut self, symbols: impl Iterator<Item = Option<&'a str>>) {
        let before = self.codes.len();
        for symbol in symbols {
            let code = symbol.map_or(MISSING_CODE, |symbol| self.code(symbol));
            self.codes.push(code);
        }
        self.bounds.push(Some(self.codes.len() - before));
    }

    /// Adds a list of codes that [`code`](SymbolListsBuilder::code) gave.
    pub fn push_codes(&mut self, codes: &[u32]) {
        self.codes.extend_from_slice(codes);
        self.bounds.push(Some(codes.len()));
    }

    pub fn push_missing(&mut self) {
        self.bounds.push(None);
    }

    pub fn rows(&self) -> usize {
        self.bounds.rows()
    }

    /// The code of a symbol, until the lists are finished.
    pub fn code(&mut self, symbol: &str) -> u32 {
        if let Some(&code) = self.codes_of.get(symbol) {
            return code;
        }
        let code = self.names.len() as u32;
        self.names.push(symbol.to_string());
        self.codes_of.insert(symbol.to_string(), code);
        code
    }

    /// The lists, with the levels sorted by name.
    pub fn finish(self) -> SymbolLists {
        SymbolLists::new(self.bounds.finish(), self.codes.into(), self.names.into()).with_sorted_levels()
    }
}
