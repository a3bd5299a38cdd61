//! What an isolation forest's trace says: a line a tree.

use hornbook_core::{TraceEvent, Value};
use serde_json::json;
use std::fmt;

/// A step of the growing of an isolation forest.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum IsolationEvent {
    /// A tree is grown.
    Tree {
        /// Which tree, counted from 1.
        tree: usize,
        /// How many rows were drawn for it.
        rows: usize,
        /// How many columns it could split on.
        columns: usize,
        /// How many nodes it has.
        nodes: usize,
        /// How many of them are leaves.
        leaves: usize,
        /// The most splits on a path.
        depth: usize,
    },
}

impl fmt::Display for IsolationEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let IsolationEvent::Tree { tree, rows, columns, nodes, leaves, depth } = self;
        write!(
            f,
            "tree {tree}: {rows} rows and {columns} columns drawn; {nodes} nodes, {leaves} leaves, depth {depth}"
        )
    }
}

impl TraceEvent for IsolationEvent {
    fn to_json(&self) -> Value {
        let IsolationEvent::Tree { tree, rows, columns, nodes, leaves, depth } = self;
        json!({
            "event": "tree", "tree": tree, "rows": rows, "columns": columns, "nodes": nodes, "leaves": leaves,
            "depth": depth,
        })
    }
}
