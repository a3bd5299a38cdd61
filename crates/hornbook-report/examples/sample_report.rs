//! Writes reports of made-up studies, for looking at: `cargo run -p hornbook-report --example sample_report -- FOLDER`.
#![allow(clippy::unwrap_used, reason = "made-up records are sound, or the example should stop")]

#[path = "../tests/common/mod.rs"]
mod common;

use std::error::Error;
use std::fs;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("say into which folder to write")?);
    fs::create_dir_all(&folder)?;
    for (name, record) in common::all() {
        fs::write(folder.join(name).with_extension("html"), hornbook_report::render(&record)?)?;
    }
    Ok(())
}
