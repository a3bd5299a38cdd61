//! The kinds of arguments that tools take and learners do not.

use crate::declaration::{Parameters, number_of, numbers_of};
use crate::{ParameterValue, Value};
use serde_json::json;

/// What an argument of a tool holds, beside what any parameter may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArgumentKind {
    /// A list of texts, such as class labels.
    Texts,
    /// A matrix of numbers.
    Matrix,
    /// Several matrices.
    Matrices,
    /// Numbers by name.
    NamedNumbers,
    /// Rows of numbers, each by name or in order.
    NamedRows,
    /// Probabilities by name or in order, or names of what is equally probable.
    Probabilities,
    /// What is known of parameters before there are data, in words.
    PriorStatements,
    /// A formula.
    Formula,
    /// Several formulas.
    Formulas,
    /// A table with named columns.
    Table,
    /// A trained model.
    Model,
}

impl ArgumentKind {
    /// The values allowed, in words.
    pub fn allowed(self) -> &'static str {
        match self {
            ArgumentKind::Texts => "texts, like yes,no,yes",
            ArgumentKind::Matrix => "a matrix, like 1,2;3,4",
            ArgumentKind::Matrices => "matrices, like 1,0;0,1|2,0;0,2",
            ArgumentKind::NamedNumbers => "numbers, like mean=0,deviation=1 or 0,1",
            ArgumentKind::NamedRows => "rows of numbers, like a=0.5,b=0.1;a=0.2,b=0.4 or 0.5,0.1;0.2,0.4",
            ArgumentKind::Probabilities => {
                "probabilities, like a=0.9,b=0.1 or 0.9,0.1, or names alone if all are equal, like a,b"
            }
            ArgumentKind::PriorStatements => {
                "statements like 'between 1 and 3', 'between 1 and 3 with 0.9', 'close to 2, between 1 and 3' or '2, worth 10 rows', \
                 with semicolons between them"
            }
            ArgumentKind::Formula => "a formula, like (x - 1)^2 + exp(y)",
            ArgumentKind::Formulas => "formulas, like 2*x;3*y",
            ArgumentKind::Table => "a table",
            ArgumentKind::Model => "a model file",
        }
    }

    /// What stands for a value in the help of the command.
    pub fn value_name(self) -> &'static str {
        match self {
            ArgumentKind::Texts => "TEXT,…",
            ArgumentKind::Matrix => "ROW;ROW",
            ArgumentKind::Matrices => "MATRIX|MATRIX",
            ArgumentKind::NamedNumbers => "NAME=NUMBER,…",
            ArgumentKind::NamedRows => "NAME=NUMBER,…;…",
            ArgumentKind::Probabilities => "NAME=PROBABILITY,…",
            ArgumentKind::PriorStatements => "STATEMENT;…",
            ArgumentKind::Formula => "FORMULA",
            ArgumentKind::Formulas => "FORMULA;FORMULA",
            ArgumentKind::Table => "FILE",
            ArgumentKind::Model => "MODEL",
        }
    }

    /// The type hint of the Python function.
    pub fn python_type(self) -> &'static str {
        match self {
            ArgumentKind::Texts | ArgumentKind::Matrix | ArgumentKind::Matrices => "ArrayLike",
            ArgumentKind::NamedNumbers | ArgumentKind::Probabilities => "dict[str, float] | ArrayLike",
            ArgumentKind::NamedRows => "list[dict[str, float]] | ArrayLike",
            ArgumentKind::Formula => "str",
            ArgumentKind::Formulas | ArgumentKind::PriorStatements => "list[str] | str",
            ArgumentKind::Table | ArgumentKind::Model => "Any",
        }
    }

    /// Whether it is a list, to which further values may be added.
    pub(crate) fn is_list(self) -> bool {
        match self {
            ArgumentKind::Texts
            | ArgumentKind::Matrix
            | ArgumentKind::Matrices
            | ArgumentKind::NamedRows
            | ArgumentKind::PriorStatements
            | ArgumentKind::Formulas => true,
            ArgumentKind::NamedNumbers
            | ArgumentKind::Probabilities
            | ArgumentKind::Formula
            | ArgumentKind::Table
            | ArgumentKind::Model => false,
        }
    }

    /// From text, as the command line gives it; `None` if it is not of this kind.
    pub(crate) fn parse(self, text: &str) -> Option<Value> {
        if let Some(value) = json_of(text) {
            return Some(value);
        }
        match self {
            ArgumentKind::Texts => Some(json!(text.split(',').map(str::trim).collect::<Vec<_>>())),
            ArgumentKind::Matrix => matrix_of(text),
            ArgumentKind::Matrices => {
                text.split('|').map(matrix_of).collect::<Option<Vec<_>>>().map(Value::Array)
            }
            ArgumentKind::NamedNumbers => named_numbers_of(text),
            ArgumentKind::NamedRows => {
                filled(text, ';').map(named_numbers_of).collect::<Option<Vec<_>>>().map(Value::Array)
            }
            ArgumentKind::Probabilities => named_numbers_of(text).or_else(|| names_of(text)),
            ArgumentKind::PriorStatements | ArgumentKind::Formulas => {
                Some(json!(text.split(';').map(str::trim).collect::<Vec<_>>()))
            }
            ArgumentKind::Formula | ArgumentKind::Table | ArgumentKind::Model => Some(json!(text)),
        }
    }

    pub(crate) fn json_schema(self) -> Value {
        let numbers = json!({"type": "array", "items": {"type": "number"}});
        let named = json!({"type": "object", "additionalProperties": {"type": "number"}});
        let matrix = json!({"type": "array", "items": numbers});
        match self {
            ArgumentKind::Texts => {
                json!({"type": "array", "items": {"type": ["string", "number", "boolean"]}})
            }
            ArgumentKind::Matrix => matrix,
            ArgumentKind::Matrices => json!({"type": "array", "items": matrix}),
            ArgumentKind::NamedNumbers => json!({"anyOf": [named, numbers]}),
            ArgumentKind::NamedRows => json!({"type": "array", "items": {"anyOf": [named, numbers]}}),
            ArgumentKind::Probabilities => {
                json!({"anyOf": [named, numbers, {"type": "array", "items": {"type": "string"}}]})
            }
            ArgumentKind::Formula | ArgumentKind::Model => json!({"type": "string"}),
            ArgumentKind::PriorStatements | ArgumentKind::Formulas => {
                json!({"type": "array", "items": {"type": "string"}})
            }
            ArgumentKind::Table => json!({"anyOf": [
                {"type": "string"},
                {"type": "object", "additionalProperties": {"type": "array"}},
                {"type": "object", "required": ["file"], "properties": {
                    "file": {"type": "string"},
                    "format": {"type": "string"},
                    "delimiter": {"type": "string"},
                    "header": {"type": "boolean"},
                    "types": {"type": "object", "additionalProperties": {"type": "string"}},
                    "na_values": {"type": "array", "items": {"type": "string"}},
                    "gather": {"type": "string"},
                    "along": {"type": "string"},
                }},
            ]}),
        }
    }
}

