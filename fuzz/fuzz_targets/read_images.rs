//! Any bytes, read as an image (PNG, JPEG, PGM or PPM): a table or an error, never a panic.
#![no_main]

use hornbook_data::{Format, ReadOptions};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = ReadOptions::default().format(Format::Images).read_from(bytes, "fuzz");
});
