//! The functions of this crate as tools: `hornbook compute NAME`, and `hornbook.compute` in Python.

mod diversity;
mod majority;
mod stability;

use hornbook_core::ToolEntry;

/// Every tool of this crate.
pub fn tool_entries() -> Vec<ToolEntry> {
    vec![
        ToolEntry::of::<majority::MajorityVoteTool>(),
        ToolEntry::of::<diversity::DiversityTool>(),
        ToolEntry::of::<stability::StabilityTool>(),
    ]
}
