//! `hornbook bayes`: Bayes' theorem, from prior to posterior.

use crate::commands::compute::run_named;
use crate::failure::Failure;
use crate::output::Output;
use crate::tool_flags::{ToolNames, with_tools};
use clap::{ArgMatches, Command};

const TOOLS: ToolNames = &[
    ("test", "diagnostic-test"),
    ("table", "posterior"),
    ("joint", "contingency"),
    ("estimate", "estimate"),
    ("families", "conjugate-families"),
];

pub fn command() -> Command {
    Command::new("bayes")
        .about("Bayes' theorem: diagnostic tests, hypotheses, contingency tables, conjugate priors")
        .defer(|command| with_tools(command, TOOLS))
}

pub fn run(matches: &ArgMatches, output: &Output) -> Result<(), Failure> {
    run_named(TOOLS, matches, output)
}
