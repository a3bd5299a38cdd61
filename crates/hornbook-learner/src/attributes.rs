//! Values of the attributes that a learner declares for its models.

use crate::model::Model;
use crate::registry::Registry;
use hornbook_core::format::significant;
use hornbook_core::{AttributeKind, AttributeSpec, Error, Result, Value, closest_name};
use hornbook_data::Matrix;
use serde_json::json;
use std::fmt;

/// The value of an attribute of a model.
#[derive(Debug, Clone, PartialEq)]
pub enum AttributeValue {
    /// Not known of this model.
    Missing,
    /// A real number.
    Number(f64),
    /// An integer.
    Count(u64),
    /// Numbers.
    Vector(Vec<f64>),
    /// Integers.
    Counts(Vec<u64>),
    /// Numbers in rows and columns.
    Matrix(Matrix),
    /// Several matrices.
    Matrices(Vec<Matrix>),
    /// Texts.
    Texts(Vec<String>),
}

impl AttributeValue {
    /// A number, if it is known.
    pub fn of_number(number: Option<f64>) -> AttributeValue {
        number.map_or(AttributeValue::Missing, AttributeValue::Number)
    }

    /// One number, or several as a vector.
    pub fn number_or_vector(numbers: &[f64]) -> AttributeValue {
        match numbers {
            [one] => AttributeValue::Number(*one),
            several => AttributeValue::Vector(several.to_vec()),
        }
    }

    /// One row as a vector, or several as a matrix.
    pub fn vector_or_matrix(matrix: Matrix) -> AttributeValue {
        if matrix.rows() == 1 {
            AttributeValue::Vector(matrix.into_values())
        } else {
            AttributeValue::Matrix(matrix)
        }
    }

    /// Whether it is of a declared type.
    pub fn is_of(&self, kind: AttributeKind) -> bool {
        match self {
            AttributeValue::Missing => kind == AttributeKind::Number,
            AttributeValue::Number(_) => {
                matches!(kind, AttributeKind::Number | AttributeKind::NumberOrArray)
            }
            AttributeValue::Count(_) => kind == AttributeKind::Count,
            AttributeValue::Vector(_) | AttributeValue::Matrix(_) => {
                matches!(kind, AttributeKind::Array | AttributeKind::NumberOrArray | AttributeKind::Matrices)
            }
            AttributeValue::Counts(_) => kind == AttributeKind::Counts,
            AttributeValue::Matrices(_) => kind == AttributeKind::Matrices,
            AttributeValue::Texts(_) => kind == AttributeKind::Texts,
        }
    }

    /// The value as JSON; rows of a matrix are lists.
    pub fn to_json(&self) -> Value {
        match self {
            AttributeValue::Missing => Value::Null,
            AttributeValue::Number(number) => json!(number),
            AttributeValue::Count(count) => json!(count),
            AttributeValue::Vector(numbers) => json!(numbers),
            AttributeValue::Counts(counts) => json!(counts),
            AttributeValue::Matrix(matrix) => rows_of(matrix),
            AttributeValue::Matrices(all) => Value::Array(all.iter().map(rows_of).collect()),
            AttributeValue::Texts(texts) => json!(texts),
        }
    }
}

fn rows_of(matrix: &Matrix) -> Value {
    (0..matrix.rows()).map(|row| json!(matrix.row(row))).collect()
}

/// How many numbers of an array are printed.
const SHOWN: usize = 12;

impl fmt::Display for AttributeValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let listed = |texts: Vec<String>| {
            let more = texts.len().saturating_sub(SHOWN);
            let shown = texts.into_iter().take(SHOWN).collect::<Vec<_>>().join(", ");
            if more == 0 { shown } else { format!("{shown}, … {more} more") }
        };
        let numbers = |values: &[f64]| listed(values.iter().map(|x| significant(*x)).collect());
        let matrix = |matrix: &Matrix| {
            format!("{} × {}: {}", matrix.rows(), matrix.columns(), numbers(matrix.values()))
        };
        match self {
            AttributeValue::Missing => f.write_str("not known"),
            AttributeValue::Number(number) => f.write_str(&significant(*number)),
            AttributeValue::Count(count) => write!(f, "{count}"),
            AttributeValue::Vector(values) => f.write_str(&numbers(values)),
            AttributeValue::Counts(counts) => {
                f.write_str(&listed(counts.iter().map(u64::to_string).collect()))
            }
            AttributeValue::Matrix(values) => f.write_str(&matrix(values)),
            AttributeValue::Matrices(all) => f.write_str(&listed(all.iter().map(matrix).collect())),
            AttributeValue::Texts(texts) => f.write_str(&listed(texts.clone())),
        }
    }
}

/// The attributes that the learner of a model declares for its task.
pub fn attributes_of(model: &dyn Model) -> Result<Vec<&'static AttributeSpec>> {
    let info = model.info();
    let declaration = Registry::filled()?.find(&info.learner)?.declaration;
    let task = info.schema.target.task;
    Ok(declaration.attributes().filter(|attribute| attribute.is_of(task)).collect())
}

/// The value of an attribute of a model, or a sentence that says which there are or why there is none.
pub fn attribute(model: &dyn Model, name: &str) -> Result<AttributeValue> {
    if let Some(value) = model.inspect().attribute(name)? {
        return Ok(value);
    }
    let known: Vec<&str> = attributes_of(model)?.iter().map(|attribute| attribute.name).collect();
    let advice = match closest_name(name, &known) {
        Some(near) => format!("did you mean '{near}'?"),
        None if known.is_empty() => "it has none; ask for its explanation".to_string(),
        None => format!("it has {}", known.join(", ")),
    };
    Err(Error::mismatch(format!("the model of '{}' has no attribute '{name}'", model.info().learner), advice))
}
