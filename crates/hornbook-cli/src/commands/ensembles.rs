//! `hornbook ensembles`: when it helps to combine models.

use crate::commands::compute::run_named;
use crate::failure::Failure;
use crate::output::Output;
use crate::tool_flags::{ToolNames, with_tools};
use clap::{ArgMatches, Command};

const TOOLS: ToolNames =
    &[("majority", "majority-vote"), ("members", "ensemble-diversity"), ("stability", "stability")];

pub fn command() -> Command {
    Command::new("ensembles")
        .about("Analyze ensembles: majority vote, diversity of members, stability (variance) of a learner")
        .defer(|command| with_tools(command, TOOLS))
}

pub fn run(matches: &ArgMatches, output: &Output) -> Result<(), Failure> {
    run_named(TOOLS, matches, output)
}
