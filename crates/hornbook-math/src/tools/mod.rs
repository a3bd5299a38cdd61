//! The functions of this crate as tools: `hornbook compute NAME`, and `hornbook.compute` in Python.

mod algebra;
mod distributions;
mod information;
mod optimization;

use hornbook_core::ToolEntry;

/// Every tool of this crate.
pub fn tool_entries() -> Vec<ToolEntry> {
    [
        information::tool_entries(),
        distributions::tool_entries(),
        algebra::tool_entries(),
        optimization::tool_entries(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
