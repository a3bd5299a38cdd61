//! JSON lines: one object a line. The columns are the keys of all objects, in the order they appear. Values may be lists and
//! graphs.

use super::ReadOptions;
use super::blocks::{BlockError, LineSplitter, RowSplitter, for_all_blocks};
use super::cells::Grammar;
use super::infer::{CellIndex, Inference, InferredType, TextLayout};
use super::source::ByteSource;
use super::values;
use crate::table::Table;
use hornbook_core::{Error, Result};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

/// A file of JSON objects whose keys are known.
pub(crate) struct JsonLines {
    names: Vec<String>,
    columns: FxHashMap<String, usize>,
}

/// Reads a whole file.
pub(crate) fn read(source: &ByteSource, options: &ReadOptions) -> Result<Table> {
    let layout = JsonLines::of(source, options)?;
    let table = layout.inference(source, options)?.table()?;
    table.ok_or_else(|| source.unreadable("it changed while it was being read"))
}

/// Infers the types of a file that is to be read in batches.
pub(crate) fn infer_types(
    source: &ByteSource,
    options: &ReadOptions,
) -> Result<(JsonLines, Vec<InferredType>)> {
    let layout = JsonLines::of(source, options)?;
    let settled = layout.inference(source, options)?.infer_types()?;
    let settled = settled.ok_or_else(|| source.unreadable("it changed while it was being read"))?;
    Ok((layout, settled))
}

impl JsonLines {
    fn of(source: &ByteSource, options: &ReadOptions) -> Result<JsonLines> {
        let lists = for_all_blocks(source, &LineSplitter, options.block_bytes, |_, text, _: &mut ()| {
            let (mut keys, mut seen) = (Vec::new(), FxHashSet::default());
            for_each_line(text, |_, line| {
                each_pair(line, &mut |key, _| {
                    if !seen.contains(key) {
                        seen.insert(key.to_string());
                        keys.push(key.to_string());
                    }
                    Ok(())
                })
            })?;
            Ok(keys)
        })?;
        let (mut names, mut columns) = (Vec::new(), FxHashMap::default());
        for key in lists.unwrap_or_default().into_iter().flatten() {
            columns.entry(key).or_insert_with_key(|key| {
                names.push(key.clone());
                names.len() - 1
            });
        }
        if names.is_empty() {
            return Err(Error::Parse {
                source_name: source.name.clone(),
                line: None,
                column: None,
                problem: "the file is empty".into(),
                advice: "give one JSON object with keys a line".into(),
            });
        }
        Ok(JsonLines { names, columns })
    }

    pub(crate) fn inference<'a>(
        &'a self,
        source: &'a ByteSource,
        options: &ReadOptions,
    ) -> Result<Inference<'a, JsonLines>> {
        let asked = options.asked_kinds(&self.names)?;
        Ok(Inference { source, layout: self, asked, block_bytes: options.block_bytes })
    }
}

impl TextLayout for JsonLines {
    type CellIndex = JsonSpans;

    fn names(&self) -> &[String] {
        &self.names
    }

    fn row_splitter(&self) -> &impl RowSplitter {
        &LineSplitter
    }

    fn grammar(&self) -> impl Grammar {
        JsonGrammar
    }

    fn scan(&self, _: usize, text: &[u8], index: &mut JsonSpans) -> Result<(), BlockError> {
        index.spans.clear();
        index.positions.clear();
        index.width = self.names.len();
        for_each_line(text, |position, line| {
            index.positions.push(position);
            let row = index.spans.len();
            index.spans.resize(row + self.names.len(), (0, 0));
            each_pair(line, &mut |key, value| {
                // The value is a part of the text, so the difference of the addresses is its position there.
                let start = value.as_ptr() as usize - text.as_ptr() as usize;
                if let Some(&column) = self.columns.get(key) {
                    index.spans[row + column] = (start as u32, (start + value.len()) as u32);
                }
                Ok(())
            })
        })
    }
}

