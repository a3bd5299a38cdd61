//! One hyperparameter: what it is, and what it may be.

use super::kind::names;
use super::{DefaultSearchSpace, ParameterKind, ParameterValue, Range};
use crate::learner_spec::in_words;
use crate::{Error, Result, Value, closest_name};
use std::fmt::Write as _;

/// One hyperparameter of a learner.
#[derive(Debug, Clone, Copy)]
pub struct ParameterSpec {
    /// Its name, as in Rust and Python; the command line turns `_` into `-`.
    pub name: &'static str,
    /// What it was called in older model files, or may be called instead.
    pub aliases: &'static [&'static str],
    /// The doc comment of the field.
    pub doc: &'static str,
    /// What values it takes.
    pub kind: ParameterKind,
    /// Whether it may be left unset (`None` in Rust and Python, `none` on the command line).
    pub optional: bool,
    /// Whether it must be given: an argument of a tool without a default.
    pub required: bool,
    /// The numbers allowed.
    pub range: Range,
    /// Which values are worth trying when the learner is tuned; `None` if the default is usually right.
    pub search: Option<DefaultSearchSpace>,
    /// The default value.
    pub default: fn() -> Value,
    /// A value as it is written today, older names of choices included; `None` if it is not of this type, an error if more can be
    /// said of what is wrong with it.
    pub read: fn(&Value) -> Result<Option<Value>>,
}

impl ParameterSpec {
    /// The values allowed, in words: `an integer at least 1, or none`.
    pub fn allowed(&self) -> String {
        let mut words = match self.kind {
            ParameterKind::Integer => "an integer".to_string(),
            ParameterKind::Float | ParameterKind::FloatOr(_) => "a number".to_string(),
            ParameterKind::Boolean => "a boolean (true or false)".to_string(),
            ParameterKind::Text => "text".to_string(),
            ParameterKind::Choice(options) => {
                format!("one of {}", names(options).join(", "))
            }
            ParameterKind::PerColumn => "numbers per column, like age=1,price=-1".to_string(),
            ParameterKind::ColumnSets => "sets of columns, like age+income,price".to_string(),
            ParameterKind::CountOrFraction(options) => {
                let names = options.iter().map(|(name, _)| format!(", {name}")).collect::<String>();
                format!("a count from 1 (like 3), a fraction up to 1.0 (like 0.5){names}")
            }
            ParameterKind::Numbers => "numbers, like 1,0.5,2".to_string(),
            ParameterKind::Learner => "a learner, like decision-tree(max_depth=3)".to_string(),
            ParameterKind::Learners => "learners, like decision-tree(max_depth=3),baseline".to_string(),
            ParameterKind::Columns => "columns, like age+income, or @number for all of a type".to_string(),
            ParameterKind::ColumnTransformers => {
                "transformers by columns, like age+income=scale-columns, @category=one-hot".to_string()
            }
            ParameterKind::Variant(variants) => format!("one of {}", variants.allowed()),
            ParameterKind::Variants(variants) => format!("a list of {}", variants.allowed()),
            ParameterKind::Argument(kind) => kind.allowed().to_string(),
        };
        if self.range != Range::ANY {
            let each = matches!(self.kind, ParameterKind::Numbers | ParameterKind::Argument(_));
            let _ = write!(words, "{} {}", if each { ", each" } else { "" }, self.range);
        }
        if let ParameterKind::FloatOr(options) = self.kind {
            let _ = write!(words, ", or {}", names(options).join(", "));
        }
        if self.optional {
            words.push_str(", or none");
        }
        words
    }

    /// The default in words.
    pub fn default_text(&self) -> String {
        match (self.default)() {
            Value::Null => "none".to_string(),
            Value::String(text) => text,
            other if matches!(self.kind, ParameterKind::Variant(_) | ParameterKind::Variants(_)) => {
                in_words(&other)
            }
            other => other.to_string(),
        }
    }

    /// A value from JSON, as it is written today, or why it is not allowed.
    pub fn read_for(&self, owner: &str, value: &Value) -> Result<Value> {
        let read = (self.read)(value).map_err(|error| self.within(owner, error))?;
        read.ok_or_else(|| self.refuse(owner, &value.to_string()))
    }

    /// The error for what is wrong within a value.
    pub fn within(&self, owner: &str, error: Error) -> Error {
        error.in_context(&format!("{owner}: parameter '{}'", self.name))
    }

    /// The error for a value that is not allowed.
    pub fn refuse(&self, learner: &str, found: &str) -> Error {
        Error::Parameter {
            learner: learner.to_string(),
            parameter: self.name.to_string(),
            found: found.to_string(),
            expected: self.allowed(),
        }
    }

    /// An error if a number of the value is out of range.
    pub fn check(&self, owner: &str, value: &impl ParameterValue) -> Result<()> {
        match value.outside(&self.range) {
            Some(number) => Err(self.refuse(owner, &number.to_string())),
            None => value.check_within(),
        }
    }
}

/// The parameter of this name, or an error that says which there are.
pub(crate) fn find_parameter(
    owner: &str,
    parameters: &'static [ParameterSpec],
    name: &str,
) -> Result<&'static ParameterSpec> {
    parameter_named(parameters, name).ok_or_else(|| {
        let names: Vec<&str> = parameters.iter().map(|p| p.name).collect();
        Error::Parameter {
            learner: owner.to_string(),
            parameter: name.to_string(),
            found: "not known".to_string(),
            expected: match closest_name(name, &names) {
                Some(near) => format!("'{near}'?"),
                None => format!("one of {}", names.join(", ")),
            },
        }
    })
}

/// The parameter of a name, whose words may be joined by `-` instead of `_`.
pub(crate) fn parameter_named(
    parameters: &'static [ParameterSpec],
    name: &str,
) -> Option<&'static ParameterSpec> {
    let joined = name.replace('-', "_");
    parameters.iter().find(|p| p.name == joined || p.aliases.contains(&joined.as_str()))
}

/// A name without what people write differently: case, spaces, hyphens, underscores.
pub(crate) fn plain_name(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
