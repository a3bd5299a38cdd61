//! Flags made from a learner's declaration.
//!
//! Which flags there are depends on the learner, so `--learner` is looked up before the command line is built.

use crate::failure::Failure;
use crate::glossary::nearest_to_absent;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, ArgMatches, Command};
use hornbook::{Error, Learner, LearnerSpec, Registry, RegistryEntry};
use hornbook_core::{ParameterKind, ParameterSpec};
use std::ffi::{OsStr, OsString};

/// The learner if none is named, where there is one of this name.
use hornbook::DEFAULT_LEARNER as DEFAULT;

/// The entry of the learner that the arguments name, or of the default.
pub fn chosen<'a>(arguments: &[OsString], registry: &'a Registry) -> Result<&'a RegistryEntry, Failure> {
    match named(arguments) {
        Some(text) => {
            let spec = LearnerSpec::parse(&text).map_err(Failure::Request)?;
            find(&spec.name, registry)
        }
        None => registry
            .find(DEFAULT)
            .ok()
            .or_else(|| registry.entries().first())
            .ok_or_else(|| Error::internal("the registry is empty").into()),
    }
}

/// The learner of this name, or a sentence that says what comes nearest.
fn find<'a>(name: &str, registry: &'a Registry) -> Result<&'a RegistryEntry, Failure> {
    registry.find(name).map_err(|error| match nearest_to_absent(name) {
        Some(nearest) => {
            let advice = format!("nearest: {nearest}");
            Failure::Request(Error::NoSuchLearner { name: name.to_string(), advice })
        }
        None => Failure::Request(error),
    })
}

