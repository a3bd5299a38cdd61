//! `hornbook bayes`: Bayes' theorem, from prior to posterior.

mod calculator;
mod estimate;
mod joint;

use crate::commands::compute::run_tool;
use crate::failure::Failure;
use crate::output::Output;
use crate::tool_flags;
use clap::{ArgMatches, Command};
use hornbook::Error;

pub fn command() -> Command {
    Command::new("bayes")
        .about("Bayes' theorem: diagnostic tests, hypotheses, contingency tables, conjugate priors")
        .defer(flags)
}

fn flags(command: Command) -> Command {
    let example = "Example:\n  hornbook bayes test --prior 0.008 --sensitivity 0.98 --specificity 0.97";
    let test = tool_flags::command_of("test", "diagnostic-test").map(|test| test.after_help(example));
    command.subcommand_required(true).arg_required_else_help(true).subcommands(test).subcommands([
        calculator::table_command(),
        joint::command(),
        estimate::command(),
        estimate::families_command(),
    ])
}

pub fn run(matches: &ArgMatches, output: &Output) -> Result<(), Failure> {
    match matches.subcommand() {
        Some(("test", matches)) => run_tool("diagnostic-test", matches, output),
        Some(("table", matches)) => calculator::run_table(matches, output),
        Some(("joint", matches)) => joint::run(matches, output),
        Some(("estimate", matches)) => estimate::run(matches, output),
        Some(("families", _)) => estimate::run_families(output),
        _ => Err(Error::internal("a command is declared but not written").into()),
    }
}

/// What the library refuses is what the flags say: there are no rows yet.
fn wrong(error: Error) -> Failure {
    Failure::Request(error)
}
