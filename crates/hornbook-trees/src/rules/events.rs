//! What the traces of lists of rules say.

use hornbook_core::{TraceEvent, Value};
use serde_json::json;
use std::fmt;

/// A step of the learning of a list of rules.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum RuleEvent {
    /// A decision list gained a test.
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

impl fmt::Display for RuleEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RuleEvent::Test { test, class, matched, left } => {
                write!(f, "{test}: {class}, matches {matched}, {left} left")
            }
            RuleEvent::Relaxed { rule, condition, with, without, dropped } => {
                let outcome = if *dropped { "dropped" } else { "kept" };
                write!(f, "{rule}\n  {condition}: {with:.6} with it, {without:.6} without: {outcome}")
            }
        }
    }
}

impl TraceEvent for RuleEvent {
    fn to_json(&self) -> Value {
        match self {
            RuleEvent::Test { test, class, matched, left } => {
                json!({"event": "test", "test": test, "class": class, "matched": matched, "left": left})
            }
            RuleEvent::Relaxed { rule, condition, with, without, dropped } => json!({
                "event": "relaxed", "rule": rule, "condition": condition, "with": with, "without": without,
                "dropped": dropped,
            }),
        }
    }
}
