//! `hornbook ensembles`: when it helps to combine models.

use crate::arguments::{option, required};
use crate::commands::compute::run_tool;
use crate::failure::Failure;
use crate::input;
use crate::learner_flags;
use crate::output::Output;
use crate::progress;
use crate::tool_flags;
use clap::{ArgMatches, Command, value_parser};
use hornbook::ensembles::reports::{Diversity, stability};
use hornbook::{Error, Registry, RegistryEntry, model_file};

pub fn command(learner: Option<&RegistryEntry>) -> Command {
    let command = Command::new("ensembles")
        .about("Analyze ensembles: majority vote, diversity of members, stability (variance) of a learner");
    learner_flags::for_learner(command, learner, subcommands)
}

fn subcommands(command: Command, entry: &RegistryEntry) -> Command {
    let majority = tool_flags::command_of("majority", "majority-vote");
    let members = Command::new("members")
        .about("Accuracy and diversity of the members of an ensemble: do their errors correlate?")
        .arg(required("MODEL", "The model file"))
        .arg(required("FILE", "A file with test rows (not used for training), or - for standard input"))
        .args(input::reading_flags());
    let stability = Command::new("stability")
        .about("Stability of a learner: how much it changes with the training set (variance); bagging helps unstable learners")
        .arg(required("FILE", "The file with the rows, or - for standard input"))
        .args(input::role_flags_of(entry.declaration))
        .arg(
            option("rounds", "COUNT", "Number of models to compare")
                .default_value("10")
                .value_parser(value_parser!(u64).range(2..=10_000)),
        )
        .arg(
            option("left-out", "FRACTION", "Fraction of the rows left out of each training set")
                .default_value("0.1")
                .value_parser(value_parser!(f64)),
        )
        .args(input::work_flags())
        .args(input::reading_flags());
    command
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(majority)
        .subcommands([members, learner_flags::add(stability, entry)])
}

pub fn run(
    matches: &ArgMatches,
    registry: &Registry,
    entry: &RegistryEntry,
    output: &Output,
) -> Result<(), Failure> {
    match matches.subcommand() {
        Some(("majority", matches)) => run_tool("majority-vote", matches, output),
        Some(("members", matches)) => run_members(matches, registry, output),
        Some(("stability", matches)) => run_stability(matches, entry, output),
        _ => Err(Error::internal("a command is declared but not written").into()),
    }
}

fn run_members(matches: &ArgMatches, registry: &Registry, output: &Output) -> Result<(), Failure> {
    let path = |name: &str| matches.get_one::<String>(name).map(String::as_str).unwrap_or_default();
    let model = model_file::load(path("MODEL"), registry)?;
    let table = input::read(path("FILE"), &input::read_options(matches)?)?;
    output.report(&Diversity::of_model(&*model, &table)?)
}

fn run_stability(matches: &ArgMatches, entry: &RegistryEntry, output: &Output) -> Result<(), Failure> {
    let learner = learner_flags::learner(matches, entry)?;
    let run = progress::run(matches, output)?;
    let data = input::usable_dataset(matches, &*learner, &run)?;
    let rounds = matches.get_one::<u64>("rounds").copied().unwrap_or(10);
    let left_out = matches.get_one::<f64>("left-out").copied().unwrap_or(0.1);
    let report = stability(&*learner, &data, usize::try_from(rounds).unwrap_or(usize::MAX), left_out, &run)?;
    drop(run);
    output.report(&report)
}
