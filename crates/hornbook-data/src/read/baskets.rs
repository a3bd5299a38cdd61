//! Baskets (transactions): the items of one basket a line, between delimiters.

use super::ReadOptions;
use super::blocks::{LineSplitter, for_all_blocks};
use super::source::ByteSource;
use crate::column::Column;
use crate::objects::{Objects, SymbolLists, SymbolListsBuilder};
use crate::table::Table;
use hornbook_core::{Error, Result};

/// Reads a whole file into the column `items`. Blank lines are no baskets.
pub(crate) fn read(source: &ByteSource, options: &ReadOptions, delimiter: Option<u8>) -> Result<Table> {
    let delimiter = delimiter.unwrap_or(delimiter_of(&source.start(1 << 16)?));
    let blocks = for_all_blocks(source, &LineSplitter, options.block_bytes, |_, text, _: &mut ()| {
        let mut builder = SymbolListsBuilder::default();
        for line in text.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty()) {
            // The blocks were found to be UTF-8.
            let items: Vec<String> =
                items(line, delimiter).map(|item| String::from_utf8_lossy(item).into_owned()).collect();
            builder.push(items.iter().map(String::as_str));
        }
        Ok(builder.finish())
    })?;
    let blocks: Vec<Objects> =
        blocks.unwrap_or_default().into_iter().map(|lists: SymbolLists| Objects::items(&lists)).collect();
    if blocks.iter().all(Objects::is_empty) {
        return Err(Error::Parse {
            source_name: source.name.clone(),
            line: None,
            column: None,
            problem: "the file is empty".into(),
            advice: "give the items of one basket a line".into(),
        });
    }
    let all = Objects::concat("items", &blocks.iter().collect::<Vec<_>>())?;
    Table::new(vec![("items".to_string(), Column::Object(all.with_sorted_levels()))])
}

/// The first of these that the start of the file has; a space if it has none.
fn delimiter_of(start: &[u8]) -> u8 {
    [b'\t', b';', b'|', b','].into_iter().find(|mark| start.contains(mark)).unwrap_or(b' ')
}

/// The items of a line, without the spaces and quotes around them. A delimiter between quotes is a part of its item.
fn items(line: &[u8], delimiter: u8) -> impl Iterator<Item = &[u8]> {
    let mut is_quoted = false;
    let cells = line.split(move |&byte| {
        is_quoted ^= byte == b'"';
        byte == delimiter && !is_quoted
    });
    cells.map(bare).filter(|item| !item.is_empty())
}

fn bare(cell: &[u8]) -> &[u8] {
    match cell.trim_ascii() {
        [b'"', inner @ .., b'"'] => inner,
        trimmed => trimmed,
    }
}
