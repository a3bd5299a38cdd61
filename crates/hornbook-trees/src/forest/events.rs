//! What a forest's trace says: a line a tree.

use hornbook_core::TraceEvent;

/// A step of the growing of a forest.
#[derive(Debug, Clone, PartialEq, TraceEvent)]
#[non_exhaustive]
pub enum ForestEvent {
    /// A tree is grown.
    #[event("tree {tree}: {rows} distinct rows, {nodes} nodes, {leaves} leaves")]
    #[event(if let Some(error) = oob_error, ", out-of-bag error so far {error:.6}")]
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
