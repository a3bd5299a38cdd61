//! What a tree's trace says: for each node, what every column could have done for it.

use hornbook_core::{TraceEvent, Value};
use serde_json::json;
use std::fmt;

/// A step of the growing of a tree.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum TreeEvent {
    /// A node that is not pure, with the best split on each column.
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
#[derive(Debug, Clone, PartialEq)]
pub struct ConsideredSplit {
    /// The split, in words.
    pub split: String,
    /// The impurity it removes.
    pub gain: f64,
    /// What splits are compared by: the gain, or the gain ratio.
    pub merit: f64,
    /// Whether it was chosen.
    pub chosen: bool,
}

impl fmt::Display for TreeEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (path, rows, impurity, considered) = match self {
            TreeEvent::Node { path, rows, impurity, considered, .. } => (path, rows, impurity, considered),
            TreeEvent::Pruning { path, as_leaf, as_tree, leaves, pruned, .. } => {
                let outcome = if *pruned { "pruned" } else { "kept" };
                let node = node_name(path);
                return write!(
                    f,
                    "{node}: {as_leaf:.6} as a leaf, {as_tree:.6} with {leaves} leaves: {outcome}"
                );
            }
        };
        let indent = "  ".repeat(path.len());
        let node = node_name(path);
        write!(f, "{indent}{node}: {rows} rows, impurity {impurity:.6}")?;
        let ratio = considered.iter().any(|c| c.merit != c.gain);
        let width = considered.iter().map(|c| c.split.chars().count()).max().unwrap_or(0);
        for line in considered {
            let mark = if line.chosen { "*" } else { " " };
            write!(f, "\n{indent}{mark} {:width$}  gain {:.6}", line.split, line.gain)?;
            if ratio {
                write!(f, "  ratio {:.6}", line.merit)?;
            }
        }
        Ok(())
    }
}

/// Where a node is.
fn node_name(path: &[String]) -> String {
    if path.is_empty() { "all rows".to_string() } else { path.join(" and ") }
}

impl TraceEvent for TreeEvent {
    fn to_json(&self) -> Value {
        let (path, rows, weight, impurity, considered) = match self {
            TreeEvent::Node { path, rows, weight, impurity, considered } => {
                (path, rows, weight, impurity, considered)
            }
            TreeEvent::Pruning { rule, path, as_leaf, as_tree, leaves, pruned } => {
                return json!({"event": "pruning", "rule": rule, "path": path, "as_leaf": as_leaf,
                    "as_tree": as_tree, "leaves": leaves, "pruned": pruned});
            }
        };
        let considered: Vec<Value> = considered
            .iter()
            .map(|c| json!({"question": c.split, "gain": c.gain, "merit": c.merit, "chosen": c.chosen}))
            .collect();
        json!({"event": "node", "path": path, "rows": rows, "weight": weight, "impurity": impurity, "considered": considered})
    }
}
