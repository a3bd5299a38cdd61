//! Columns that say nothing or too much: constants, ids, duplicates of others and of the target.

use super::description::{ColumnDescription, DataDescription, ProblemKind};
use super::finding_list::FindingList;
use super::id_column::is_surely_id;
use super::target_duplicate::duplicates_target;
use crate::record::Severity;
use hornbook_data::{Dataset, Feature, RowSelection, Target};

/// Says what is wrong with the columns, and which are left out for it.
pub(super) fn look_at_columns(
    data: &Dataset,
    target: &Target,
    described: &DataDescription,
    found: &mut FindingList,
) -> Vec<String> {
    let mut left_out = Vec::new();
    for (place, &position) in data.features().iter().enumerate() {
        if data.offset_feature() == Some(place) {
            continue;
        }
        let column = &described.columns[position];
        let (name, feature) = (column.name.as_str(), data.feature(place));
        let mut leave_out = |severity: Severity, kind: &str, why: &str| {
            let sentence = format!("Column '{name}' {why}; it was excluded.");
            found.add(severity, kind, Some(name), sentence);
            left_out.push(name.to_string());
        };
        let has = |kind: ProblemKind| column.problems.iter().find(|problem| problem.kind == kind);
        // Amounts and dates that were read as words are distinct, and yet no names.
        let has_disguise = has(ProblemKind::NumbersAsText).or(has(ProblemKind::DatesAsText)).is_some();
        if has(ProblemKind::AllMissing).is_some() {
            leave_out(Severity::Note, "all_missing", "has no values");
        } else if has(ProblemKind::Constant).is_some() && column.missing == 0 {
            leave_out(Severity::Note, "constant", "is constant (zero variance)");
        } else if duplicates_target(&feature, target, data.rows()) {
            leave_out(Severity::Serious, "copy_of_target", "duplicates the target (target leakage)");
        } else if is_constant(&feature, data.rows()) {
            leave_out(
                Severity::Note,
                "constant",
                "is constant (zero variance) in the rows that have a target",
            );
        } else if has(ProblemKind::Id).is_some()
            && !has_disguise
            && is_surely_id(name, &data.table().columns()[position])
        {
            let why = match data.table().rows() - column.missing {
                present if present == column.distinct => "every value is distinct".to_string(),
                present => format!("{} of {present} values are distinct", column.distinct),
            };
            leave_out(Severity::Warning, "id", &format!("looks like an ID: {why}"));
        } else if let Some(problem) = has(ProblemKind::Duplicate) {
            leave_out(Severity::Note, "duplicate", &format!("is a duplicate: {}", problem.sentence));
        } else {
            remark(column, data.table().rows(), found);
        }
    }
    left_out
}

/// What is said of a column that stays.
fn remark(column: &ColumnDescription, rows: usize, found: &mut FindingList) {
    let name = column.name.as_str();
    for problem in &column.problems {
        let (severity, kind) = match problem.kind {
            ProblemKind::DatesAsText => (Severity::Warning, "dates_as_text"),
            ProblemKind::NumbersAsText => (Severity::Warning, "numbers_as_text"),
            ProblemKind::Id => (Severity::Note, "all_different"),
            ProblemKind::Constant => (Severity::Note, "constant"),
            ProblemKind::Infinite => (Severity::Serious, "infinite"),
            _ => continue,
        };
        let sentence = match problem.kind {
            ProblemKind::Id => format!(
                "Column '{name}' has {} distinct values in {} rows; if it is an ID, exclude it with --without.",
                column.distinct, rows
            ),
            _ => format!("Column '{name}': {}.", problem.sentence),
        };
        found.add(severity, kind, Some(name), sentence);
    }
}

/// Whether no value differs from that of the first row.
fn is_constant(feature: &Feature, rows: &RowSelection) -> bool {
    let mut rows = rows.iter().map(|row| row as usize);
    let Some(first) = rows.next() else { return false };
    match feature {
        Feature::Number(values) => rows.all(|row| values[row] == values[first]),
        Feature::Code(codes, _) => rows.all(|row| codes[row] == codes[first]),
        Feature::Text(_) | Feature::Object(_) => false,
    }
}
