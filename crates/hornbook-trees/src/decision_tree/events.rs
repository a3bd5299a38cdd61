//! What a tree's trace says: for each node, what every column could have done for it.

use hornbook_core::TraceEvent;
use serde::Serialize;

/// A step of the growing of a tree.
#[derive(Debug, Clone, PartialEq, TraceEvent)]
#[non_exhaustive]
pub enum TreeEvent {
    /// A node that is not pure, with the best split on each column.
    #[event("{}{}: {rows} rows, impurity {impurity:.6}", indent(path), node_name(path))]
    #[event("{}", gain_table(path, considered))]
    Node {
        /// The answers that lead to it, from the root on.
        path: Vec<String>,
        /// How many rows reach it.
        rows: usize,
        /// Their weight.
        weight: f64,
        /// Their impurity.
        impurity: f64,
        /// The splits, in the order of the columns: the gain table.
        considered: Vec<ConsideredSplit>,
    },
    /// A node that was weighed in pruning.
    #[event("{}: {as_leaf:.6} as a leaf, {as_tree:.6} with {leaves} leaves: ", node_name(path))]
    #[event("{}", if *pruned { "pruned" } else { "kept" })]
    Pruning {
        /// The rule, as in the parameter `pruning`.
        rule: &'static str,
        /// The answers that lead to the node, from the root on.
        path: Vec<String>,
        /// What it costs as a leaf; for the chi-square test, the level.
        as_leaf: f64,
        /// What it costs with what is left of its branches; for the chi-square test, their p-value.
        as_tree: f64,
        /// How many leaves those have.
        leaves: usize,
        /// Whether it became a leaf.
        pruned: bool,
    },
}

/// One line of a gain table.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ConsideredSplit {
    /// The split, in words.
    #[serde(rename = "question")]
    pub split: String,
    /// The impurity it removes.
    pub gain: f64,
    /// What splits are compared by: the gain, or the gain ratio.
    pub merit: f64,
    /// Whether it was chosen.
    pub chosen: bool,
}

/// Where a node is.
fn node_name(path: &[String]) -> String {
    if path.is_empty() { "all rows".to_string() } else { path.join(" and ") }
}

fn indent(path: &[String]) -> String {
    "  ".repeat(path.len())
}

/// The splits below a node's line, one a line, with what they gain.
fn gain_table(path: &[String], considered: &[ConsideredSplit]) -> String {
    let indent = indent(path);
    let has_ratios = considered.iter().any(|c| c.merit != c.gain);
    let width = considered.iter().map(|c| c.split.chars().count()).max().unwrap_or(0);
    let line = |c: &ConsideredSplit| {
        let mark = if c.chosen { "*" } else { " " };
        let ratio = if has_ratios { format!("  ratio {:.6}", c.merit) } else { String::new() };
        format!("\n{indent}{mark} {:width$}  gain {:.6}{ratio}", c.split, c.gain)
    };
    considered.iter().map(line).collect()
}
