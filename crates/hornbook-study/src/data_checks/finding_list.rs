//! The findings of a study's data checks, as they are collected.

use crate::record::{Finding, Severity};

/// Findings in the order in which they were made.
#[derive(Default)]
pub(super) struct FindingList(Vec<Finding>);

/// A finding.
pub(super) fn finding(severity: Severity, kind: &str, column: Option<&str>, sentence: String) -> Finding {
    Finding { severity, kind: kind.to_string(), column: column.map(str::to_string), sentence }
}

impl FindingList {
    pub(super) fn add(&mut self, severity: Severity, kind: &str, column: Option<&str>, sentence: String) {
        self.0.push(finding(severity, kind, column, sentence));
    }

    pub(super) fn extend(&mut self, findings: impl IntoIterator<Item = Finding>) {
        self.0.extend(findings);
    }

    /// The most severe first.
    pub(super) fn sorted(mut self) -> Vec<Finding> {
        self.0.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
        self.0
    }
}
