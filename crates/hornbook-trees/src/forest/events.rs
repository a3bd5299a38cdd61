//! What a forest's trace says: a line a tree.

use hornbook_core::{TraceEvent, Value};
use serde_json::json;
use std::fmt;

/// A step of the growing of a forest.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum ForestEvent {
    /// A tree is grown.
    Tree {
        /// Which tree, counted from 1.
        tree: usize,
        /// How many different rows it was grown from.
        rows: usize,
        /// How many nodes it has.
        nodes: usize,
        /// How many of them are leaves.
        leaves: usize,
        /// The fraction of wrong classes, or 1 - R², on the rows that the trees so far have not seen; none if they have
        /// seen all.
        oob_error: Option<f64>,
    },
}

impl fmt::Display for ForestEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ForestEvent::Tree { tree, rows, nodes, leaves, oob_error } = self;
        write!(f, "tree {tree}: {rows} distinct rows, {nodes} nodes, {leaves} leaves")?;
        match oob_error {
            Some(error) => write!(f, ", out-of-bag error so far {error:.6}"),
            None => Ok(()),
        }
    }
}

impl TraceEvent for ForestEvent {
    fn to_json(&self) -> Value {
        let ForestEvent::Tree { tree, rows, nodes, leaves, oob_error } = self;
        json!({
            "event": "tree", "tree": tree, "rows": rows, "nodes": nodes, "leaves": leaves, "oob_error": oob_error,
        })
    }
}
