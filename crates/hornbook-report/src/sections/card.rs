//! The model card: what is known of the model, for those who would use it.

use super::answer::{baseline, short};
use super::model::first_score;
use crate::words::{counted, listed};
use hornbook_core::format::thousands;
use hornbook_study::StudyRecord;
use hornbook_study::record::{ColumnRecord, ColumnRole, Severity};
use serde::Serialize;

/// Names that a line of the card lists at most.
const MOST_NAMES: usize = 30;

#[derive(Serialize)]
pub(super) struct ModelCard {
    /// What it says about what.
    lines: Vec<(&'static str, Vec<String>)>,
}

impl ModelCard {
    pub fn of(record: &StudyRecord) -> ModelCard {
        let lines = vec![
            ("Model", model(record)),
            ("Intended use", uses(record)),
            ("Training data", data(record)),
            ("Performance", performance(record)),
            ("Limitations", limits(record)),
            ("Out-of-scope use", never(record)),
            ("Reproducibility", repeat(record)),
        ];
        ModelCard { lines: lines.into_iter().filter(|(_, sentences)| !sentences.is_empty()).collect() }
    }
}

fn model(record: &StudyRecord) -> Vec<String> {
    let model = &record.model;
    let mut lines = vec![format!("{}. {}", model.spec, model.summary)];
    if let Some(file) = &model.file {
        lines.push(format!("Model file: {file}."));
    }
    lines
}

fn names(record: &StudyRecord, role: ColumnRole) -> Vec<&str> {
    let of_role = |column: &&ColumnRecord| column.role == role;
    record.data.columns.iter().filter(of_role).map(|column| column.name.as_str()).collect()
}

fn uses(record: &StudyRecord) -> Vec<String> {
    let features = names(record, ColumnRole::Feature);
    let mut lines = vec![format!(
        "It predicts {} ({}) for rows from the same distribution as the training data.",
        record.target,
        record.task.in_words()
    )];
    if !features.is_empty() {
        lines.push(format!(
            "It needs {}: {}.",
            counted(features.len(), "feature"),
            listed(&features, MOST_NAMES)
        ));
    }
    if !record.classes.is_empty() {
        lines.push(format!("Classes: {}.", listed(&record.classes, MOST_NAMES)));
    }
    lines
}

fn data(record: &StudyRecord) -> Vec<String> {
    let data = &record.data;
    let mut lines = vec![format!(
        "{} of {}, of which {} have a target; the model was trained on {}.",
        counted(data.rows, "row"),
        record.name,
        thousands(data.usable_rows),
        thousands(record.model.rows)
    )];
    let left_out = names(record, ColumnRole::LeftOut);
    if !left_out.is_empty() {
        lines.push(format!("Excluded columns: {}.", listed(&left_out, MOST_NAMES)));
    }
    lines.push(format!("Data fingerprint (hash): {}.", record.method.fingerprint));
    lines
}

fn performance(record: &StudyRecord) -> Vec<String> {
    let Some(score) = first_score(record) else { return Vec::new() };
    let compared = record.result.scores.first().and_then(|score| baseline(record, &score.measure)).map(short);
    let beside = compared.map_or_else(String::new, |text| format!("; baseline: {text}"));
    let evaluated = format!("{score}{beside}.");
    let mut lines = vec![
        evaluated,
        format!(
            "Evaluated on {} of held-out test data. {}",
            counted(record.result.rows, "row"),
            record.result.design
        ),
    ];
    lines.extend(record.result.calibration.clone());
    lines
}

/// Known limitations.
fn limits(record: &StudyRecord) -> Vec<String> {
    let grave = record.data.findings.iter().filter(|finding| finding.severity >= Severity::Warning);
    let mut lines: Vec<String> = grave.take(8).map(|finding| finding.sentence.clone()).collect();
    if record.method.cut_short {
        lines.push(
            "The study ended before every candidate was evaluated; a better one may be missing.".to_string(),
        );
    }
    if let Some(curve) = record.result.learning_curve.as_ref().filter(|curve| curve.still_helps) {
        lines.push(curve.conclusion.clone());
    }
    if record.result.scores.first().is_some_and(|score| score.low.is_none()) {
        lines.push("Its score has no confidence interval: its uncertainty is unknown.".to_string());
    }
    if lines.is_empty() {
        lines.push(
            "No known weakness on these data; it was not evaluated on other data (external validation)."
                .to_string(),
        );
    }
    lines
}

fn never(record: &StudyRecord) -> Vec<String> {
    let mut lines = Vec::new();
    if !record.result.beats_baseline {
        lines.push("For anything: it is not significantly better than the baseline.".to_string());
    }
    let slices: Vec<&str> =
        record.error_analysis.slices.iter().take(5).map(|slice| slice.rows.as_str()).collect();
    if !slices.is_empty() {
        lines.push(format!(
            "Without review in subgroups with a higher error: {}.",
            listed(&slices, slices.len())
        ));
    }
    lines.push(
        "For data from another time, place or measurement process (distribution shift), until it was evaluated on some."
            .to_string(),
    );
    lines.push(
        "For causal conclusions: it found associations, not what would happen if a feature were changed."
            .to_string(),
    );
    lines
}

fn repeat(record: &StudyRecord) -> Vec<String> {
    let method = &record.method;
    vec![format!("Hornbook {}, random seed {}.", method.release, method.seed)]
}
