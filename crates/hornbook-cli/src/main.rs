//! The `hornbook` command: machine learning on tables.

mod arguments;
mod commands;
mod cost_flags;
mod failure;
mod glossary;
mod input;
mod learner_flags;
mod metric_flags;
mod output;
mod progress;
mod resampling_flags;
mod row_stream;
mod tool_flags;

use failure::{Failure, guarded};
use hornbook::Error;
use output::Output;
use std::ffi::OsString;
use std::process::ExitCode;

fn main() -> ExitCode {
    let output = Output::new();
    let arguments: Vec<OsString> = arguments::with_flags_for_words(std::env::args_os().collect());
    // Arguments that cannot be understood are reported as JSON, too, if that is asked for.
    let as_json =
        arguments.iter().take_while(|argument| *argument != "--").any(|argument| argument == "--json");
    let result = guarded(|| run(arguments, &output).and_then(|()| output.finish()));
    // Whoever closed our output has seen enough: that is no failure.
    match result {
        Err(failure) if !output.is_closed() => failure.report(as_json),
        _ => ExitCode::SUCCESS,
    }
}

fn run(arguments: Vec<OsString>, output: &Output) -> Result<(), Failure> {
    hornbook::threads_of_environment()?;
    // The list of learners is made, and threads are started, only for a command that is named.
    let learner = match arguments::from_command_name(&arguments).next() {
        Some(_) => Some(learner_flags::chosen(&arguments, hornbook::registry())?),
        None => None,
    };
    let tool = tool_flags::chosen(&arguments)?;
    let matches = arguments::command(learner, tool.as_ref()).try_get_matches_from(arguments)?;
    output.set_json(matches.get_flag("json"));
    let Some(entry) = learner else {
        return Err(Error::internal("a command was understood that was not named").into());
    };
    let registry = hornbook::registry();
    match matches.subcommand() {
        Some(("describe", matches)) => commands::describe::run(matches, output),
        Some(("fit", matches)) => commands::fit::run(matches, registry, entry, output),
        Some(("study", matches)) => commands::study::run(matches, registry, output),
        Some(("predict", matches)) => commands::predict::run(matches, registry, output),
        Some(("transform", matches)) => commands::transform::run(matches, registry, output),
        Some(("evaluate", matches)) => commands::evaluate::run(matches, entry, output),
        Some(("compare", matches)) => commands::compare::run(matches, registry, output),
        Some(("tune", matches)) => commands::tune::run(matches, entry, output),
        Some(("curve", matches)) => commands::curve::run(matches, entry, output),
        Some(("measures", _)) => commands::measures::run(output),
        Some(("explain", matches)) => commands::explain::run(matches, registry, output),
        Some(("rank", matches)) => commands::rank::run(matches, output),
        Some(("bayes", matches)) => commands::bayes::run(matches, output),
        Some(("ensembles", matches)) => commands::ensembles::run(matches, output),
        Some(("compute", matches)) => commands::compute::run(matches, tool.as_ref(), output),
        Some(("learn", matches)) => commands::learn::run(matches, output),
        Some(("learners", matches)) => commands::learners::run(matches, registry, output),
        Some(("completions", matches)) => {
            commands::completions::run(matches, arguments::command(Some(entry), None), output)
        }
        Some(("man", matches)) => commands::man::run(matches, arguments::command(Some(entry), None), output),
        _ => Err(Error::internal("a command is declared but not written").into()),
    }
}
