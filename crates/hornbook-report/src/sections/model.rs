//! Interpretation of the selected model.

use super::local_explanations::{LocalExplanationView, case};
use super::{Figure, answer};
use crate::plots::{CurvePlot, Emphasis, IntervalChart, IntervalRow, PlotAxis, Series, SeriesStyle};
use crate::words::{alike, first_lines};
use hornbook_core::format::{percent, significant, thousands};
use hornbook_learner::drawing::{COLORS, bounds, with_room};
use hornbook_study::StudyRecord;
use hornbook_study::record::{
    Importance, ModelRecord, ModelSection, PartialDependenceCurve, SimpleModelRecord,
};
use serde::Serialize;

/// Lines of a text, bytes of a drawing, columns and pictures that are shown at most: the page must stay small.
const MOST_LINES: usize = 160;
const MOST_DRAWING: usize = 250_000;
const MOST_IMPORTANCES: usize = 25;
const MOST_DEPENDENCES: usize = 12;
const MOST_CASES: usize = 8;

#[derive(Serialize)]
pub(super) struct ModelSectionView<'a> {
    rows: String,
    size: Option<String>,
    /// The members of an ensemble with their weights.
    members: Vec<(&'a str, String)>,
    parameters: Vec<(&'a str, String)>,
    drawing: Option<&'a str>,
    /// Whether there is a drawing that is too large for the page.
    too_large: bool,
    explanation: Vec<ExplanationText<'a>>,
    importances: Option<Figure>,
    partial_dependence: Vec<Figure>,
    local_explanations: Vec<LocalExplanationView<'a>>,
    simple: Option<SimpleModelView<'a>>,
}

/// The simple model beside the one that is kept.
#[derive(Serialize)]
struct SimpleModelView<'a> {
    learner: &'a str,
    sentence: &'a str,
    file: Option<&'a str>,
    drawing: Option<&'a str>,
    explanation: Vec<ExplanationText<'a>>,
}

/// Lines of plain text.
#[derive(Serialize)]
struct ExplanationText<'a> {
    title: &'a str,
    text: String,
    /// How many lines were cut off.
    more: usize,
}

impl<'a> ModelSectionView<'a> {
    pub fn of(record: &'a StudyRecord) -> ModelSectionView<'a> {
        let model = &record.model;
        let drawing = model.drawing.as_deref();
        let text = |section: &'a ModelSection| {
            let (text, more) = first_lines(&section.text, MOST_LINES);
            ExplanationText { title: &section.title, text, more }
        };
        let simple = |simple: &'a SimpleModelRecord| SimpleModelView {
            learner: &simple.learner,
            sentence: &simple.sentence,
            file: simple.file.as_deref(),
            drawing: simple.drawing.as_deref().filter(|svg| svg.len() <= MOST_DRAWING),
            explanation: simple.explanation.iter().map(text).collect(),
        };
        ModelSectionView {
            rows: thousands(model.rows),
            size: model.size.map(significant),
            members: model
                .members
                .iter()
                .map(|member| (member.name.as_str(), percent(member.weight)))
                .collect(),
            parameters: model.parameters.iter().map(|(name, value)| (name.as_str(), plain(value))).collect(),
            drawing: drawing.filter(|svg| svg.len() <= MOST_DRAWING),
            too_large: drawing.is_some_and(|svg| svg.len() > MOST_DRAWING),
            explanation: model.explanation.iter().map(text).collect(),
            importances: importances(record, model),
            partial_dependence: model
                .partial_dependence
                .iter()
                .take(MOST_DEPENDENCES)
                .map(dependence)
                .collect(),
            local_explanations: model.local_explanations.iter().take(MOST_CASES).map(case).collect(),
            simple: record.simple_model.as_ref().map(simple),
        }
    }
}

/// A parameter's value without quotation marks.
fn plain(value: &hornbook_core::Value) -> String {
    match value {
        hornbook_core::Value::String(text) => text.clone(),
        hornbook_core::Value::Null => "none".to_string(),
        other => other.to_string(),
    }
}

