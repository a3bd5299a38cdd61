//! Flags made from a learner's declaration.
//!
//! Which flags there are depends on the learner, so `--learner` is looked up before the command line is built.

use crate::failure::Failure;
use clap::builder::PossibleValue;
use clap::{Arg, ArgMatches, Command};
use hornbook::{Entry, Error, Learner, Parameters, Registry};
use hornbook_core::Kind;
use std::ffi::OsString;

/// The learner if none is named, where there is one of this name.
const DEFAULT: &str = "decision-tree";

/// The entry of the learner that the arguments name, or of the default.
pub fn chosen<'a>(arguments: &[OsString], registry: &'a Registry) -> Result<&'a Entry, Failure> {
    match named(arguments) {
        Some(name) => registry.find(&name).map_err(|error| Failure::Usage(error.to_string())),
        None => registry
            .find(DEFAULT)
            .ok()
            .or_else(|| registry.entries().first())
            .ok_or_else(|| Failure::Internal("the registry is empty".to_string())),
    }
}

fn named(arguments: &[OsString]) -> Option<String> {
    let mut arguments = arguments.iter().map(|a| a.to_string_lossy()).take_while(|a| a != "--");
    while let Some(argument) = arguments.next() {
        match argument.strip_prefix("--learner") {
            Some("") => return arguments.next().map(|name| name.to_string()),
            Some(rest) if rest.starts_with('=') => return Some(rest[1..].to_string()),
            _ => {}
        }
    }
    None
}

/// The values of a choice, with what each means.
pub fn choices(options: &'static [(&'static str, &'static str)]) -> impl Iterator<Item = PossibleValue> {
    options.iter().map(|(name, doc)| PossibleValue::new(*name).help(*doc))
}

/// The name by which the value of a parameter is found again; no flag of a command has it.
fn id(parameter: &str) -> String {
    format!("parameter {parameter}")
}

/// Adds `--learner` and a flag for each parameter. Where the command has a flag of the same name, as `evaluate` has
/// `--bootstrap`, that of the parameter is `--learner-bootstrap`, which every command knows.
pub fn add(command: Command, registry: &Registry, entry: &Entry) -> Command {
    let own: Vec<String> = command.get_arguments().filter_map(Arg::get_long).map(str::to_string).collect();
    let names: Vec<&'static str> = registry.entries().iter().map(|e| e.declaration.name).collect();
    let declaration = entry.declaration;
    command
        .arg(
            Arg::new("learner")
                .long("learner")
                .value_name("NAME")
                .default_value(declaration.name)
                .hide_default_value(true)
                .value_parser(names)
                .help(format!(
                    "Which learner; {DEFAULT} if not said. With --help, shows that learner's parameters"
                )),
        )
        .args(declaration.parameters.iter().map(|spec| {
            let doc = spec.doc.split_whitespace().collect::<Vec<_>>().join(" ");
            let default = spec.default_text();
            let flag = spec.name.replace('_', "-");
            let clear_flag = format!("learner-{flag}");
            let mut arg = Arg::new(id(spec.name)).help_heading(format!("Parameters of {}", declaration.name));
            arg = if own.contains(&flag) { arg.long(clear_flag) } else { arg.long(flag).alias(clear_flag) };
            // The declaration checks the value; clap only helps to write it.
            arg = match spec.kind {
                Kind::Choice(options) => {
                    let none = spec.optional.then(|| PossibleValue::new("none"));
                    arg.value_name("NAME").value_parser(choices(options).chain(none).collect::<Vec<_>>())
                }
                Kind::Truth => arg
                    .value_name("true|false")
                    .num_args(0..=1)
                    .require_equals(true)
                    .default_missing_value("true"),
                Kind::Whole => arg.value_name("COUNT").allow_hyphen_values(true),
                Kind::Real => arg.value_name("NUMBER").allow_hyphen_values(true),
                Kind::Text => arg.value_name("TEXT"),
                Kind::PerColumn => arg.value_name("COLUMN=NUMBER,…").allow_hyphen_values(true),
                Kind::ColumnSets => arg.value_name("COLUMN+COLUMN,…"),
                Kind::Amount(_) => arg.value_name("AMOUNT").allow_hyphen_values(true),
            };
            let allowed = match spec.kind {
                Kind::Whole | Kind::Real => {
                    format!("{}; ", spec.allowed())
                }
                _ => String::new(),
            };
            arg.help(format!("{doc} [{allowed}default: {default}]"))
        }))
}

/// The learner that the flags describe. Values out of range are refused here, before any file is read.
pub fn learner(matches: &ArgMatches, entry: &Entry) -> Result<Box<dyn Learner>, Failure> {
    let mut parameters = Parameters::new();
    for spec in entry.declaration.parameters {
        if let Some(text) = matches.get_one::<String>(&id(spec.name)) {
            let value = spec.parse(entry.declaration, text)?;
            if value.as_f64().is_some_and(|number| !spec.range.contains(number)) {
                return Err(spec.refuse(entry.declaration.name, text).into());
            }
            parameters.insert(spec.name.to_string(), value);
        }
    }
    Ok(entry.learner(&parameters)?)
}

/// The learner that a text names, as in `decision-tree` or `decision-tree:max_depth=3:criterion=entropy`.
pub fn from_spec(spec: &str, registry: &Registry) -> hornbook::Result<Box<dyn Learner>> {
    let mut parts = spec.split(':');
    let entry = registry.find(parts.next().unwrap_or_default())?;
    let mut parameters = Parameters::new();
    for part in parts {
        let Some((name, text)) = part.split_once('=') else {
            return Err(Error::data(
                format!("'{part}' in '{spec}' does not say a parameter and its value"),
                "write it like decision-tree:max_depth=3",
            ));
        };
        let parameter = entry.declaration.parameter(&name.trim().replace('-', "_"))?;
        parameters.insert(parameter.name.to_string(), parameter.parse(entry.declaration, text.trim())?);
    }
    entry.learner(&parameters)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_learner_is_found_wherever_it_stands() {
        let of = |line: &str| named(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert_eq!(of("hornbook fit a.csv --learner tree --target y").as_deref(), Some("tree"));
        assert_eq!(of("hornbook --learner=tree").as_deref(), Some("tree"));
        assert_eq!(of("hornbook fit --learner"), None);
        assert_eq!(of("hornbook fit --learners x"), None);
        assert_eq!(of("hornbook fit -- --learner x"), None);
    }
}
