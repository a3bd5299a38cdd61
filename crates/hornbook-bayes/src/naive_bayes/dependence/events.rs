//! What the trace of a tree of columns says: a line a branch.

use hornbook_core::{TraceEvent, Value};
use serde_json::json;
use std::fmt;

/// A step of the growing of a tree of columns.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum DependenceEvent {
    /// A column is joined to the tree.
    Branch {
        /// The column.
        column: String,
        /// The column it depends on.
        parent: String,
        /// What they tell of each other within classes, in nats.
        information: f64,
    },
}

impl fmt::Display for DependenceEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DependenceEvent::Branch { column, parent, information } = self;
        write!(f, "{column} depends on {parent}: {information:.4} nats within classes")
    }
}

impl TraceEvent for DependenceEvent {
    fn to_json(&self) -> Value {
        let DependenceEvent::Branch { column, parent, information } = self;
        json!({"event": "branch", "column": column, "parent": parent, "information": information})
    }
}
