//! `hornbook completions`: a script that completes the command in a shell.

use crate::failure::Failure;
use crate::output::Output;
use clap::{Arg, ArgMatches, Command, value_parser};
use clap_complete::Shell;

pub fn command() -> Command {
    Command::new("completions").about("Write a completion script for a shell").defer(flags)
}

fn flags(command: Command) -> Command {
    command.arg(Arg::new("SHELL").required(true).value_parser(value_parser!(Shell)).help("Which shell"))
}

pub fn run(matches: &ArgMatches, mut whole: Command, output: &Output) -> Result<(), Failure> {
    if let Some(&shell) = matches.get_one::<Shell>("SHELL") {
        // Into memory first: the generator panics if a pipe is closed under it.
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut whole, "hornbook", &mut script);
        output.text(String::from_utf8_lossy(&script))?;
    }
    Ok(())
}
