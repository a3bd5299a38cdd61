//! The kinds of arguments that tools take and learners do not.

use crate::declaration::{number_of, numbers_of};
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
            ArgumentKind::NamedNumbers => "dict[str, float] | ArrayLike",
            ArgumentKind::Formula => "str",
            ArgumentKind::Formulas => "list[str] | str",
            ArgumentKind::Table | ArgumentKind::Model => "Any",
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
            ArgumentKind::Formulas => Some(json!(text.split(';').map(str::trim).collect::<Vec<_>>())),
            ArgumentKind::Formula | ArgumentKind::Table | ArgumentKind::Model => Some(json!(text)),
        }
    }

    pub(crate) fn json_schema(self) -> Value {
        let numbers = json!({"type": "array", "items": {"type": "number"}});
        let matrix = json!({"type": "array", "items": numbers});
        match self {
            ArgumentKind::Texts => {
                json!({"type": "array", "items": {"type": ["string", "number", "boolean"]}})
            }
            ArgumentKind::Matrix => matrix,
            ArgumentKind::Matrices => json!({"type": "array", "items": matrix}),
            ArgumentKind::NamedNumbers => json!({"anyOf": [
                {"type": "object", "additionalProperties": {"type": "number"}},
                numbers,
            ]}),
            ArgumentKind::Formula | ArgumentKind::Model => json!({"type": "string"}),
            ArgumentKind::Formulas => json!({"type": "array", "items": {"type": "string"}}),
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
    let rows = text.split(';').filter(|row| !row.trim().is_empty()).map(numbers_of);
    rows.collect::<Option<Vec<_>>>().map(|rows| json!(rows))
}

/// `mean=0,deviation=1`, or numbers alone.
fn named_numbers_of(text: &str) -> Option<Value> {
    if !text.contains('=') {
        return numbers_of(text).map(|numbers| json!(numbers));
    }
    let pairs = text.split(',').filter(|part| !part.trim().is_empty()).map(|part| {
        let (name, number) = part.rsplit_once('=')?;
        Some((name.trim().to_string(), json!(number_of(number)?)))
    });
    pairs.collect::<Option<serde_json::Map<_, _>>>().map(Value::Object)
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
