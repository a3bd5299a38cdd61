//! `hornbook learn`: the textbook's worked examples, computed as they are read.

use crate::arguments::{option, switch};
use crate::failure::Failure;
use crate::output::{Output, heading, rows_of_cells};
use clap::{Arg, ArgMatches, Command, value_parser};
use hornbook::format::counted;
use hornbook_lessons::{Lesson, LessonStep, chapter, chapters};
use serde_json::json;

pub fn command() -> Command {
    Command::new("learn")
        .visible_alias("tutorial")
        .about("Tutorial: worked textbook examples, with every number computed")
        .defer(flags)
}

fn flags(command: Command) -> Command {
    let names: Vec<&str> = chapters().iter().map(|chapter| chapter.name).collect();
    command
        .after_help("Examples:\n  hornbook learn trees\n  hornbook learn trees --step 3")
        .arg(
            Arg::new("CHAPTER")
                .help(format!("One of {}; without one the chapters are listed", names.join(", "))),
        )
        .arg(
            option("step", "NUMBER", "Show only this step")
                .value_parser(value_parser!(u64).range(1..))
                .requires("CHAPTER"),
        )
        .arg(switch("list", "List the chapters").conflicts_with("CHAPTER"))
}

pub fn run(matches: &ArgMatches, output: &Output) -> Result<(), Failure> {
    let Some(name) = matches.get_one::<String>("CHAPTER") else { return list(output) };
    let lesson = chapter(name).map_err(Failure::Request)?.lesson()?;
    match matches.get_one::<u64>("step") {
        Some(&place) => one_step(&lesson, usize::try_from(place).unwrap_or(usize::MAX), output),
        None if output.is_json() => output.json(&lesson.to_json()),
        None => {
            output.text(heading(lesson.title))?;
            for (at, step) in lesson.steps.iter().enumerate() {
                output.text(format!("\n{}", page(at + 1, step)))?;
            }
            Ok(())
        }
    }
}

fn list(output: &Output) -> Result<(), Failure> {
    if output.is_json() {
        let all: Vec<_> =
            chapters().iter().map(|c| json!({"name": c.name, "title": c.title, "ids": c.ids})).collect();
        return output.json(&json!(all));
    }
    let rows = chapters().iter().map(|c| [c.name.to_string(), c.title.to_string()]).collect();
    output.text(rows_of_cells(rows, &[]))?;
    output.text("\n`hornbook learn NAME` works through one; --step shows a step of it.")
}

fn one_step(lesson: &Lesson, place: usize, output: &Output) -> Result<(), Failure> {
    let Some(step) = lesson.steps.get(place - 1) else {
        let steps = counted(lesson.steps.len() as u64, "step");
        return Err(Failure::Usage(format!("there is no step {place}: '{}' has {steps}", lesson.name)));
    };
    if output.is_json() { output.json(&step.to_json(place)) } else { output.text(page(place, step)) }
}

fn page(place: usize, step: &LessonStep) -> String {
    format!("{}\n{step}", heading(&format!("{place}. {}", step.heading)))
}
