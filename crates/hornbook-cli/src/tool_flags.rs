//! Flags made from a tool's declaration.
//!
//! Which flags there are depends on the tool, so its name is looked up before the command line is built.

use crate::arguments::{from_command_name, option, switch};
use crate::failure::Failure;
use crate::input;
use crate::learner_flags::with_values;
use clap::{Arg, ArgMatches, Command, value_parser};
use hornbook::data::{TableFile, argument_from_text};
use hornbook::{Parameters, ToolDeclaration, ToolEntry};
use hornbook_core::{ArgumentKind, ParameterKind};
use std::ffi::OsString;

/// The tool that the command line names.
pub struct ChosenTool {
    pub entry: &'static ToolEntry,
    /// What it was called, which may be one of its other names.
    pub name: String,
}

/// The tool that stands behind `compute`, if one does.
pub fn chosen(arguments: &[OsString]) -> Result<Option<ChosenTool>, Failure> {
    let mut words = from_command_name(arguments);
    if words.next().as_deref() != Some("compute") {
        return Ok(None);
    }
    // What follows `--search` is no name.
    let Some(name) = words.find(|word| word != "--json").filter(|word| !word.starts_with('-')) else {
        return Ok(None);
    };
    let entry = hornbook::tools().find(&name).map_err(Failure::Request)?;
    Ok(Some(ChosenTool { entry, name: name.to_string() }))
}

/// A command that is a tool under a name of its own, among the commands of its topic.
pub fn command_of(name: &'static str, tool: &str) -> Option<Command> {
    let entry = hornbook::tools().find(tool).ok()?;
    let chosen = ChosenTool { entry, name: entry.declaration.name.to_string() };
    Some(command(&chosen).name(name))
}

/// The command of one tool: a flag for each argument; those that must be given may stand without their flag, in order.
pub fn command(tool: &ChosenTool) -> Command {
    let declaration = tool.entry.declaration;
    let arguments = declaration.parameters.iter().map(|spec| {
        let doc = spec.doc.split_whitespace().collect::<Vec<_>>().join(" ");
        let default = match spec.required {
            true => "required".to_string(),
            false => format!("default: {}", spec.default_text()),
        };
        let arg = Arg::new(spec.name).long(spec.name.replace('_', "-")).help_heading("Arguments");
        with_values(arg, spec).help(format!("{doc} [{}; {default}]", spec.allowed()))
    });
    let needed: Vec<&str> =
        declaration.parameters.iter().filter(|spec| spec.required).map(|spec| spec.name).collect();
    let mut command = Command::new(declaration.name)
        .about(declaration.summary())
        .long_about(paragraphs(declaration.doc))
        .args(arguments)
        .arg(switch("trace", "Show the steps of the derivation"));
    if tool.name != declaration.name {
        command = command.alias(tool.name.clone());
    }
    if !needed.is_empty() {
        let help = format!("The required arguments, in order: {}", needed.join(", "));
        command = command.arg(Arg::new("VALUES").num_args(0..).allow_negative_numbers(true).help(help));
    }
    if reads_tables(declaration) {
        command = command.args(input::reading_flags());
    }
    if declaration.random {
        command = command
            .arg(option("seed", "NUMBER", "Random seed").value_parser(value_parser!(u64)).default_value("0"));
        command = command.arg(input::threads_flag());
    }
    command
}

/// Whether an argument may be a file with a table, or columns of one.
fn reads_tables(declaration: &ToolDeclaration) -> bool {
    declaration.parameters.iter().any(|spec| {
        matches!(
            spec.kind,
            ParameterKind::Numbers
                | ParameterKind::Argument(
                    ArgumentKind::NamedNumbers
                        | ArgumentKind::Texts
                        | ArgumentKind::Matrix
                        | ArgumentKind::Table
                )
        )
    })
}

/// The paragraphs of a doc, each on one line, so that the help may break lines where it likes.
fn paragraphs(doc: &str) -> String {
    let joined = doc.split("\n\n").map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "));
    joined.collect::<Vec<_>>().join("\n\n")
}

/// The arguments that the flags give.
pub fn arguments(matches: &ArgMatches, entry: &ToolEntry) -> Result<Parameters, Failure> {
    let declaration = entry.declaration;
    let is_flagged = |name: &str| matches.get_one::<String>(name);
    let mut parameters = Parameters::new();
    let has_values = declaration.parameters.iter().any(|spec| spec.required);
    let values: Vec<&String> = match has_values {
        true => matches.get_many::<String>("VALUES").into_iter().flatten().collect(),
        false => Vec::new(),
    };
    let open = declaration.parameters.iter().filter(|spec| spec.required && is_flagged(spec.name).is_none());
    let open: Vec<_> = open.collect();
    if values.len() > open.len() {
        let names: Vec<&str> = open.iter().map(|spec| spec.name).collect();
        return Err(Failure::Usage(format!(
            "'{}' is one argument too many; {} takes {} without flags: {}",
            values[open.len()],
            declaration.name,
            open.len(),
            names.join(", ")
        )));
    }
    let reading = if reads_tables(declaration) { input::reading(matches)? } else { TableFile::default() };
    let in_order = open.into_iter().zip(values);
    let flagged = declaration.parameters.iter().filter_map(|spec| Some((spec, is_flagged(spec.name)?)));
    for (spec, text) in in_order.chain(flagged) {
        parameters.insert(spec.name.to_string(), argument_from_text(declaration.name, spec, text, &reading)?);
    }
    Ok(parameters)
}
