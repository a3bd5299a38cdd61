//! Any bytes, read as baskets: a table or an error, never a panic. The blocks must not matter.
#![no_main]

use hornbook_data::{Format, ReadOptions};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let options = ReadOptions::default().format(Format::Baskets);
    let whole = options.read_from(bytes, "fuzz").ok().map(|table| (table.rows(), table.width()));
    let blocks = options.block_bytes(16).read_from(bytes, "fuzz").ok().map(|table| (table.rows(), table.width()));
    assert_eq!(whole, blocks);
});
