//! Damaged tables for every reader.

use super::{Ended, said};
use crate::damage::damaged;
use crate::kept_models;
use hornbook::data::{Format, ReadOptions};
use hornbook_core::Rng;

const FORMATS: [Format; 7] = [
    Format::Csv,
    Format::Tsv,
    Format::Parquet,
    Format::Arrow,
    Format::Arff,
    Format::Svmlight,
    Format::JsonLines,
];

/// A small table in every format that takes it.
pub(super) fn files() -> Vec<(Format, Vec<u8>)> {
    let mixed = kept_models::table().take(&(0..12).collect::<Vec<_>>());
    let numbers = hornbook::Table::builder()
        .number("label", vec![1.0, 0.0, 1.0])
        .number("x", vec![0.5, 0.0, 3.0])
        .number("y", vec![0.0, -1e9, 2.0])
        .build()
        .unwrap();
    let written = |table: &hornbook::Table, format| {
        let mut bytes = Vec::new();
        table.write_to(&mut bytes, format).ok().map(|()| (format, bytes))
    };
    FORMATS
        .into_iter()
        .filter_map(|format| written(&mixed, format).or_else(|| written(&numbers, format)))
        .collect()
}

/// Reads a damaged file.
pub(super) fn attempt(files: &[(Format, Vec<u8>)], rng: &mut Rng, what: &mut String) -> Ended {
    let (format, bytes) = &files[rng.below(files.len())];
    *what = format!("{format:?}");
    let hostile = damaged(bytes, rng);
    match ReadOptions::default().format(*format).read_from(hostile.as_slice(), "storm") {
        Ok(_) => Ok(false),
        // An error of the system or of a decoder has words of its own.
        Err(error @ hornbook::Error::File { .. }) if !error.to_string().is_empty() => Ok(true),
        Err(error) => said(Some(error)),
    }
}
