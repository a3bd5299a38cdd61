//! What the traces of lists of rules say.

use hornbook_core::TraceEvent;

/// A step of the learning of a list of rules.
#[derive(Debug, Clone, PartialEq, TraceEvent)]
#[non_exhaustive]
pub enum RuleEvent {
    /// A decision list gained a test.
    #[event("{test}: {class}, matches {matched}, {left} left")]
    Test {
        /// The test, in words.
        test: String,
        /// The class of the rows that it matches.
        class: String,
        /// Their weight.
        matched: f64,
        /// The weight of the rows that are left.
        left: f64,
    },
    /// A rule may have lost one of its demands.
    #[event("{rule}\n  {condition}: {with:.6} with it, {without:.6} without: ")]
    #[event("{}", if *dropped { "dropped" } else { "kept" })]
    Relaxed {
        /// The rule before, in words.
        rule: String,
        /// The demand that costs least, in words: the condition it stands in.
        condition: String,
        /// The estimated accuracy with it.
        with: f64,
        /// The estimated accuracy without it.
        without: f64,
        /// Whether it was dropped.
        dropped: bool,
    },
}
