//! Parameters that speak of columns: a number for each of some columns, and sets of columns.

use crate::declaration::{ParameterKind, ParameterValue};
use crate::{Error, Result, Value, closest_name};
use serde_json::json;

/// Which column: its name, or its position among the features.
#[derive(Debug, Clone, PartialEq)]
pub enum ColumnName {
    /// By name.
    Name(String),
    /// By position, counted from 0.
    Position(usize),
}

impl ColumnName {
    fn from_value(value: &Value) -> Option<ColumnName> {
        match value {
            Value::String(name) => Some(ColumnName::Name(name.clone())),
            other => usize::from_value(other).map(ColumnName::Position),
        }
    }

    fn to_value(&self) -> Value {
        match self {
            ColumnName::Name(name) => json!(name),
            ColumnName::Position(position) => json!(position),
        }
    }

    /// The position among these columns, or an error that names the parameter and suggests a column.
    fn find(&self, learner: &str, parameter: &str, columns: &[&str]) -> Result<usize> {
        let refuse = |found: String, expected: String| Error::Parameter {
            learner: learner.to_string(),
            parameter: parameter.to_string(),
            found,
            expected,
        };
        match self {
            ColumnName::Name(name) => columns.iter().position(|column| column == name).ok_or_else(|| {
                refuse(
                    format!("'{name}', which is no column to learn from"),
                    match closest_name(name, columns) {
                        Some(near) => format!("'{near}'?"),
                        None => format!("one of {}", columns.join(", ")),
                    },
                )
            }),
            ColumnName::Position(position) if *position < columns.len() => Ok(*position),
            ColumnName::Position(position) => Err(refuse(
                format!("column {position}"),
                format!("a position below {}, the number of columns", columns.len()),
            )),
        }
    }
}

/// A number for each of some columns, such as what it costs to know them.
///
/// On the command line `age=1,price=-1`; in Python and JSON a dictionary by name, or a list with a number for every
/// column.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PerColumn(Vec<(ColumnName, f64)>);

impl PerColumn {
    /// These columns by name.
    pub fn named<'a>(numbers: impl IntoIterator<Item = (&'a str, f64)>) -> PerColumn {
        PerColumn(numbers.into_iter().map(|(name, x)| (ColumnName::Name(name.to_string()), x)).collect())
    }

    /// Whether no column has a number.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The numbers that were given, without their columns.
    pub fn numbers(&self) -> impl Iterator<Item = f64> {
        self.0.iter().map(|(_, number)| *number)
    }

    /// A number for each of these columns: the one given, or `otherwise`. A column that is not among them is an error of
    /// this parameter of this learner.
    pub fn for_columns(
        &self,
        (learner, parameter): (&str, &str),
        columns: &[&str],
        otherwise: f64,
    ) -> Result<Vec<f64>> {
        let mut numbers = vec![otherwise; columns.len()];
        for (column, number) in &self.0 {
            numbers[column.find(learner, parameter, columns)?] = *number;
        }
        Ok(numbers)
    }

    /// From text: `age=1,price=-1`, or JSON.
    pub(crate) fn parse(text: &str) -> Option<Value> {
        if let Some(json) = json_of(text) {
            return PerColumn::from_value(&json).map(|_| json);
        }
        let mut numbers = serde_json::Map::new();
        for part in text.split(',').filter(|part| !part.trim().is_empty()) {
            let (name, number) = part.rsplit_once('=')?;
            numbers.insert(name.trim().to_string(), json!(number.trim().parse::<f64>().ok()?));
        }
        Some(Value::Object(numbers))
    }
}

impl ParameterValue for PerColumn {
    const KIND: ParameterKind = ParameterKind::PerColumn;

    fn to_value(&self) -> Value {
        let is_list = |(i, (column, _)): (usize, &(ColumnName, f64))| *column == ColumnName::Position(i);
        if !self.0.is_empty() && self.0.iter().enumerate().all(is_list) {
            return self.numbers().collect::<Vec<_>>().into();
        }
        let pairs = self.0.iter().map(|(column, number)| match column {
            ColumnName::Name(name) => (name.clone(), json!(number)),
            ColumnName::Position(position) => (position.to_string(), json!(number)),
        });
        Value::Object(pairs.collect())
    }

    fn from_value(value: &Value) -> Option<Self> {
        let finite = |value: &Value| value.as_f64().filter(|x| x.is_finite());
        match value {
            Value::Object(pairs) => pairs
                .iter()
                .map(|(name, number)| Some((ColumnName::Name(name.clone()), finite(number)?)))
                .collect::<Option<_>>()
                .map(PerColumn),
            Value::Array(list) => list
                .iter()
                .enumerate()
                .map(|(position, number)| Some((ColumnName::Position(position), finite(number)?)))
                .collect::<Option<_>>()
                .map(PerColumn),
            _ => None,
        }
    }
}