/// Where each value of a block is written; an empty span is a missing key.
#[derive(Debug, Default)]
pub(crate) struct JsonSpans {
    spans: Vec<(u32, u32)>,
    positions: Vec<usize>,
    width: usize,
}

impl CellIndex for JsonSpans {
    fn rows(&self) -> usize {
        self.positions.len()
    }

    fn cell<'a>(&self, text: &'a [u8], row: usize, column: usize) -> &'a [u8] {
        let (start, end) = self.spans.get(row * self.width + column).copied().unwrap_or_default();
        text.get(start as usize..end as usize).unwrap_or_default()
    }

    fn position(&self, row: usize) -> usize {
        self.positions.get(row).copied().unwrap_or(0)
    }
}

/// Values as JSON writes them.
struct JsonGrammar;

impl JsonGrammar {
    fn string(raw: &[u8]) -> Option<&[u8]> {
        match raw {
            [b'"', inner @ .., b'"'] => Some(inner),
            _ => None,
        }
    }
}

impl Grammar for JsonGrammar {
    const NESTS: bool = true;

    fn is_nested(&self, raw: &[u8]) -> bool {
        matches!(raw.first(), Some(b'[' | b'{'))
    }

    fn is_missing(&self, raw: &[u8]) -> bool {
        matches!(raw, b"" | b"null")
    }

    fn number(&self, raw: &[u8]) -> Option<f64> {
        if matches!(raw.first(), Some(b'-' | b'0'..=b'9')) { values::number(raw) } else { None }
    }

    fn boolean(&self, raw: &[u8]) -> Option<bool> {
        match raw {
            b"true" => Some(true),
            b"false" => Some(false),
            _ => None,
        }
    }

    fn date(&self, raw: &[u8]) -> Option<i64> {
        values::date(JsonGrammar::string(raw)?)
    }

    fn word<'a>(&self, raw: &'a [u8]) -> Cow<'a, [u8]> {
        let Some(inner) = JsonGrammar::string(raw) else { return Cow::Borrowed(raw) };
        if memchr::memchr(b'\\', inner).is_none() {
            return Cow::Borrowed(inner);
        }
        // Escapes that stand for no text, such as half a surrogate pair, are left as they are written.
        serde_json::from_slice::<String>(raw)
            .map_or(Cow::Borrowed(inner), |word| Cow::Owned(word.into_bytes()))
    }
}

/// Calls `take` with each line that is not blank and where it starts.
fn for_each_line<'t>(
    text: &'t [u8],
    mut take: impl FnMut(usize, &'t [u8]) -> Result<(), String>,
) -> Result<(), BlockError> {
    let mut position = 0;
    for line in text.split(|&b| b == b'\n') {
        if !line.trim_ascii().is_empty() {
            take(position, line).map_err(|problem| BlockError::At {
                position,
                column: None,
                problem,
                advice: "give one JSON object per line: numbers, strings, booleans, nulls, lists and graphs"
                    .into(),
            })?;
        }
        position += line.len() + 1;
    }
    Ok(())
}

/// What is done with each key and the text of its value.
type TakePair<'a> = dyn FnMut(&str, &str) -> Result<(), String> + 'a;

/// Calls `take` with each key of an object and the text of its value.
fn each_pair(line: &[u8], take: &mut TakePair<'_>) -> Result<(), String> {
    let mut json = serde_json::Deserializer::from_slice(line);
    let read = JsonPairs(take).deserialize(&mut json).and_then(|()| json.end());
    read.map_err(|error| format!("this is not a JSON object ({error})"))
}

struct JsonPairs<'a, 'b>(&'a mut TakePair<'b>);

impl<'de> DeserializeSeed<'de> for JsonPairs<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for JsonPairs<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            let value: &RawValue = map.next_value()?;
            (self.0)(&key, value.get()).map_err(de::Error::custom)?;
        }
        Ok(())
    }
}
