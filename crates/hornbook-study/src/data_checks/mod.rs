//! Data checks before training.

mod description;
mod leakage;
mod objects;
mod sketch;

pub use description::{ColumnDescription, ColumnSummary, DataDescription, DataProblem, ProblemKind};
pub use objects::{ObjectSummary, SizeRange};

use crate::record::{ColumnRecord, ColumnRole, DataRecord, Finding, Severity, Sketch, StudyTask};
use hornbook_core::format::{capitalized, three_decimals};
use hornbook_core::{Error, Result};
use hornbook_data::{Column, Dataset, Feature, Target};
use hornbook_evaluation::policy::ClassImbalance;

/// Fewer rows than this leave wide intervals whatever is done.
const FEW_ROWS: usize = 50;
/// A class needs this many rows for a part of it to be evaluated.
const FEW_OF_A_CLASS: usize = 10;
/// More classes than this, with fewer rows each than `ROWS_A_CLASS`, are names rather than classes.
const MANY_CLASSES: usize = 100;
const ROWS_A_CLASS: f64 = 5.0;
/// A count may begin here; integers that begin higher are rather measured.
const COUNTS_BEGIN: f64 = 5.0;

/// What was seen in the rows, and what can be learned from.
pub(crate) struct CheckedData {
    /// The rows without the columns that were left out.
    pub data: Dataset,
    pub task: StudyTask,
    pub imbalance: Option<ClassImbalance>,
    pub record: DataRecord,
}

/// Looks at a dataset, leaves out columns that would spoil the answer, and says so.
pub(crate) fn check_data(data: &Dataset) -> Result<CheckedData> {
    let mut found = FindingList(Vec::new());
    let rows = data.table().rows();
    let (data, dropped) = data.clone().drop_missing_target()?;
    if data.rows().is_empty() {
        return Err(Error::data(
            format!("there is no row with a value of the target '{}'", data.require_target()?.0),
            "give rows to learn from",
        ));
    }
    let name = data.require_target()?.0.to_string();
    let data = classes_of_two_numbers(data, &mut found)?;
    let (_, target) = data.require_target()?;
    check_classes(&name, target, &data)?;
    let task = task_of(target, &data);
    if dropped > 0 {
        found.add(
            Severity::Note,
            "missing_target",
            Some(&name),
            format!("The target is missing in {dropped} of {rows} rows; they were dropped."),
        );
    }
    let imbalance = class_imbalance(target, &data);
    look_at_target(&name, target, &data, task, imbalance.as_ref(), &mut found);
    let described = DataDescription::of(data.table(), Some(&name))?;
    let left_out = look_at_columns(&data, target, &described, &mut found);
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
    Ok(CheckedData { task, imbalance, record, data })
}

struct FindingList(Vec<Finding>);

impl FindingList {
    fn add(&mut self, severity: Severity, kind: &str, column: Option<&str>, sentence: String) {
        let column = column.map(str::to_string);
        self.0.push(Finding { severity, kind: kind.to_string(), column, sentence });
    }

    fn sorted(mut self) -> Vec<Finding> {
        self.0.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
        self.0
    }
}

/// A target of two numbers is a target of two classes.
fn classes_of_two_numbers(data: Dataset, found: &mut FindingList) -> Result<Dataset> {
    let (name, target) = data.require_target()?;
    let Target::Numbers(values) = target else { return Ok(data) };
    let name = name.to_string();
    let mut different: Vec<f64> = Vec::new();
    for value in data.rows().iter().map(|row| values[row as usize]) {
        if !different.contains(&value) {
            different.push(value);
        }
        if different.len() > 2 {
            break;
        }
    }
    let [one, other] = different[..] else { return Ok(data) };
    if one.fract() != 0.0 || other.fract() != 0.0 {
        return Ok(data);
    }
    let sentence = format!("The target has two values, {one} and {other}: taken as binary classification.");
    found.add(Severity::Note, "two_numbers", Some(&name), sentence);
    data.classify()
}

fn task_of(target: &Target, data: &Dataset) -> StudyTask {
    match target {
        Target::Classes(classes) if classes.levels.len() == 2 => StudyTask::Binary,
        Target::Classes(_) => StudyTask::Multiclass,
        Target::Numbers(values) => {
            let values = || data.rows().iter().map(|row| values[row as usize]);
            let whole = values().all(|x| x >= 0.0 && x.fract() == 0.0);
            match whole && values().fold(f64::INFINITY, f64::min) <= COUNTS_BEGIN {
                true => StudyTask::Count,
                false => StudyTask::Regression,
            }
        }
    }
}

/// Refuses targets that nothing can be learned about.
fn check_classes(name: &str, target: &Target, data: &Dataset) -> Result<()> {
    let rows = data.rows().len();
    match target {
        Target::Classes(_) => {
            let classes = class_counts(target, data).len();
            if classes < 2 {
                return Err(Error::data(
                    format!("the target '{name}' has one class in every row"),
                    "give rows of at least two classes, or name another target",
                ));
            }
            if classes > MANY_CLASSES && (rows as f64) < ROWS_A_CLASS * classes as f64 {
                return Err(Error::data(
                    format!(
                        "the target '{name}' has {classes} classes in {rows} rows, too few of each to learn from: it looks \
                         like a name or an id"
                    ),
                    "name another target, or put classes together",
                ));
            }
        }
        Target::Numbers(values) => {
            let mut all = data.rows().iter().map(|row| values[row as usize]);
            let first = all.next();
            if all.all(|value| Some(value) == first) {
                return Err(Error::data(
                    format!("the target '{name}' has the same value in every row"),
                    "name a target that varies",
                ));
            }
        }
    }
    Ok(())
}

