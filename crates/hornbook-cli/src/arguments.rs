//! The whole command line, declared.

use crate::commands;
use crate::tool_flags::ChosenTool;
use clap::{Arg, ArgAction, Command};
use hornbook::RegistryEntry;
use std::borrow::Cow;
use std::ffi::OsString;

const EXIT_CODES: &str = "\
Exit codes:
    0  done
    1  a fault in hornbook itself
    2  the request was wrong: an unknown flag, column, learner or hyperparameter
    3  the data were wrong
    4  a file could not be read or written
    5  a model file was wrong
  130  canceled with Ctrl-C";

/// The words from the name of the command on; none if no command is named. No flag that may stand before it takes a value.
pub fn from_command_name(arguments: &[OsString]) -> impl Iterator<Item = Cow<'_, str>> {
    let words = arguments.iter().skip(1).map(|argument| argument.to_string_lossy());
    words.take_while(|word| word != "--").skip_while(|word| word.starts_with('-'))
}

/// `hornbook help study` as `hornbook study --help`, and `hornbook version` as `hornbook --version`: what people type first.
pub fn with_flags_for_words(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let flag = match arguments.get(1).and_then(|word| word.to_str()) {
        Some("help") => "--help",
        Some("version") if arguments.len() == 2 => "--version",
        _ => return arguments,
    };
    arguments.remove(1);
    arguments.push(flag.into());
    arguments
}

/// The command, with the flags of one learner where a learner is asked for, and of the tool that is named. Other flags are made
/// when they are needed (`Command::defer`): `hornbook --help` shows none of them.
pub fn command(learner: Option<&RegistryEntry>, tool: Option<&ChosenTool>) -> Command {
    Command::new("hornbook")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Machine learning on tables: one fast toolkit for the whole textbook")
        .after_help(EXIT_CODES)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(true)
        .max_term_width(110)
        .arg(
            Arg::new("json")
                .long("json")
                .action(ArgAction::SetTrue)
                .global(true)
                .help("Write machine-readable JSON instead of text"),
        )
        .subcommands([
            commands::study::command(),
            commands::describe::command(),
            commands::fit::command(learner),
            commands::predict::command(),
            commands::transform::command(),
            commands::evaluate::command(learner),
            commands::compare::command(),
            commands::tune::command(learner),
            commands::curve::command(learner),
            commands::explain::command(),
            commands::ensembles::command(),
            commands::rank::command(),
            commands::bayes::command(),
            commands::compute::command(tool),
            commands::learn::command(),
            commands::learners::command(),
            commands::measures::command(),
            commands::completions::command(),
            commands::man::command(),
        ])
}

/// A flag that takes a value.
pub fn option(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value).help(help)
}

/// A flag that is there or not.
pub fn switch(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}

/// A positional argument that must be given.
pub fn required(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).value_name(name).required(true).help(help)
}

#[cfg(test)]
mod tests {
    use crate::tool_flags::ChosenTool;
    use clap::Command;

    #[test]
    fn help_and_version_are_words_too() {
        let read = |text: &str| {
            let words = text.split(' ').map(std::ffi::OsString::from).collect();
            let read: Vec<String> = super::with_flags_for_words(words)
                .into_iter()
                .map(|word| word.into_string().unwrap())
                .collect();
            read.join(" ")
        };
        assert_eq!(read("hornbook help"), "hornbook --help");
        assert_eq!(read("hornbook help bayes joint"), "hornbook bayes joint --help");
        assert_eq!(read("hornbook version"), "hornbook --version");
        assert_eq!(read("hornbook learn help"), "hornbook learn help");
    }

    /// Among other things: no learner's hyperparameter has the name of another flag.
    #[test]
    fn the_command_line_is_sound_for_every_learner() {
        let registry = hornbook::registry();
        for entry in registry.entries() {
            super::command(Some(entry), None).debug_assert();
        }
    }

    #[test]
    fn the_command_line_is_sound_for_every_tool() {
        let registry = hornbook::registry();
        for tool in hornbook::tools().entries() {
            let chosen = ChosenTool { entry: tool, name: tool.declaration.name.to_string() };
            super::command(registry.entries().first(), Some(&chosen)).debug_assert();
        }
    }

    /// A name of a tool that there is not would leave a command without flags.
    #[test]
    fn the_commands_of_topics_are_tools() {
        let mut command = super::command(None, None);
        command.build();
        let named = |name: &str| command.find_subcommand(name).unwrap();
        let topics = ["bayes", "ensembles"].map(named).into_iter().flat_map(Command::get_subcommands);
        let commands: Vec<&Command> = topics.chain([named("rank")]).collect();
        assert!(commands.len() > 8);
        for command in commands {
            let is_trace = |arg: &clap::Arg| arg.get_long() == Some("trace");
            assert!(command.get_arguments().any(is_trace), "{}", command.get_name());
        }
    }
}
