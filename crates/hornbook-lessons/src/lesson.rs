//! What a lesson is: steps with their text and the numbers in it by name.

use crate::format::{WIDTH, wrapped};
use hornbook::Value;
use serde_json::{Map, json};
use std::fmt;

/// A chapter that was worked through.
#[derive(Debug, Clone, PartialEq)]
pub struct Lesson {
    /// The chapter's name.
    pub name: &'static str,
    /// What it is about.
    pub title: &'static str,
    /// The items of the curriculum that it shows.
    pub ids: &'static [&'static str],
    /// The steps, in the order they should be read.
    pub steps: Vec<LessonStep>,
}

impl Lesson {
    /// A number by the name it has in some step.
    pub fn number(&self, name: &str) -> Option<f64> {
        self.value(name)?.as_f64()
    }

    /// A value by the name it has in some step.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.steps.iter().find_map(|step| step.values.get(name))
    }

    /// The lesson for programs.
    pub fn to_json(&self) -> Value {
        let steps: Vec<Value> =
            self.steps.iter().enumerate().map(|(at, step)| step.to_json(at + 1)).collect();
        json!({"name": self.name, "title": self.title, "ids": self.ids, "steps": steps})
    }
}

/// One step of a lesson.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LessonStep {
    /// A few words.
    pub heading: String,
    /// What is done and why.
    pub prose: String,
    /// What was computed, as lines of text: a table, a trace, a formula with the numbers put in.
    pub body: String,
    /// The computed values by name.
    pub values: Map<String, Value>,
    /// Where the notes are wrong here.
    pub errata: Vec<Erratum>,
}

/// Something in the notes that is not so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Erratum {
    /// What the notes say.
    pub notes: String,
    /// What is right, with the numbers that show it.
    pub right: String,
}

impl LessonStep {
    /// A step of this heading, still empty.
    pub(crate) fn new(heading: &str) -> LessonStep {
        LessonStep { heading: heading.to_string(), ..LessonStep::default() }
    }

    /// Says what is done and why.
    pub(crate) fn says(mut self, prose: impl Into<String>) -> LessonStep {
        self.prose = prose.into();
        self
    }

    /// Adds lines of text, below those that are there with an empty line between.
    pub(crate) fn shows(mut self, body: impl AsRef<str>) -> LessonStep {
        if !self.body.is_empty() {
            self.body.push_str("\n\n");
        }
        self.body.push_str(body.as_ref().trim_end());
        self
    }

    /// Keeps a value by name.
    pub(crate) fn value(mut self, name: impl Into<String>, value: impl Into<Value>) -> LessonStep {
        self.values.insert(name.into(), value.into());
        self
    }

    /// Keeps a number for each name, below a common one.
    pub(crate) fn numbers<N: AsRef<str>>(
        self,
        of: &str,
        all: impl IntoIterator<Item = (N, f64)>,
    ) -> LessonStep {
        all.into_iter()
            .fold(self, |step, (name, number)| step.value(format!("{of}.{}", name.as_ref()), number))
    }

    /// Says where the notes are wrong, and what is right.
    pub(crate) fn erratum(mut self, notes: impl Into<String>, right: impl Into<String>) -> LessonStep {
        self.errata.push(Erratum { notes: notes.into(), right: right.into() });
        self
    }

    /// The step for programs, with its position from 1.
    pub fn to_json(&self, place: usize) -> Value {
        let erratum = |e: &Erratum| json!({"notes": e.notes, "right": e.right});
        json!({
            "step": place,
            "heading": self.heading,
            "prose": self.prose,
            "text": self.body,
            "values": self.values,
            "errata": self.errata.iter().map(erratum).collect::<Vec<Value>>(),
        })
    }
}

/// The step without its heading: the prose, the lines of the body set off to the right, and what the notes have wrong.
impl fmt::Display for LessonStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", wrapped(&self.prose, WIDTH, ""))?;
        if !self.body.is_empty() {
            writeln!(f)?;
            for line in self.body.lines() {
                let line = format!("    {line}");
                if line.chars().count() <= WIDTH {
                    writeln!(f, "{}", line.trim_end())?;
                } else {
                    // A trace may say more than a line holds.
                    let margin = line.len() - line.trim_start().len();
                    writeln!(f, "{}", wrapped(&line, WIDTH, &" ".repeat(margin)))?;
                }
            }
        }
        for erratum in &self.errata {
            let text = format!("The notes say {}. {}.", erratum.notes, erratum.right);
            writeln!(f, "\n{}", wrapped(&text, WIDTH, "! "))?;
        }
        Ok(())
    }
}
