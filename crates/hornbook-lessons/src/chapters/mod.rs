//! One chapter a file. A chapter is a list of steps, and a step a function that computes what it shows.

mod bayes;
mod decisions;
mod discriminants;
mod ensembles;
mod estimation;
mod evaluation;
mod linear;
mod neighbors;
mod trees;

use crate::lesson::{Lesson, LessonStep};
use hornbook::{Error, Result};
use hornbook_core::closest_name;

/// A step that is still to be worked out.
type StepFn = fn() -> Result<LessonStep>;

/// A chapter: what it is called, and how its lesson is made.
#[derive(Debug)]
pub struct Chapter {
    /// Its name.
    pub name: &'static str,
    /// What it is about.
    pub title: &'static str,
    /// The items of the curriculum that it shows.
    pub ids: &'static [&'static str],
    steps: &'static [StepFn],
}

impl Chapter {
    /// Works through the chapter. It is the same each time.
    pub fn lesson(&self) -> Result<Lesson> {
        // Learners made of learners know them by name.
        hornbook::registry();
        let steps = self.steps.iter().map(|step| step()).collect::<Result<Vec<LessonStep>>>()?;
        Ok(Lesson { name: self.name, title: self.title, ids: self.ids, steps })
    }
}

/// The chapters, in the order they should be read.
pub fn chapters() -> &'static [Chapter] {
    static ALL: [Chapter; 9] = [
        trees::CHAPTER,
        bayes::CHAPTER,
        decisions::CHAPTER,
        estimation::CHAPTER,
        discriminants::CHAPTER,
        evaluation::CHAPTER,
        linear::CHAPTER,
        neighbors::CHAPTER,
        ensembles::CHAPTER,
    ];
    &ALL
}

/// The chapter of a name; the error names the nearest, or all.
pub fn chapter(name: &str) -> Result<&'static Chapter> {
    if let Some(found) = chapters().iter().find(|chapter| chapter.name == name) {
        return Ok(found);
    }
    let names: Vec<&str> = chapters().iter().map(|chapter| chapter.name).collect();
    let advice = match closest_name(name, &names) {
        Some(near) => format!("did you mean '{near}'?"),
        None => format!("there are {}", names.join(", ")),
    };
    Err(Error::data(format!("there is no chapter '{name}'"), advice))
}
