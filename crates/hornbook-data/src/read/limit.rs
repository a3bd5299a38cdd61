//! How much memory a columnar or compressed file may ask for.
//!
//! The decoders allocate what a file claims to hold before they read it, and a few bytes can claim anything: run lengths, sizes
//! of pages, lengths of values. So claims are added up first and compared with the size of the file.

use hornbook_core::{Error, Result};

/// What a file may always decode to, in bytes: 1 GiB. The environment variable [`READ_MEMORY_VARIABLE`] gives another number.
pub const READ_MEMORY: u64 = 1 << 30;

/// The environment variable with the bytes that a Parquet, Arrow or compressed file (.gz, .zst) may decode to.
pub const READ_MEMORY_VARIABLE: &str = "HORNBOOK_READ_MEMORY";

/// How many bytes each byte of a file may stand for. No table of some use is compressed further.
const MOST_EXPANSION: u64 = 1000;

/// What a file of a given size may decode to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limit {
    bytes: u64,
    spent: u64,
}

impl Limit {
    /// That of a file of so many bytes: a thousand times as many, and at least [`READ_MEMORY`], unless the environment says
    /// otherwise.
    pub fn of_file(file_bytes: u64) -> Result<Limit> {
        let asked = match std::env::var(READ_MEMORY_VARIABLE) {
            Err(_) => None,
            Ok(text) => Some(text.trim().parse::<u64>().map_err(|_| {
                Error::data(
                    format!("the environment variable {READ_MEMORY_VARIABLE} is '{text}', which is no number of bytes"),
                    "give an integer, such as 8000000000, or leave it unset",
                )
            })?),
        };
        let bytes = asked.unwrap_or_else(|| READ_MEMORY.max(file_bytes.saturating_mul(MOST_EXPANSION)));
        Ok(Limit { bytes, spent: 0 })
    }

    /// Adds what a part of the file claims to hold: so many things of so many bytes each.
    pub fn spend(&mut self, count: u64, bytes_each: u64, what: &str) -> Result<(), String> {
        self.allow(count, bytes_each, what)?;
        let more = count.saturating_mul(bytes_each);
        self.spent = self.spent.saturating_add(more);
        if self.spent > self.bytes {
            return Err(self.exceeded(self.spent, what));
        }
        Ok(())
    }

    /// Whether something that is not kept may be this large.
    pub fn allow(&self, count: u64, bytes_each: u64, what: &str) -> Result<(), String> {
        let claimed = count.saturating_mul(bytes_each);
        if claimed > self.bytes { Err(self.exceeded(claimed, what)) } else { Ok(()) }
    }

    fn exceeded(&self, claimed: u64, what: &str) -> String {
        format!(
            "{what} would take {claimed} bytes of memory, and a file of this size may take {}; if it is right, set the environment \
             variable {READ_MEMORY_VARIABLE} to the bytes that it may take",
            self.bytes
        )
    }
}
