//! Test performance.

use super::Figure;
use super::answer::{baseline, interval, is_exact};
use super::classes::{ConfusionView, class_figures, confusion};
use super::numbers::{learning_curve, number_figures};
use crate::words::{measured, stretch};
use hornbook_core::format::{p_value, percent, significant, thousands};
use hornbook_evaluation::Measure;
use hornbook_study::StudyRecord;
use hornbook_study::record::{DecisionRecord, ScoreRecord};
use serde::Serialize;

/// Costs that are listed at most.
const MOST_COSTS: usize = 36;

#[derive(Serialize)]
pub(super) struct ResultSection<'a> {
    rows: String,
    scores: Vec<ScoreRow<'a>>,
    p_value: Option<String>,
    figures: Vec<Figure>,
    confusion: Option<ConfusionView<'a>>,
    decision: Option<DecisionView<'a>>,
    learning_curve: Option<Figure>,
    /// How far off predicted numbers are, in words.
    half_width: Option<String>,
}

#[derive(Serialize)]
struct ScoreRow<'a> {
    measure: &'a str,
    value: String,
    interval: String,
    baseline: String,
    baseline_interval: String,
    /// Which way is better, in words and as a sign.
    direction: &'static str,
    method: &'a str,
}

#[derive(Serialize)]
struct DecisionView<'a> {
    sentence: &'a str,
    threshold: Option<String>,
    positive: Option<&'a str>,
    costs: Vec<(&'a str, &'a str, String)>,
    more_costs: usize,
    mean_cost: Option<(String, String)>,
}

impl<'a> ResultSection<'a> {
    pub fn of(record: &'a StudyRecord) -> ResultSection<'a> {
        let result = &record.result;
        let mut figures = class_figures(record);
        if let Some(numbers) = &result.numbers {
            figures.extend(number_figures(&record.target, numbers));
        }
        let half_width = result.numbers.as_ref().and_then(|numbers| {
            let (width, level) = numbers.interval_half_width.zip(numbers.interval_level)?;
            Some(format!(
                "Prediction interval: {} of the true values lie within ± {} of the prediction.",
                percent(level),
                significant(width)
            ))
        });
        ResultSection {
            rows: thousands(result.rows),
            scores: result.scores.iter().map(|score| shown(record, score)).collect(),
            p_value: result.p_value.map(p_value),
            figures,
            confusion: result.confusion.as_ref().map(confusion),
            decision: result.decision.as_ref().map(|decision| decided(decision, record.positive.as_deref())),
            learning_curve: result.learning_curve.as_ref().map(learning_curve),
            half_width,
        }
    }
}

fn shown<'a>(record: &'a StudyRecord, score: &'a ScoreRecord) -> ScoreRow<'a> {
    let ends =
        |score: &ScoreRecord| interval(score).map_or_else(String::new, |ends| stretch(&score.measure, ends));
    let compared = baseline(record, &score.measure);
    ScoreRow {
        measure: &score.measure,
        value: measured(&score.measure, score.value),
        interval: ends(score),
        baseline: compared.map_or_else(String::new, |other| measured(&other.measure, other.value)),
        baseline_interval: compared.filter(|other| !is_exact(other)).map_or_else(String::new, ends),
        direction: match Measure::from_name(&score.measure).map(Measure::higher_is_better) {
            Ok(true) => "higher",
            Ok(false) => "lower",
            Err(_) => "",
        },
        method: score.method.as_deref().unwrap_or_default(),
    }
}

fn decided<'a>(decision: &'a DecisionRecord, positive: Option<&'a str>) -> DecisionView<'a> {
    let costs = decision.costs.iter().take(MOST_COSTS);
    DecisionView {
        sentence: &decision.sentence,
        threshold: decision.threshold.map(|threshold| format!("{threshold:.3}")),
        positive,
        costs: costs
            .map(|(action, class, cost)| (action.as_str(), class.as_str(), significant(*cost)))
            .collect(),
        more_costs: decision.costs.len().saturating_sub(MOST_COSTS),
        mean_cost: decision.mean_cost.map(|(best, likeliest)| (significant(best), significant(likeliest))),
    }
}
