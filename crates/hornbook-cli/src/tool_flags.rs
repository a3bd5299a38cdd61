//! Flags made from a tool's declaration.
//!
//! Which flags there are depends on the tool, so its name is looked up before the command line is built.

use crate::arguments::{from_command_name, switch};
use crate::failure::Failure;
use crate::input;
use crate::learner_flags::with_values;
use clap::{Arg, ArgAction, ArgMatches, Command};
use hornbook::data::{TableFile, argument_from_text};
use hornbook::{Parameters, ToolDeclaration, ToolEntry, Value};
use hornbook_core::{ArgumentKind, ParameterKind, ParameterSpec};
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

/// The commands of a topic: each has a name of its own and the name of the tool that it is.
pub type ToolNames = &'static [(&'static str, &'static str)];

/// A command whose subcommands are tools under names of their own.
pub fn with_tools(command: Command, names: ToolNames) -> Command {
    let subcommands = names.iter().map(|(name, tool)| flags_of(Command::new(*name), tool));
    command.subcommand_required(true).arg_required_else_help(true).subcommands(subcommands)
}

/// A command with the page and the flags of a tool.
pub fn flags_of(command: Command, tool: &str) -> Command {
    match hornbook::tools().find(tool) {
        Ok(entry) => with_flags(command, entry.declaration),
        // The tests know that there is none.
        Err(_) => command,
    }
}

/// The command of one tool.
pub fn command(tool: &ChosenTool) -> Command {
    let declaration = tool.entry.declaration;
    let command = with_flags(Command::new(declaration.name), declaration);
    if tool.name == declaration.name { command } else { command.alias(tool.name.clone()) }
}

/// A flag for each argument; those that must be given, and tables, may stand without their flag, in order.
fn with_flags(command: Command, declaration: &'static ToolDeclaration) -> Command {
    let arguments = declaration.parameters.iter().map(|spec| {
        let doc = spec.doc.split_whitespace().collect::<Vec<_>>().join(" ");
        let default = match spec.required {
            true => "required".to_string(),
            false => format!("default: {}", spec.default_text()),
        };
        let aliases = spec.aliases.iter().map(|alias| alias.replace('_', "-"));
        let arg = Arg::new(spec.name).long(spec.name.replace('_', "-")).aliases(aliases);
        // Of a list, a flag that comes again gives further values.
        let action = if spec.kind.is_list() { ArgAction::Append } else { ArgAction::Set };
        with_values(arg.help_heading("Arguments").action(action), spec)
            .help(format!("{doc} [{}; {default}]", spec.allowed()))
    });
    let mut command = command
        .about(declaration.summary())
        .long_about(paragraphs(declaration.doc))
        .args(arguments)
        .arg(switch("trace", "Show the steps of the derivation"));
    let in_order = names_in_order(positional(declaration));
    if !in_order.is_empty() {
        let help = format!("What may stand without its flag, in order: {in_order}");
        command = command.arg(Arg::new("VALUES").num_args(0..).allow_negative_numbers(true).help(help));
    }
    if reads_tables(declaration) {
        command = command.args(input::reading_flags());
    }
    if declaration.random {
        command = command.args(input::work_flags());
    }
    command
}

/// The arguments that may stand without their flags, in order: those that must be given, and then tables.
fn positional(declaration: &ToolDeclaration) -> impl Iterator<Item = &'static ParameterSpec> {
    let needed = declaration.parameters.iter().filter(|spec| spec.required);
    needed.chain(declaration.parameters.iter().filter(|spec| !spec.required && is_table(spec)))
}

/// Whether a tool is given rows.
pub fn takes_table(declaration: &ToolDeclaration) -> bool {
    declaration.parameters.iter().any(is_table)
}

fn is_table(spec: &ParameterSpec) -> bool {
    spec.kind == ParameterKind::Argument(ArgumentKind::Table)
}

fn names_in_order(specs: impl Iterator<Item = &'static ParameterSpec>) -> String {
    specs.map(|spec| spec.name).collect::<Vec<_>>().join(", ")
}

/// Whether an argument may be a file with a table, or columns of one.
fn reads_tables(declaration: &ToolDeclaration) -> bool {
    declaration.parameters.iter().any(|spec| {
        matches!(
            spec.kind,
            ParameterKind::Numbers
                | ParameterKind::Argument(
                    ArgumentKind::NamedNumbers
                        | ArgumentKind::NamedRows
                        | ArgumentKind::Probabilities
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
    let all = |id: &str| -> Vec<&String> {
        matches.try_get_many(id).ok().flatten().into_iter().flatten().collect()
    };
    let values = all("VALUES");
    let open: Vec<_> = positional(declaration).filter(|spec| all(spec.name).is_empty()).collect();
    if values.len() > open.len() {
        return Err(Failure::Usage(format!(
            "'{}' is one argument too many; {} takes {} without flags: {}",
            values[open.len()],
            declaration.name,
            open.len(),
            names_in_order(open.into_iter())
        )));
    }
    let reading = if reads_tables(declaration) { input::reading(matches)? } else { TableFile::default() };
    let in_order = open.into_iter().zip(values.into_iter().map(|text| vec![text]));
    let flagged = declaration.parameters.iter().map(|spec| (spec, all(spec.name)));
    let mut parameters = Parameters::new();
    for (spec, texts) in in_order.chain(flagged.filter(|(_, texts)| !texts.is_empty())) {
        let read = texts.into_iter().map(|text| argument_from_text(declaration.name, spec, text, &reading));
        parameters.extend(
            joined(read.collect::<hornbook::Result<_>>()?).map(|value| (spec.name.to_string(), value)),
        );
    }
    Ok(parameters)
}

/// The values of one argument: the items of several lists are one list.
fn joined(mut values: Vec<Value>) -> Option<Value> {
    if values.len() < 2 {
        return values.pop();
    }
    let items = values.into_iter().flat_map(|value| match value {
        Value::Array(items) => items,
        other => vec![other],
    });
    Some(items.collect())
}
