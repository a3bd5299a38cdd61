//! The data checks as a whole: faults planted in made tables of several shapes are found, and clean tables raise no alarm.

mod clean;
mod made;
mod odd;
mod planted;
mod real;
mod test_file;

use super::{CheckedData, check_data_at};
use crate::record::{Finding, Severity};
use hornbook_data::{ColumnKind, Dataset, Table};

/// A moment after which no date of a test is: the beginning of 2100.
const NOW: i64 = 4_102_444_800_000;

fn checked(data: &Dataset) -> CheckedData {
    check_data_at(data, NOW).unwrap()
}

fn findings(table: &Table, target: &str) -> Vec<Finding> {
    // A study takes texts, too.
    let data = table.dataset().target(target).unwrap().with_kinds(&[ColumnKind::Text]);
    checked(&data).record.findings
}

/// What is said about rows and columns, and not about how few rows or classes there are.
fn warnings(findings: &[Finding]) -> Vec<&Finding> {
    let of_size = ["few_rows", "few_of_a_class", "imbalance"];
    findings
        .iter()
        .filter(|f| f.severity >= Severity::Warning && !of_size.contains(&f.kind.as_str()))
        .collect()
}

fn of_kind<'a>(findings: &'a [Finding], kind: &str) -> Option<&'a Finding> {
    findings.iter().find(|finding| finding.kind == kind)
}