/// The JSON that a text is, if it begins like a list or an object and is one.
fn json_of(text: &str) -> Option<Value> {
    let looks_so = text.trim_start().starts_with(['[', '{']);
    if looks_so { serde_json::from_str(text).ok() } else { None }
}

/// `1,2;3,4`.
fn matrix_of(text: &str) -> Option<Value> {
    let rows = filled(text, ';').map(numbers_of);
    rows.collect::<Option<Vec<_>>>().map(|rows| json!(rows))
}

/// The parts between separators that are not empty.
fn filled(text: &str, separator: char) -> impl Iterator<Item = &str> {
    text.split(separator).filter(|part| !part.trim().is_empty())
}

/// `mean=0,deviation=1`, no name twice, or numbers alone.
fn named_numbers_of(text: &str) -> Option<Value> {
    if !text.contains('=') {
        return numbers_of(text).map(|numbers| json!(numbers));
    }
    let mut pairs = Parameters::new();
    for part in filled(text, ',') {
        let (name, number) = part.rsplit_once('=')?;
        if pairs.insert(name.trim().to_string(), json!(number_of(number)?)).is_some() {
            return None;
        }
    }
    Some(Value::Object(pairs))
}

/// `fair,loaded`: names, and no numbers.
fn names_of(text: &str) -> Option<Value> {
    let names: Vec<&str> = text.split(',').map(str::trim).collect();
    let is_name = |name: &&str| !name.is_empty() && !name.contains('=') && number_of(name).is_none();
    names.iter().all(is_name).then(|| json!(names))
}

/// Labels may be texts, numbers or truth values; a label that is an integer is written without a point.
impl ParameterValue for Vec<String> {
    const KIND: crate::ParameterKind = crate::ParameterKind::Argument(ArgumentKind::Texts);

    fn to_value(&self) -> Value {
        json!(self)
    }

    fn from_value(value: &Value) -> Option<Self> {
        let label = |value: &Value| match value {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => number.as_f64().map(|x| x.to_string()),
            Value::Bool(truth) => Some(truth.to_string()),
            _ => None,
        };
        value.as_array()?.iter().map(label).collect()
    }
}
