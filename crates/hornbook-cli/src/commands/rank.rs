//! `hornbook rank`: univariate feature ranking by information gain, and label noise.

use crate::commands::compute::run_tool;
use crate::failure::Failure;
use crate::output::Output;
use crate::tool_flags;
use clap::{ArgMatches, Command};

const TOOL: &str = "feature-ranking";

pub fn command() -> Command {
    Command::new("rank")
        .about("Rank features by information gain (univariate feature selection), and count contradictory rows (label noise)")
        .defer(|command| tool_flags::flags_of(command, TOOL))
}

pub fn run(matches: &ArgMatches, output: &Output) -> Result<(), Failure> {
    run_tool(TOOL, matches, output)
}