/// Sets of columns, such as those that may interact.
///
/// On the command line `age+income,price`; in Python and JSON a list of lists of names or positions.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ColumnSets(Vec<Vec<ColumnName>>);

impl ColumnSets {
    /// These sets of columns by name.
    pub fn named(sets: &[&[&str]]) -> ColumnSets {
        let name = |name: &&str| ColumnName::Name(name.to_string());
        ColumnSets(sets.iter().map(|set| set.iter().map(name).collect()).collect())
    }

    /// Whether there is no set.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The sets as positions among these columns. A column that is not among them is an error of this parameter of this
    /// learner.
    pub fn positions(&self, (learner, parameter): (&str, &str), columns: &[&str]) -> Result<Vec<Vec<usize>>> {
        let find = |column: &ColumnName| column.find(learner, parameter, columns);
        self.0.iter().map(|set| set.iter().map(find).collect()).collect()
    }

    /// From text: `age+income,price`, or JSON.
    pub(crate) fn parse(text: &str) -> Option<Value> {
        if let Some(json) = json_of(text) {
            return ColumnSets::from_value(&json).map(|_| json);
        }
        let sets = text.split(',').filter(|set| !set.trim().is_empty());
        Some(sets.map(|set| set.split('+').map(str::trim).collect::<Vec<_>>()).collect::<Vec<_>>().into())
    }
}

impl ParameterValue for ColumnSets {
    const KIND: ParameterKind = ParameterKind::ColumnSets;

    fn to_value(&self) -> Value {
        let set = |set: &Vec<ColumnName>| Value::Array(set.iter().map(ColumnName::to_value).collect());
        Value::Array(self.0.iter().map(set).collect())
    }

    fn from_value(value: &Value) -> Option<Self> {
        let set = |set: &Value| set.as_array()?.iter().map(ColumnName::from_value).collect();
        value.as_array()?.iter().map(set).collect::<Option<_>>().map(ColumnSets)
    }
}

/// Text that looks like JSON, read as such: the way out for names with signs in them.
fn json_of(text: &str) -> Option<Value> {
    text.trim_start().starts_with(['{', '[']).then(|| serde_json::from_str(text).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: [&str; 3] = ["age", "price", "income"];

    #[test]
    fn numbers_for_columns() {
        let read = |text: &str| PerColumn::from_value(&PerColumn::parse(text).unwrap()).unwrap();
        let at = |numbers: &PerColumn| numbers.for_columns(("l", "p"), &COLUMNS, 0.0);
        assert_eq!(at(&read("age=1, price=-1")).unwrap(), [1.0, -1.0, 0.0]);
        assert_eq!(at(&read("[1, 0, 2.5]")).unwrap(), [1.0, 0.0, 2.5]);
        assert_eq!(read("[1, 0, 2.5]").to_value(), json!([1.0, 0.0, 2.5]));
        assert_eq!(read("age=1"), PerColumn::named([("age", 1.0)]));
        assert_eq!(read(r#"{"a=b": 2}"#).to_value(), json!({"a=b": 2.0}));
        assert!(read("").is_empty());
        let error = at(&read("prize=1")).unwrap_err().to_string();
        assert!(error.contains("'prize'") && error.contains("'price'?"), "{error}");
        assert!(at(&read("[1, 2, 3, 4]")).is_err());
        assert!(PerColumn::parse("age").is_none() && PerColumn::parse("age=x").is_none());
        assert!(PerColumn::from_value(&json!("age")).is_none());
    }

    #[test]
    fn sets_of_columns() {
        let read = |text: &str| ColumnSets::from_value(&ColumnSets::parse(text).unwrap()).unwrap();
        let at = |sets: &ColumnSets| sets.positions(("l", "p"), &COLUMNS);
        assert_eq!(at(&read("age+income, price")).unwrap(), [vec![0, 2], vec![1]]);
        assert_eq!(at(&read("[[0, 2], [1]]")).unwrap(), [vec![0, 2], vec![1]]);
        assert_eq!(read("age+income"), ColumnSets::named(&[&["age", "income"]]));
        assert_eq!(read("[[0, \"price\"]]").to_value(), json!([[0, "price"]]));
        assert!(at(&read("aged+income")).unwrap_err().to_string().contains("'age'?"));
        assert!(at(&read("[[3]]")).is_err());
        assert!(ColumnSets::parse("[1, 2]").is_none());
    }
}
