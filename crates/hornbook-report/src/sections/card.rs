//! The model card: what is known of the model, for those who would use it.

use super::answer::{baseline, short};
use super::model::first_score;
use crate::words::{count, counted, listed};
use hornbook_study::Record;
use hornbook_study::record::{ColumnRecord, ColumnRole, Severity};
use serde::Serialize;

/// Names that a line of the card lists at most.
const MOST_NAMES: usize = 30;

#[derive(Serialize)]
pub(super) struct Card {
    /// What it says about what.
    lines: Vec<(&'static str, Vec<String>)>,
}

impl Card {
    pub fn of(record: &Record) -> Card {
        let lines = vec![
            ("Model", model(record)),
            ("Use", uses(record)),
            ("Data", data(record)),
            ("Performance", performance(record)),
            ("Limits", limits(record)),
            ("When not to use it", never(record)),
            ("To repeat it", repeat(record)),
        ];
        Card { lines: lines.into_iter().filter(|(_, sentences)| !sentences.is_empty()).collect() }
    }
}

fn model(record: &Record) -> Vec<String> {
    let model = &record.model;
    let mut lines = vec![format!("{}. {}", model.spec, model.summary)];
    if let Some(file) = &model.file {
        lines.push(format!("It is kept in {file}."));
    }
    lines
}

fn names(record: &Record, role: ColumnRole) -> Vec<&str> {
    let of_role = |column: &&ColumnRecord| column.role == role;
    record.data.columns.iter().filter(of_role).map(|column| column.name.as_str()).collect()
}

fn uses(record: &Record) -> Vec<String> {
    let features = names(record, ColumnRole::Feature);
    let mut lines = vec![format!(
        "It predicts {} ({}) for single rows that come from where these rows came from.",
        record.target,
        record.task.in_words()
    )];
    if !features.is_empty() {
        lines.push(format!(
            "It needs {}: {}.",
            counted(features.len(), "column"),
            listed(&features, MOST_NAMES)
        ));
    }
    if !record.classes.is_empty() {
        lines.push(format!("Its answers are {}.", listed(&record.classes, MOST_NAMES)));
    }
    lines
}

fn data(record: &Record) -> Vec<String> {
    let data = &record.data;
    let mut lines = vec![format!(
        "{} of {}, of which {} have a target; the model was trained on {}.",
        counted(data.rows, "row"),
        record.name,
        count(data.usable_rows),
        count(record.model.rows)
    )];
    let left_out = names(record, ColumnRole::LeftOut);
    if !left_out.is_empty() {
        lines.push(format!("Left out: {}.", listed(&left_out, MOST_NAMES)));
    }
    lines.push(format!("Fingerprint of the rows: {}.", record.method.fingerprint));
    lines
}

fn performance(record: &Record) -> Vec<String> {
    let Some(score) = first_score(record) else { return Vec::new() };
    let compared = record.result.scores.first().and_then(|score| baseline(record, &score.measure)).map(short);
    let beside = compared.map_or_else(String::new, |text| format!("; the baseline has {text}"));
    let judged = format!("{score}{beside}.");
    let mut lines =
        vec![judged, format!("Judged on {}. {}", counted(record.result.rows, "row"), record.result.design)];
    lines.extend(record.result.calibration.clone());
    lines
}

/// What is known to be weak.
fn limits(record: &Record) -> Vec<String> {
    let grave = record.data.findings.iter().filter(|finding| finding.severity >= Severity::Warning);
    let mut lines: Vec<String> = grave.take(8).map(|finding| finding.sentence.clone()).collect();
    if record.method.cut_short {
        lines
            .push("The study ended before every learner was tried; a better one may be missing.".to_string());
    }
    if let Some(curve) = record.result.learning_curve.as_ref().filter(|curve| curve.still_helps) {
        lines.push(curve.verdict.clone());
    }
    if record.result.scores.first().is_some_and(|score| score.low.is_none()) {
        lines.push(
            "Its score has no interval: nobody knows how far it would be off on other rows.".to_string(),
        );
    }
    if lines.is_empty() {
        lines
            .push("Nothing in these rows speaks against it; rows from elsewhere were not tried.".to_string());
    }
    lines
}

fn never(record: &Record) -> Vec<String> {
    let mut lines = Vec::new();
    if !record.result.beats_baseline {
        lines.push("For anything: it was not shown to be better than the baseline.".to_string());
    }
    let slices: Vec<&str> = record.wrong.slices.iter().take(5).map(|slice| slice.rows.as_str()).collect();
    if !slices.is_empty() {
        lines.push(format!(
            "Without a second look where its error is larger: {}.",
            listed(&slices, slices.len())
        ));
    }
    lines.push(
        "For rows of another time, place or way of measuring, until it was judged on some of them."
            .to_string(),
    );
    lines.push(
        "To say what would happen if a column were changed: it found what goes together, not what causes what."
            .to_string(),
    );
    lines
}

fn repeat(record: &Record) -> Vec<String> {
    let method = &record.method;
    vec![format!("Hornbook {}, seed {}.", method.release, method.seed)]
}
