//! `hornbook man`: the manual pages.

use crate::arguments::required;
use crate::failure::Failure;
use crate::output::Output;
use clap::{ArgMatches, Command};
use hornbook::Error;
use serde_json::json;

pub fn command() -> Command {
    Command::new("man").about("Write the manual pages into a directory").defer(flags)
}

fn flags(command: Command) -> Command {
    command.arg(required("DIRECTORY", "Where to write them; made if it is not there"))
}

pub fn run(matches: &ArgMatches, whole: Command, output: &Output) -> Result<(), Failure> {
    let directory = matches.get_one::<String>("DIRECTORY").map(String::as_str).unwrap_or_default();
    std::fs::create_dir_all(directory)
        .and_then(|()| clap_mangen::generate_to(whole, directory))
        .map_err(|e| Error::file("write", directory, e))?;
    if output.is_json() { output.json(&json!({"directory": directory})) } else { Ok(()) }
}
