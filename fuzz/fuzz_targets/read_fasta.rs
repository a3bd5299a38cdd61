//! Any bytes, read as FASTA: a table or an error, never a panic.
#![no_main]

use hornbook_data::{Format, ReadOptions};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = ReadOptions::default().format(Format::Fasta).read_from(bytes, "fuzz");
});
