//! The summary, and the deciding score.

use super::Figure;
use crate::plots::{Emphasis, IntervalChart, IntervalRow};
use crate::words::{measured, stretch};
use hornbook_core::format::{p_value, percent_chosen};
use hornbook_study::StudyRecord;
use hornbook_study::record::ScoreRecord;
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct AnswerSection {
    headline: Option<Headline>,
}

#[derive(Serialize)]
struct Headline {
    measure: String,
    value: String,
    /// The confidence interval in words.
    interval: Option<String>,
    baseline: Option<String>,
    /// Whether the model is better than the baseline.
    learned: bool,
    p_value: Option<String>,
    figure: Figure,
}

impl AnswerSection {
    pub fn of(record: &StudyRecord) -> AnswerSection {
        let headline = record.result.scores.first().map(|score| headline(record, score));
        AnswerSection { headline }
    }
}

/// The interval of a score, if it has one.
pub(super) fn interval(score: &ScoreRecord) -> Option<(f64, f64)> {
    score.low.zip(score.high)
}

/// The baseline by a metric.
pub(super) fn baseline<'a>(record: &'a StudyRecord, measure: &str) -> Option<&'a ScoreRecord> {
    record.result.baseline.iter().find(|score| score.measure == measure)
}

/// Whether the interval has no width that could be shown, as that of a baseline may.
pub(super) fn is_exact(score: &ScoreRecord) -> bool {
    let show = |x: f64| measured(&score.measure, x);
    interval(score).is_some_and(|(low, high)| show(low) == show(high))
}

/// A score with its interval, short: `0.91 (0.88 to 0.94)`.
pub(super) fn short(score: &ScoreRecord) -> String {
    let value = measured(&score.measure, score.value);
    match interval(score).filter(|_| !is_exact(score)) {
        Some(ends) => format!("{value} ({})", stretch(&score.measure, ends)),
        None => value,
    }
}

fn headline(record: &StudyRecord, score: &ScoreRecord) -> Headline {
    let learned = record.result.beats_baseline;
    let compared = baseline(record, &score.measure);
    let row = |name: &str, score: &ScoreRecord, emphasis| IntervalRow {
        name: name.to_string(),
        value: score.value,
        interval: interval(score),
        text: measured(&score.measure, score.value),
        full: short(score),
        emphasis,
    };
    let first = if learned { Emphasis::Strong } else { Emphasis::Normal };
    // People know what an ensemble is; that its learner is called voting, the interpretation says.
    let name = if record.model.members.is_empty() { &record.model.learner } else { "ensemble" };
    let rows = [Some(row(name, score, first)), compared.map(|b| row("baseline", b, Emphasis::Faint))];
    let rows: Vec<IntervalRow> = rows.into_iter().flatten().collect();
    let spoken: Vec<String> = rows.iter().map(|row| format!("{}: {}", row.name, row.full)).collect();
    let chart = IntervalChart {
        title: format!("{} of the selected model and the baseline", score.measure),
        more: format!("{}.", spoken.join("; ")),
        below: score.measure.clone(),
        rows,
        guide: compared.map(|baseline| baseline.value),
        small: true,
    };
    let level = |level: f64| format!("{} CI ", percent_chosen(level));
    Headline {
        measure: score.measure.clone(),
        value: measured(&score.measure, score.value),
        interval: interval(score).map(|ends| {
            format!("{}{}", score.level.map_or("CI ".to_string(), level), stretch(&score.measure, ends))
        }),
        baseline: compared.map(short),
        learned,
        p_value: record.result.p_value.map(p_value),
        figure: Figure::small(
            chart.to_svg(),
            "Model and baseline",
            "The baseline predicts without any features.",
        ),
    }
}
