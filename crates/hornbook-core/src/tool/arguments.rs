//! The types of arguments that need nothing but text and numbers.

use super::ArgumentKind;
use crate::declaration::{ParameterKind, ParameterValue};
use crate::{Error, Range, Result, Value, closest_name};
use serde_json::json;

/// Numbers by name, or in the order in which the names are declared: the parameters of a distribution, the start of a search.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct NamedNumbers(Vec<(Option<String>, f64)>);

impl NamedNumbers {
    /// These numbers, by position.
    pub fn in_order(numbers: &[f64]) -> NamedNumbers {
        NamedNumbers(numbers.iter().map(|&x| (None, x)).collect())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The numbers alone.
    pub fn numbers(&self) -> Vec<f64> {
        self.0.iter().map(|(_, number)| *number).collect()
    }

    /// The names; a number without one is called by its position, from 1.
    pub fn names(&self) -> Vec<String> {
        let name = |(at, (name, _)): (usize, &(Option<String>, f64))| match name {
            Some(name) => name.clone(),
            None => (at + 1).to_string(),
        };
        self.0.iter().enumerate().map(name).collect()
    }

    /// The number of each of these names: the one given by name or position, or the default; an error names what is missing,
    /// unknown or too many.
    pub fn resolve(&self, tool: &str, parameter: &str, names: &[(&str, Option<f64>)]) -> Result<Vec<f64>> {
        let refuse = |found: String, expected: String| Error::Parameter {
            learner: tool.to_string(),
            parameter: parameter.to_string(),
            found,
            expected,
        };
        let known: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
        if self.0.len() > names.len() {
            return Err(refuse(
                format!("{} numbers", self.0.len()),
                format!("at most {}: {}", names.len(), known.join(", ")),
            ));
        }
        let mut numbers: Vec<Option<f64>> = names.iter().map(|(_, default)| *default).collect();
        for (at, (name, number)) in self.0.iter().enumerate() {
            let position = match name {
                None => at,
                Some(name) => known.iter().position(|k| k == name).ok_or_else(|| {
                    // Every letter is near to every other.
                    let near = closest_name(name, &known).filter(|_| name.chars().count() > 2);
                    let all = || format!("one of {}", known.join(", "));
                    let expected = near.map_or_else(all, |near| format!("'{near}'?"));
                    refuse(format!("'{name}', which is not known"), expected)
                })?,
            };
            numbers[position] = Some(*number);
        }
        let complete = numbers.iter().zip(&known).map(|(number, name)| {
            number.ok_or_else(|| {
                refuse(format!("without '{name}'"), format!("numbers for {}", known.join(", ")))
            })
        });
        complete.collect()
    }
}

impl ParameterValue for NamedNumbers {
    const KIND: ParameterKind = ParameterKind::Argument(ArgumentKind::NamedNumbers);

    fn to_value(&self) -> Value {
        if self.0.iter().all(|(name, _)| name.is_none()) {
            return json!(self.numbers());
        }
        Value::Object(self.names().into_iter().zip(self.numbers().into_iter().map(|x| json!(x))).collect())
    }

    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Object(pairs) => {
                let pairs = pairs.iter().map(|(name, number)| Some((Some(name.clone()), number.as_f64()?)));
                pairs.collect::<Option<_>>().map(NamedNumbers)
            }
            Value::Array(list) => {
                let numbers = list.iter().map(|number| Some((None, number.as_f64()?)));
                numbers.collect::<Option<_>>().map(NamedNumbers)
            }
            _ => None,
        }
    }

    fn outside(&self, range: &Range) -> Option<f64> {
        self.0.iter().map(|(_, number)| *number).find(|number| !range.contains(*number))
    }
}

/// Rows of numbers, such as the likelihoods of several observations.
impl ParameterValue for Vec<NamedNumbers> {
    const KIND: ParameterKind = ParameterKind::Argument(ArgumentKind::NamedRows);

    fn to_value(&self) -> Value {
        self.iter().map(NamedNumbers::to_value).collect()
    }

    /// Numbers alone are one row.
    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Array(rows) if !rows.iter().all(Value::is_number) => {
                rows.iter().map(NamedNumbers::from_value).collect()
            }
            row => NamedNumbers::from_value(row).map(|row| vec![row]),
        }
    }

    fn outside(&self, range: &Range) -> Option<f64> {
        self.iter().find_map(|row| row.outside(range))
    }
}

/// Probabilities of what may be true, by name or in order; of names alone, all are equal.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Probabilities(NamedNumbers);

impl Probabilities {
    /// The probabilities alone.
    pub fn numbers(&self) -> Vec<f64> {
        self.0.numbers()
    }

    /// The names; what has none is called by its position, from 1.
    pub fn names(&self) -> Vec<String> {
        self.0.names()
    }
}

impl ParameterValue for Probabilities {
    const KIND: ParameterKind = ParameterKind::Argument(ArgumentKind::Probabilities);

    fn to_value(&self) -> Value {
        self.0.to_value()
    }

    fn from_value(value: &Value) -> Option<Self> {
        let names = value.as_array().filter(|list| list.iter().all(Value::is_string));
        let Some(names) = names else { return NamedNumbers::from_value(value).map(Probabilities) };
        let equal = 1.0 / names.len() as f64;
        let pairs = names.iter().filter_map(Value::as_str).map(|name| (Some(name.to_string()), equal));
        Some(Probabilities(NamedNumbers(pairs.collect())))
    }
}

/// A formula as it was written; whoever computes with it reads it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FormulaText(pub String);

impl ParameterValue for FormulaText {
    const KIND: ParameterKind = ParameterKind::Argument(ArgumentKind::Formula);

    fn to_value(&self) -> Value {
        json!(self.0)
    }

    fn from_value(value: &Value) -> Option<Self> {
        value.as_str().map(|text| FormulaText(text.to_string()))
    }
}

impl ParameterValue for Vec<FormulaText> {
    const KIND: ParameterKind = ParameterKind::Argument(ArgumentKind::Formulas);

    fn to_value(&self) -> Value {
        json!(self.iter().map(|formula| &formula.0).collect::<Vec<_>>())
    }

    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::String(text) => {
                Some(text.split(';').map(|one| FormulaText(one.trim().to_string())).collect())
            }
            other => other.as_array()?.iter().map(FormulaText::from_value).collect(),
        }
    }
}

/// The path of a model file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ModelArgument(pub String);

impl ParameterValue for ModelArgument {
    const KIND: ParameterKind = ParameterKind::Argument(ArgumentKind::Model);

    fn to_value(&self) -> Value {
        json!(self.0)
    }

    fn from_value(value: &Value) -> Option<Self> {
        value.as_str().map(|path| ModelArgument(path.to_string()))
    }
}
