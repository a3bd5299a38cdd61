//! Checks of the target: its task, its classes, its balance.

use super::finding_list::FindingList;
use crate::record::{Severity, StudyTask};
use hornbook_core::format::{capitalized, counted};
use hornbook_core::{Error, Result};
use hornbook_data::{Dataset, Target};
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

/// A target of two numbers is a target of two classes.
pub(super) fn classes_of_two_numbers(data: Dataset, found: &mut FindingList) -> Result<Dataset> {
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

/// The task of a target; integers from a low one on are counts.
pub(super) fn task_of(target: &Target, data: &Dataset) -> StudyTask {
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
pub(super) fn check_classes(name: &str, target: &Target, data: &Dataset) -> Result<()> {
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

pub(super) fn class_imbalance(target: &Target, data: &Dataset) -> Option<ClassImbalance> {
    ClassImbalance::of(
        class_counts(target, data).iter().map(|(class, count)| (class.as_str(), *count as f64)),
    )
}

/// Says what is to be known of the target.
pub(super) fn look_at_target(
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
            format!("Class '{class}' has only {}: too few to evaluate it.", counted(*count as u64, "row")),
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
