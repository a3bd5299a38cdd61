//! `hornbook evaluate`: estimate a learner's performance on unseen rows.

use crate::arguments::required;
use crate::failure::Failure;
use crate::input;
use crate::learner_flags;
use crate::metric_flags;
use crate::output::Output;
use crate::progress;
use crate::resampling_flags;
use clap::{ArgMatches, Command};
use hornbook::RegistryEntry;

pub fn command(learner: Option<&RegistryEntry>) -> Command {
    let command = Command::new("evaluate")
        .about("Evaluate a learner by cross-validation (or hold-out, bootstrap, time series split), with confidence intervals and a \
                baseline");
    learner_flags::for_learner(command, learner, flags)
}

fn flags(command: Command, entry: &RegistryEntry) -> Command {
    let command = command
        .arg(required("FILE", "The file with the rows, or - for standard input"))
        .args(input::role_flags_of(entry.declaration))
        .args(resampling_flags::flags("10"))
        .args(metric_flags::flags())
        .args(input::work_flags())
        .args(input::reading_flags());
    learner_flags::add(command, entry)
}

pub fn run(matches: &ArgMatches, entry: &RegistryEntry, output: &Output) -> Result<(), Failure> {
    let learner = learner_flags::learner(matches, entry)?;
    let design = resampling_flags::design(matches)?;
    let run = progress::run(matches, output)?;
    let data = input::usable_dataset(matches, &*learner, &run)?;
    let scoring = metric_flags::evaluation_options(matches, &data)?;
    let result = design.evaluate_with(&*learner, &data, &scoring, &run)?;
    // The bar is gone before anything is said.
    drop(run);
    output.report(&result)
}