/// The classes that occur, with their counts.
fn class_counts(target: &Target, data: &Dataset) -> Vec<(String, usize)> {
    let Target::Classes(classes) = target else { return Vec::new() };
    let mut counts = vec![0; classes.levels.len()];
    data.rows().iter().for_each(|row| counts[classes.codes[row as usize] as usize] += 1);
    classes.levels.iter().cloned().zip(counts).filter(|(_, count)| *count > 0).collect()
}

fn class_imbalance(target: &Target, data: &Dataset) -> Option<ClassImbalance> {
    ClassImbalance::of(
        class_counts(target, data).iter().map(|(class, count)| (class.as_str(), *count as f64)),
    )
}

fn look_at_target(
    name: &str,
    target: &Target,
    data: &Dataset,
    task: StudyTask,
    imbalance: Option<&ClassImbalance>,
    found: &mut FindingList,
) {
    let rows = data.rows().len();
    if rows < FEW_ROWS {
        found.add(
            Severity::Warning,
            "few_rows",
            None,
            format!("Small sample: there are only {rows} rows, so the confidence intervals will be wide."),
        );
    }
    if let Some(imbalance) = imbalance {
        found.add(
            Severity::Warning,
            "imbalance",
            Some(name),
            format!("{}.", capitalized(&imbalance.to_string())),
        );
    }
    let counts = class_counts(target, data);
    if let Some((class, count)) = counts.iter().min_by_key(|(_, count)| *count)
        && *count < FEW_OF_A_CLASS
    {
        found.add(
            Severity::Warning,
            "few_of_a_class",
            Some(name),
            format!("Class '{class}' has only {count} rows: too few to evaluate it."),
        );
    }
    if matches!(task, StudyTask::Count | StudyTask::Regression)
        && let Target::Numbers(values) = target
    {
        let mut different: Vec<f64> = data.rows().iter().map(|row| values[row as usize]).collect();
        different.sort_unstable_by(f64::total_cmp);
        different.dedup();
        if different.len() <= 20 && different.iter().all(|x| x.fract() == 0.0) {
            found.add(Severity::Note, "few_numbers", Some(name), format!(
                "The target has {} distinct integers. They are taken as numbers (regression); for classification, add --classify.",
                different.len()
            ));
        }
    }
}

/// Says what is wrong with the columns, and which are left out for it.
fn look_at_columns(
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
        if has(ProblemKind::AllMissing).is_some() {
            leave_out(Severity::Note, "all_missing", "has no values");
        } else if has(ProblemKind::Constant).is_some() && column.missing == 0 {
            leave_out(Severity::Note, "constant", "is constant (zero variance)");
        } else if leakage::duplicates_target(&feature, target, data.rows()) {
            leave_out(Severity::Serious, "copy_of_target", "duplicates the target (target leakage)");
        } else if has(ProblemKind::Id).is_some() && is_surely_id(name, &data.table().columns()[position]) {
            leave_out(Severity::Warning, "id", "looks like an ID: every value is distinct");
        } else if let Some(problem) = has(ProblemKind::Duplicate) {
            leave_out(Severity::Note, "duplicate", &format!("is a duplicate: {}", problem.sentence));
        } else {
            remark(column, &feature, data, target, found);
        }
    }
    left_out
}

/// What is said of a column that stays.
fn remark(
    column: &ColumnDescription,
    feature: &Feature,
    data: &Dataset,
    target: &Target,
    found: &mut FindingList,
) {
    let name = column.name.as_str();
    if let Some(right) = leakage::suspicious_accuracy(feature, target, data.rows()) {
        let how = match target {
            Target::Classes(_) => format!("is right in {:.1} % of the rows", 100.0 * right),
            Target::Numbers(_) => format!("explains the target with an R² of {}", three_decimals(right)),
        };
        found.add(Severity::Warning, "leak", Some(name), format!(
            "Possible target leakage: column '{name}' alone {how}. If it is known only after the target, exclude it with --without."
        ));
    }
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
            ProblemKind::Id => {
                format!(
                    "Column '{name}' has a distinct value in every row; if it is an ID, exclude it with --without."
                )
            }
            _ => format!("Column '{name}': {}.", problem.sentence),
        };
        found.add(severity, kind, Some(name), sentence);
    }
}

/// Whether a column of different values is an id beyond doubt: words, a name that says so, or numbers that count the rows.
fn is_surely_id(name: &str, column: &Column) -> bool {
    let Column::Number(numbers) = column else { return true };
    let plain = name.to_lowercase();
    let words: Vec<&str> =
        plain.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let says_so = words.is_empty()
        || words
            .iter()
            .any(|word| ["id", "ids", "index", "key", "uuid", "guid", "rowid", "unnamed"].contains(word));
    let values = numbers.dense();
    let counts_rows = values.windows(2).all(|pair| pair[1] - pair[0] == 1.0);
    says_so || counts_rows
}
