//! FASTA: sequences of nucleotides or amino acids, each after a line `>name description`.

use super::source::ByteSource;
use crate::column::Column;
use crate::objects::{Objects, SymbolListsBuilder};
use crate::table::Table;
use arrow_array::LargeStringArray;
use hornbook_core::{Error, Result};
use std::io::{BufRead, BufReader};

/// Reads a whole file into the columns `name`, `description` and `sequence`.
pub(crate) fn read(source: &ByteSource) -> Result<Table> {
    let wrong = |line: u64, problem: String, advice: &str| Error::Parse {
        source_name: source.name.clone(),
        line: Some(line),
        column: None,
        problem,
        advice: advice.to_string(),
    };
    let (mut names, mut descriptions) = (Vec::new(), Vec::new());
    let mut sequences = SymbolListsBuilder::default();
    let mut sequence = Vec::new();
    let mut text = BufReader::new(source.text()?);
    let (mut line, mut number) = (Vec::new(), 0);
    loop {
        line.clear();
        number += 1;
        if text.read_until(b'\n', &mut line).map_err(|e| source.unreadable(e))? == 0 {
            break;
        }
        let content = line.trim_ascii();
        match content {
            [] | [b';', ..] => {}
            [b'>', header @ ..] => {
                if !names.is_empty() {
                    push(&mut sequences, &mut sequence);
                }
                let header = std::str::from_utf8(header).map_err(|_| {
                    wrong(number, "the name of a sequence is not UTF-8".into(), "convert the file to UTF-8")
                })?;
                let (name, description) =
                    header.trim().split_once(char::is_whitespace).unwrap_or((header.trim(), ""));
                names.push(Some(name.to_string()).filter(|name| !name.is_empty()));
                descriptions.push(Some(description.trim().to_string()).filter(|text| !text.is_empty()));
            }
            _ if names.is_empty() => {
                return Err(wrong(
                    number,
                    "found a sequence without a name".into(),
                    "start with a line '>name'",
                ));
            }
            symbols => {
                let is_symbol =
                    |byte: &u8| byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'*' | b'.' | b'?');
                let symbols = symbols.iter().filter(|byte| !byte.is_ascii_whitespace());
                for symbol in symbols {
                    if !is_symbol(symbol) {
                        let found = char::from(*symbol).escape_default();
                        let problem = format!("found '{found}', which is no symbol of a sequence");
                        return Err(wrong(number, problem, "give letters, '-', '.', '?' or '*'"));
                    }
                    sequence.push(*symbol);
                }
            }
        }
    }
    if names.is_empty() {
        return Err(wrong(
            1,
            "the file has no sequences".into(),
            "give each as a line '>name' and lines of letters",
        ));
    }
    push(&mut sequences, &mut sequence);
    Table::new(vec![
        ("name".to_string(), Column::Text(names.into_iter().collect::<LargeStringArray>())),
        ("description".to_string(), Column::Text(descriptions.into_iter().collect::<LargeStringArray>())),
        ("sequence".to_string(), Column::Object(Objects::Sequence(sequences.finish()))),
    ])
}

fn push(sequences: &mut SymbolListsBuilder, sequence: &mut Vec<u8>) {
    let mut letter = [0u8; 4];
    let mut codes = Vec::with_capacity(sequence.len());
    for &symbol in sequence.iter() {
        codes.push(sequences.code(char::from(symbol).encode_utf8(&mut letter)));
    }
    sequences.push_codes(&codes);
    sequence.clear();
}
