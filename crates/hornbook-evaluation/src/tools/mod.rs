//! The functions of this crate as tools: `hornbook compute NAME`, and `hornbook.compute` in Python.

mod decisions;
mod intervals;
mod selection;
mod significance;

use hornbook_core::{Error, Result, ToolEntry};
use hornbook_data::Matrix;

/// Every tool of this crate.
pub fn tool_entries() -> Vec<ToolEntry> {
    [
        intervals::tool_entries(),
        significance::tool_entries(),
        selection::tool_entries(),
        decisions::tool_entries(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// A number that counts something, as an index.
fn index(name: &str, x: f64, below: usize) -> Result<u32> {
    let is_index = x.fract() == 0.0 && x >= 0.0 && x < below as f64;
    if is_index {
        return Ok(x as u32);
    }
    Err(Error::data(
        format!("'{name}' has {x}"),
        format!("give numbers from 0 to {}", below.saturating_sub(1)),
    ))
}

/// A row of positions each, such as what a hypothesis says of each case.
fn index_rows(name: &str, matrix: &Matrix, below: usize) -> Result<Vec<Vec<u32>>> {
    let row =
        |row: usize| matrix.row(row).iter().map(|x| index(name, *x, below)).collect::<Result<Vec<u32>>>();
    (0..matrix.rows()).map(row).collect()
}
