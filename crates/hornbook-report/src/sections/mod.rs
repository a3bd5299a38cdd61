//! The sections of a report: what the templates show, worked out from a [`StudyRecord`].

mod answer;
mod card;
mod classes;
mod data;
mod error_analysis;
mod leaderboard;
mod local_explanations;
mod model;
mod numbers;
mod result;

use crate::svg_check::check_drawing;
use crate::words::time;
use hornbook_core::Result;
use hornbook_core::format::thousands;
use hornbook_learner::drawing::COLORS;
use hornbook_study::StudyRecord;
use serde::Serialize;

/// Everything that the page shows.
#[derive(Serialize)]
pub(crate) struct ReportPage<'a> {
    /// The record itself, for what is shown as it is.
    record: &'a StudyRecord,
    /// What kind of prediction it is, in words.
    task: &'static str,
    colors: [&'static str; 10],
    answer: answer::AnswerSection,
    data: data::DataSection<'a>,
    leaderboard: leaderboard::LeaderboardSection<'a>,
    result: result::ResultSection<'a>,
    model: model::ModelSectionView<'a>,
    error_analysis: error_analysis::ErrorAnalysisSection<'a>,
    method: MethodSection,
    card: card::ModelCard,
}

/// How a study was done, as far as it is not shown as it stands in the record.
#[derive(Serialize)]
struct MethodSection {
    seed: String,
    budget: String,
    used: String,
    rows: String,
}

impl<'a> ReportPage<'a> {
    pub fn of(record: &'a StudyRecord) -> Result<ReportPage<'a>> {
        let simple = record.simple_model.as_ref().and_then(|simple| simple.drawing.as_ref());
        for drawing in record.model.drawing.iter().chain(simple) {
            check_drawing(drawing)?;
        }
        Ok(ReportPage {
            record,
            task: record.task.in_words(),
            colors: COLORS,
            answer: answer::AnswerSection::of(record),
            data: data::DataSection::of(&record.data),
            leaderboard: leaderboard::LeaderboardSection::of(&record.leaderboard),
            result: result::ResultSection::of(record),
            model: model::ModelSectionView::of(record),
            error_analysis: error_analysis::ErrorAnalysisSection::of(record),
            method: MethodSection {
                seed: record.method.seed.to_string(),
                budget: time(record.method.budget_seconds),
                used: time(record.method.used_seconds),
                rows: thousands(record.data.rows),
            },
            card: card::ModelCard::of(record),
        })
    }
}

/// A picture with what is said about it.
#[derive(Debug, Serialize)]
pub(crate) struct Figure {
    /// The picture; its texts are escaped.
    svg: String,
    /// Its name.
    caption: String,
    /// How to read it.
    note: String,
    /// The names of the colors, if there are several.
    legend: Vec<LegendColor>,
    /// Whether it needs the width of the page, and is moved sideways on a small one.
    wide: bool,
}

/// A color of a legend.
#[derive(Debug, Serialize)]
pub(crate) struct LegendColor {
    name: String,
    color: usize,
}

impl Figure {
    /// A picture that takes a part of the width.
    fn small(svg: String, caption: &str, note: &str) -> Figure {
        Figure { svg, caption: caption.to_string(), note: note.to_string(), legend: Vec::new(), wide: false }
    }

    /// A picture that takes the whole width.
    fn wide(svg: String, caption: &str, note: &str) -> Figure {
        Figure { wide: true, ..Figure::small(svg, caption, note) }
    }

    /// The same with names for the colors 0, 1, …; a single one needs no name.
    fn legend<S: AsRef<str>>(mut self, names: &[S]) -> Figure {
        if names.len() > 1 {
            let named = names.iter().enumerate();
            self.legend =
                named.map(|(color, name)| LegendColor { name: name.as_ref().to_string(), color }).collect();
        }
        self
    }
}
