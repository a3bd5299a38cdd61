//! What an isolation forest's trace says: a line a tree.

use hornbook_core::TraceEvent;

/// A step of the growing of an isolation forest.
#[derive(Debug, Clone, PartialEq, TraceEvent)]
#[non_exhaustive]
pub enum IsolationEvent {
    /// A tree is grown.
    #[event(
        "tree {tree}: {rows} rows and {columns} columns drawn; {nodes} nodes, {leaves} leaves, depth {depth}"
    )]
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
