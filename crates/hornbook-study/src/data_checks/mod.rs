//! Data checks before training.
//!
//! `check_data` looks at a dataset as a whole: its target, its columns one by one (constants, ids, duplicates), then at what spoils a
//! score in silence: duplicate rows, target leakage, repeated subjects, time, the order of the rows. Each finding is a sentence with numbers,
//! what it means and what to do. What needs more than the rows is called where that is known: residuals ([`residual_order_finding`]),
//! out-of-fold probabilities ([`label_noise()`]), a test file ([`contamination_findings`], [`covariate_shift_findings`]).

mod binned_column;
mod check_input;
mod columns;
mod command_argument;
mod contamination;
mod copy_groups;
mod covariate_shift;
mod description;
mod exact_copies;
mod finding_list;
mod formula;
mod id_column;
mod joint_learner;
mod label_noise;
mod leakage;
mod midranks;
mod near_copies;
mod objects;
mod repeated_subjects;
mod resolution;
mod row_order;
mod single_column;
mod sketch;
mod target;
mod target_duplicate;
#[cfg(test)]
mod tests;
mod time_columns;

pub use contamination::contamination_findings;
pub use copy_groups::CopyGroups;
pub use covariate_shift::covariate_shift_findings;
pub use description::{ColumnDescription, ColumnSummary, DataDescription, DataProblem, ProblemKind};
pub use label_noise::{LabelNoise, LabelSuspect, label_noise};
pub use objects::{ObjectSummary, SizeRange};
pub use row_order::residual_order_finding;

use crate::record::{ColumnRecord, ColumnRole, DataRecord, Finding, Severity, Sketch, StudyTask};
use check_input::CheckInput;
use finding_list::FindingList;
use hornbook_core::{Error, Result};
use hornbook_data::Dataset;
use std::time::{SystemTime, UNIX_EPOCH};

/// What was seen in the rows, and what can be learned from.
pub(crate) struct CheckedData {
    /// The rows without the columns that were left out.
    pub data: Dataset,
    pub task: StudyTask,
    pub record: DataRecord,
    /// Rows of `data` that are copies of each other, if there are more than chance makes: a study keeps them together in folds.
    pub copies: Option<CopyGroups>,
}

/// Looks at a dataset, leaves out columns that would spoil the answer, and says so.
pub(crate) fn check_data(data: &Dataset) -> Result<CheckedData> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    check_data_at(data, i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

/// The same at a moment in milliseconds since 1970, after which dates are in the future.
fn check_data_at(data: &Dataset, now: i64) -> Result<CheckedData> {
    let mut found = FindingList::default();
    let rows = data.table().rows();
    let (data, dropped) = data.clone().drop_missing_target()?;
    if data.rows().is_empty() {
        return Err(Error::data(
            format!("there is no row with a value of the target '{}'", data.require_target()?.0),
            "give rows to learn from",
        ));
    }
    let name = data.require_target()?.0.to_string();
    let data = target::classes_of_two_numbers(data, &mut found)?;
    let (_, values) = data.require_target()?;
    target::check_classes(&name, values, &data)?;
    let task = target::task_of(values, &data);
    if dropped > 0 {
        found.add(
            Severity::Note,
            "missing_target",
            Some(&name),
            format!("The target is missing in {dropped} of {rows} rows; they were dropped."),
        );
    }
    let imbalance = target::class_imbalance(values, &data);
    target::look_at_target(&name, values, &data, task, imbalance.as_ref(), &mut found);
    let described = DataDescription::of(data.table(), Some(&name))?;
    let left_out = columns::look_at_columns(&data, values, &described, &mut found);
    let data = data.clone().without(&left_out)?;
    if data.feature_count() == 0 {
        return Err(Error::data(
            "no column is left to learn from (there are no features)",
            match left_out.is_empty() {
                true => "give columns beside the target".to_string(),
                false => format!("these were excluded: {}; see `hornbook describe`", left_out.join(", ")),
            },
        ));
    }
    let copies = look_at_rows(&data, now, &mut found)?;
    let features = data.feature_names();
    let role = |column: &str| match column {
        column if column == name => ColumnRole::Target,
        column if data.offset_name() == Some(column) => ColumnRole::Rows,
        column if features.contains(&column) => ColumnRole::Feature,
        column if data.role_columns().contains(&column) => ColumnRole::Rows,
        _ => ColumnRole::LeftOut,
    };
    let columns = described
        .columns
        .iter()
        .zip(data.table().columns())
        .map(|(described, column)| ColumnRecord {
            name: described.name.clone(),
            kind: described.kind.name().to_string(),
            role: role(&described.name),
            missing: described.missing,
            distinct: described.distinct,
            values: described.values_in_words(),
            sketch: Sketch::of(column, described),
        })
        .collect();
    let record = DataRecord { rows, usable_rows: data.rows().len(), columns, findings: found.sorted() };
    Ok(CheckedData { task, record, copies, data })
}

/// Says what is wrong with rows and columns together, and which rows are copies.
fn look_at_rows(data: &Dataset, now: i64, found: &mut FindingList) -> Result<Option<CopyGroups>> {
    let input = CheckInput::of(data)?;
    if input.unread > 0 {
        found.add(
            Severity::Note,
            "many_columns",
            None,
            format!(
                "Target leakage, near duplicates, subjects and time were looked for in the first {} of {} columns only.",
                input.names.len(),
                input.names.len() + input.unread
            ),
        );
    }
    let exact = exact_copies::exact_copies(data, &input);
    found.extend(exact.findings);
    let mut pairs = exact.pairs;
    if let Some(near) = near_copies::near_copies(data, &input) {
        found.extend([near.finding]);
        pairs.extend(near.pairs);
    }
    let copies = (!pairs.is_empty()).then(|| CopyGroups::of_pairs(input.rows, pairs));
    let (formula, in_formula) = match formula::formula_leak(&input) {
        Some(leak) => (Some(leak.finding), leak.places),
        None => (None, Vec::new()),
    };
    found.extend(formula);
    found.extend(leakage::leakage_findings(&input, copies.as_ref().map(CopyGroups::groups), &in_formula));
    if data.groups().is_none() {
        found.extend(repeated_subjects::subject_findings(&input, copies.as_ref()));
    }
    let time = time_columns::time_findings(data, &input);
    // What is said of a column of time says the same.
    let is_said = |finding: &Finding| {
        let says_it = |time: &Finding| time.severity >= Severity::Warning || time.column == finding.column;
        time.iter().any(says_it)
    };
    found.extend(time_columns::future_date_findings(data, now));
    if data.row_order().is_none() {
        found.extend(row_order::target_order_finding(&input).filter(|finding| !is_said(finding)));
    }
    found.extend(time);
    Ok(copies)
}
