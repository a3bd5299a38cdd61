//! `hornbook evaluate`: how good a learner is on rows it did not see.

use crate::arguments::required;
use crate::design;
use crate::failure::Failure;
use crate::input;
use crate::judging;
use crate::learner_flags;
use crate::output::Output;
use crate::progress;
use clap::{ArgMatches, Command};
use hornbook::evaluation::check_scorable;
use hornbook::{Entry, Registry};

pub fn command(registry: &Registry, entry: &Entry) -> Command {
    let command = Command::new("evaluate")
        .about("Judge a learner on rows it did not see, beside the baseline")
        .arg(required("FILE", "The file with the rows, or - for standard input"))
        .args(input::role_flags(entry.declaration.needs_target()))
        .args(design::flags("10"))
        .args(judging::flags())
        .args(input::work_flags())
        .args(input::reading_flags());
    learner_flags::add(command, registry, entry)
}

pub fn run(matches: &ArgMatches, entry: &Entry, output: &Output) -> Result<(), Failure> {
    check_scorable(entry.declaration)?;
    let learner = learner_flags::learner(matches, entry)?;
    let design = design::design(matches)?;
    let run = progress::run(matches, output)?;
    let data = input::usable_dataset(matches, entry.declaration, &run)?;
    let judging = judging::judging(matches, &data)?;
    let result = design.evaluate_with(&*learner, &data, &judging, &run)?;
    // The bar is gone before anything is said.
    drop(run);
    if output.is_json() { output.json(&result.to_json()) } else { output.text(result) }
}