/// Takes any text, which [`chosen`] has looked up, and lists the names of learners in the help.
#[derive(Clone)]
struct LearnerText(Vec<&'static str>);

impl TypedValueParser for LearnerText {
    type Value = String;

    fn parse_ref(&self, _: &Command, _: Option<&Arg>, value: &OsStr) -> Result<String, clap::Error> {
        Ok(value.to_string_lossy().into_owned())
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().map(|name| PossibleValue::new(*name))))
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

/// The argument id of a hyperparameter.
fn id(spec: &ParameterSpec) -> String {
    format!("parameter {}", spec.name)
}

/// What stands for the value of a parameter. The declaration checks the value; clap only helps to write it.
pub fn with_values(arg: Arg, spec: &ParameterSpec) -> Arg {
    match spec.kind {
        ParameterKind::Choice(options) => {
            let none = spec.optional.then(|| PossibleValue::new("none"));
            arg.value_name("NAME").value_parser(choices(options).chain(none).collect::<Vec<_>>())
        }
        ParameterKind::Boolean => {
            arg.value_name("true|false").num_args(0..=1).require_equals(true).default_missing_value("true")
        }
        ParameterKind::Integer => arg.value_name("COUNT").allow_hyphen_values(true),
        ParameterKind::Float | ParameterKind::FloatOr(_) => {
            arg.value_name("NUMBER").allow_hyphen_values(true)
        }
        ParameterKind::Text => arg.value_name("TEXT"),
        ParameterKind::PerColumn => arg.value_name("COLUMN=NUMBER,…").allow_hyphen_values(true),
        ParameterKind::ColumnSets => arg.value_name("COLUMN+COLUMN,…"),
        ParameterKind::CountOrFraction(_) => arg.value_name("AMOUNT").allow_hyphen_values(true),
        ParameterKind::Numbers => arg.value_name("NUMBER,…").allow_hyphen_values(true),
        ParameterKind::Learner => arg.value_name("LEARNER"),
        ParameterKind::Learners => arg.value_name("LEARNER,…"),
        ParameterKind::Columns => arg.value_name("COLUMN+COLUMN"),
        ParameterKind::ColumnTransformers => arg.value_name("COLUMNS=TRANSFORMER,…"),
        ParameterKind::Variant(_) => arg.value_name("VALUE"),
        ParameterKind::Variants(_) => arg.value_name("VALUE,…"),
        ParameterKind::Argument(kind) => arg.value_name(kind.value_name()).allow_hyphen_values(true),
    }
}

/// A command with the flags that a learner has there; without them where no command is named, since the list of commands, which
/// `hornbook --help` prints, needs no flags.
pub fn for_learner(
    command: Command,
    learner: Option<&RegistryEntry>,
    flags: fn(Command, &RegistryEntry) -> Command,
) -> Command {
    match learner {
        Some(entry) => flags(command, entry),
        None => command,
    }
}

/// Adds `--learner` and a flag for each hyperparameter: `--max-depth`, which may also be written `--learner-max-depth`, and
/// must be where the command has a flag of that name already.
pub fn add(command: Command, entry: &RegistryEntry) -> Command {
    let names: Vec<&'static str> =
        hornbook::registry().entries().iter().map(|e| e.declaration.name).collect();
    let declaration = entry.declaration;
    let taken: Vec<String> = command
        .get_arguments()
        .flat_map(|arg| arg.get_long().into_iter().chain(arg.get_all_aliases().unwrap_or_default()))
        .map(str::to_string)
        .collect();
    command
        .arg(
            Arg::new("learner")
                .long("learner")
                .value_name("NAME")
                .default_value(declaration.name)
                .hide_default_value(true)
                .value_parser(LearnerText(names))
                .help(format!(
                    "Learner, perhaps with hyperparameters as in 'ridge(alpha=2)'; {DEFAULT} by default. With --help, shows that \
                     learner's hyperparameters"
                )),
        )
        .args(declaration.parameters.iter().map(|spec| {
            let doc = spec.doc.split_whitespace().collect::<Vec<_>>().join(" ");
            let default = spec.default_text();
            let (short, long) =
                (spec.name.replace('_', "-"), format!("learner-{}", spec.name.replace('_', "-")));
            let arg = Arg::new(id(spec));
            let mut arg = if taken.contains(&short) { arg.long(long) } else { arg.long(short).alias(long) }
                .help_heading(format!("Hyperparameters of {}", declaration.name));
            arg = with_values(arg, spec);
            let allowed = match spec.kind {
                ParameterKind::Integer | ParameterKind::Float | ParameterKind::FloatOr(_) => {
                    format!("{}; ", spec.allowed())
                }
                _ => String::new(),
            };
            arg.help(format!("{doc} [{allowed}default: {default}]"))
        }))
}

/// The learner that the flags describe. Values out of range, and learners among the values that are not known, are
/// refused here, before any file is read.
pub fn learner(matches: &ArgMatches, entry: &RegistryEntry) -> Result<Box<dyn Learner>, Failure> {
    let wrong = Failure::Request;
    let mut spec = match matches.get_one::<String>("learner") {
        Some(text) => LearnerSpec::parse(text).map_err(wrong)?,
        None => LearnerSpec::new(entry.declaration.name),
    };
    // It may have been called as other programs call it.
    spec.name = entry.declaration.name.to_string();
    for parameter in entry.declaration.parameters {
        if let Some(text) = matches.get_one::<String>(&id(parameter)) {
            let value = parameter.parse(entry.declaration, text).map_err(wrong)?;
            if value.as_f64().is_some_and(|number| !parameter.range.contains(number)) {
                return Err(wrong(parameter.refuse(entry.declaration.name, text)));
            }
            spec.parameters.insert(parameter.name.to_string(), value);
        }
    }
    hornbook::registry().learner(&spec).map_err(wrong)
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

    #[test]
    fn learners_go_by_their_usual_names() {
        let registry = hornbook::registry();
        let of = |text: &str| {
            let arguments = ["hornbook", "fit", "--learner", text].map(OsString::from);
            chosen(&arguments, registry).map(|entry| entry.declaration.name)
        };
        assert_eq!(of("rf").ok(), Some("random-forest"));
        assert_eq!(of("RandomForestClassifier").ok(), Some("random-forest"));
        assert_eq!(of("ridge(alpha=2)").ok(), Some("ridge"));
        let refused = |text: &str| match of(text) {
            Err(Failure::Request(error)) => error.to_string(),
            other => panic!("{text}: {:?}", other.ok()),
        };
        assert!(refused("svm").starts_with("there is no learner 'svm'; nearest: logistic-regression"));
        assert!(refused("RandomForestClassifer").contains("did you mean 'random-forest'?"));
    }
}
