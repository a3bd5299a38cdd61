//! The sections of a report: what the templates show, worked out from a [`Record`].

mod answer;
mod card;
mod cases;
mod classes;
mod data;
mod line_up;
mod model;
mod numbers;
mod result;
mod wrong;

use crate::drawn::check_drawing;
use crate::words::{count, time};
use hornbook_core::Result;
use hornbook_learner::drawing::COLOURS;
use hornbook_study::Record;
use serde::Serialize;

/// Everything that the page shows.
#[derive(Serialize)]
pub(crate) struct Page<'a> {
    /// The record itself, for what is shown as it is.
    record: &'a Record,
    /// What kind of prediction it is, in words.
    task: &'static str,
    colours: [&'static str; 10],
    answer: answer::Answer,
    data: data::Data<'a>,
    line_up: line_up::LineUpSection<'a>,
    result: result::ResultSection<'a>,
    model: model::ModelSectionView<'a>,
    wrong: wrong::Wrong<'a>,
    method: Method,
    card: card::Card,
}

/// How a study was done, as far as it is not shown as it stands in the record.
#[derive(Serialize)]
struct Method {
    seed: String,
    budget: String,
    used: String,
    rows: String,
}

impl<'a> Page<'a> {
    pub fn of(record: &'a Record) -> Result<Page<'a>> {
        if let Some(drawing) = &record.model.drawing {
            check_drawing(drawing)?;
        }
        Ok(Page {
            record,
            task: record.task.in_words(),
            colours: COLOURS,
            answer: answer::Answer::of(record),
            data: data::Data::of(&record.data),
            line_up: line_up::LineUpSection::of(&record.line_up),
            result: result::ResultSection::of(record),
            model: model::ModelSectionView::of(record),
            wrong: wrong::Wrong::of(record),
            method: Method {
                seed: record.method.seed.to_string(),
                budget: time(record.method.budget_seconds),
                used: time(record.method.used_seconds),
                rows: count(record.data.rows),
            },
            card: card::Card::of(record),
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
    /// The names of the colours, if there are several.
    legend: Vec<Colour>,
    /// Whether it needs the width of the page, and is moved sideways on a small one.
    wide: bool,
}

/// A colour of a legend.
#[derive(Debug, Serialize)]
pub(crate) struct Colour {
    name: String,
    colour: usize,
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

    /// The same with names for the colours 0, 1, …; a single one needs no name.
    fn legend<S: AsRef<str>>(mut self, names: &[S]) -> Figure {
        if names.len() > 1 {
            let named = names.iter().enumerate();
            self.legend =
                named.map(|(colour, name)| Colour { name: name.as_ref().to_string(), colour }).collect();
        }
        self
    }
}