fn importances(record: &StudyRecord, model: &ModelRecord) -> Option<Figure> {
    let most = model.importances.iter().map(|importance| importance.loss.abs()).fold(0.0, f64::max);
    let row = |importance: &Importance| {
        // A column whose interval holds zero may as well be left out of the table.
        let matters = importance.interval.map_or(importance.loss > 0.0, |(low, _)| low > 0.0);
        let show = |x: f64| alike(x, most);
        let full = match importance.interval {
            Some((low, high)) => format!("{} ({} to {})", show(importance.loss), show(low), show(high)),
            None => show(importance.loss),
        };
        IntervalRow {
            name: importance.column.clone(),
            value: importance.loss,
            interval: importance.interval,
            text: show(importance.loss),
            full,
            emphasis: if matters { Emphasis::Normal } else { Emphasis::Faint },
        }
    };
    let rows: Vec<IntervalRow> = model.importances.iter().take(MOST_IMPORTANCES).map(row).collect();
    let first = rows.first()?;
    let measure = record.result.scores.first().map_or("the metric", |score| score.measure.as_str());
    let more = format!("The most important feature is {}: {}.", first.name, first.full);
    let chart = IntervalChart {
        title: "Permutation importance of each feature".to_string(),
        more,
        below: format!("decrease of {measure} when the feature is permuted"),
        rows,
        guide: Some(0.0),
        small: false,
    };
    let left = model.importances.len().saturating_sub(MOST_IMPORTANCES);
    let note = match left {
        0 => model.importance_note.clone(),
        left => format!("{} {left} less important features are not drawn.", model.importance_note),
    };
    Some(Figure::wide(chart.to_svg(), "Permutation importance", &note))
}

fn dependence(dependence: &PartialDependenceCurve) -> Figure {
    let named = !dependence.levels.is_empty();
    let across = match named {
        true => PlotAxis::of_names(&dependence.column, &dependence.levels),
        false => PlotAxis::new(
            &dependence.column,
            bounds(dependence.grid.iter().copied().filter(|x| x.is_finite())),
        ),
    };
    let lines = &dependence.lines[..dependence.lines.len().min(COLORS.len())];
    let names: Vec<&str> = lines.iter().map(|(name, _)| name.as_str()).collect();
    let series = lines.iter().enumerate().map(|(color, (name, values))| Series {
        name: if lines.len() > 1 { name.clone() } else { String::new() },
        color,
        points: dependence.grid.iter().copied().zip(values.iter().copied()).collect(),
        style: if named { SeriesStyle::Marks } else { SeriesStyle::Line },
        ..Series::default()
    });
    let values = lines.iter().flat_map(|(_, values)| values).copied().filter(|x| x.is_finite());
    let label = match names.as_slice() {
        [one] => format!("mean prediction: {one}"),
        _ => "mean prediction".to_string(),
    };
    let plot = CurvePlot {
        title: format!("Partial dependence on {}", dependence.column),
        more: traveled(dependence),
        size: (400.0, 290.0),
        across,
        up: PlotAxis::new(&label, with_room(bounds(values))),
        series: series.collect(),
        rug: if named { Vec::new() } else { dependence.rug.iter().take(100).copied().collect() },
        ..CurvePlot::default()
    };
    Figure::small(plot.to_svg(), "", "").legend(&names)
}

/// Where the first line goes, for those who hear the picture.
fn traveled(dependence: &PartialDependenceCurve) -> String {
    let Some((name, values)) = dependence.lines.first() else { return String::new() };
    let (low, high) =
        values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), &x| (l.min(x), h.max(x)));
    match low.is_finite() && high.is_finite() {
        true => format!(
            "The mean prediction of {name} lies between {} and {}.",
            significant(low),
            significant(high)
        ),
        false => String::new(),
    }
}

/// The chosen model's first score in words, for the card.
pub(super) fn first_score(record: &StudyRecord) -> Option<String> {
    let score = record.result.scores.first()?;
    Some(format!("{} {}", score.measure, answer::short(score)))
}
