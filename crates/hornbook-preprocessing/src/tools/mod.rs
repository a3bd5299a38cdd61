//! The functions of this crate as tools: `hornbook compute NAME`, and `hornbook.compute` in Python.

mod class_indicators;

use hornbook_core::ToolEntry;

/// Every tool of this crate.
pub fn tool_entries() -> Vec<ToolEntry> {
    vec![ToolEntry::of::<class_indicators::ClassIndicatorsTool>()]
}
