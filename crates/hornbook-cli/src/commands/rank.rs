//! `hornbook rank`: univariate feature ranking by information gain, and label noise.

use crate::arguments::required;
use crate::failure::Failure;
use crate::input;
use crate::output::Output;
use clap::{ArgMatches, Command};
use hornbook::trees::reports::FeatureRanking;

pub fn command() -> Command {
    Command::new("rank")
        .about("Rank features by information gain (univariate feature selection), and count contradictory rows (label noise)")
        .defer(flags)
}

fn flags(command: Command) -> Command {
    command
        .arg(required("FILE", "The file with the rows, or - for standard input"))
        .args(input::role_flags(true))
        .args(input::reading_flags())
}

pub fn run(matches: &ArgMatches, output: &Output) -> Result<(), Failure> {
    let path = matches.get_one::<String>("FILE").map(String::as_str).unwrap_or_default();
    let data = input::usable(&input::roles(matches), &input::read(path, &input::read_options(matches)?)?)?;
    output.report(&FeatureRanking::of(&data)?)
}
