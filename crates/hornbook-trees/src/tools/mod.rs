//! The functions of this crate as tools: `hornbook compute NAME`, and `hornbook.compute` in Python.

mod feature_ranking;
mod logic_tree;
mod tree_rules;

use hornbook_core::ToolEntry;

/// Every tool of this crate.
pub fn tool_entries() -> Vec<ToolEntry> {
    vec![
        ToolEntry::of::<tree_rules::TreeRulesTool>(),
        ToolEntry::of::<logic_tree::LogicTreeTool>(),
        ToolEntry::of::<feature_ranking::FeatureRankingTool>(),
    ]
}
