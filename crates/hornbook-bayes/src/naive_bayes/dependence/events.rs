//! What the trace of a tree of columns says: a line a branch.

use hornbook_core::TraceEvent;

/// A step of the growing of a tree of columns.
#[derive(Debug, Clone, PartialEq, TraceEvent)]
#[non_exhaustive]
pub enum DependenceEvent {
    /// A column is joined to the tree.
    #[event("{column} depends on {parent}: {information:.4} nats within classes")]
    Branch {
        /// The column.
        column: String,
        /// The column it depends on.
        parent: String,
        /// What they tell of each other within classes, in nats.
        information: f64,
    },
}
