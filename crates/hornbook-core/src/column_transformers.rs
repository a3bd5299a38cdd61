//! Transformers with the columns that each gets, as a parameter.

use crate::column_selector::ColumnSelector;
use crate::declaration::{ParameterKind, ParameterValue};
use crate::learner_spec::LearnerSpec;
use crate::{Error, Result, Value};
use serde_json::json;

/// Transformers, each with its columns: `age+fare=scale-columns, @category=one-hot`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ColumnTransformers(pub Vec<(ColumnSelector, LearnerSpec)>);

impl ColumnTransformers {
    /// From text, with commas between, or JSON.
    pub fn parse(text: &str) -> Result<ColumnTransformers> {
        if let Ok(json @ Value::Array(_)) = serde_json::from_str(text) {
            return ColumnTransformers::from_value(&json).ok_or_else(|| unreadable(text));
        }
        let mut entries = Vec::new();
        for part in LearnerSpec::split(text)? {
            let (columns, transformer) = part.split_once('=').ok_or_else(|| unreadable(text))?;
            entries.push((ColumnSelector::parse(columns)?, LearnerSpec::parse(transformer)?));
        }
        Ok(ColumnTransformers(entries))
    }

    /// The entry of a call in which a selection of columns stands for the name of a parameter.
    pub fn entry(columns: &str, transformer: &Value) -> Result<(ColumnSelector, LearnerSpec)> {
        let spec = match transformer {
            Value::String(text) => LearnerSpec::parse(text)?,
            other => LearnerSpec::from_value(other).ok_or_else(|| unreadable(&other.to_string()))?,
        };
        Ok((ColumnSelector::parse(columns)?, spec))
    }

    /// The entries of a value as they stand in the text of a call, if it is of this type.
    pub(crate) fn entries_in_words(name: &str, value: &Value) -> Option<String> {
        let list = value.as_array().filter(|list| !list.is_empty() && name == "transformers")?;
        let all = ColumnTransformers::from_value(&Value::Array(list.clone()))?;
        let entries: Vec<String> = all.0.iter().map(|(columns, spec)| format!("{columns}={spec}")).collect();
        Some(entries.join(", "))
    }
}

fn unreadable(text: &str) -> Error {
    Error::data(
        format!("'{text}' does not read as transformers by columns"),
        "write it like age+fare=scale-columns, @category=one-hot",
    )
}

impl ParameterValue for ColumnTransformers {
    const KIND: ParameterKind = ParameterKind::ColumnTransformers;

    fn to_value(&self) -> Value {
        let entry = |(columns, transformer): &(ColumnSelector, LearnerSpec)| json!({"columns": columns.to_value(), "transformer": transformer.to_value()});
        self.0.iter().map(entry).collect()
    }

    fn from_value(value: &Value) -> Option<Self> {
        let entry = |item: &Value| {
            let object = item.as_object().filter(|object| object.len() == 2)?;
            let columns = ColumnSelector::from_value(object.get("columns")?)?;
            Some((columns, LearnerSpec::from_value(object.get("transformer")?)?))
        };
        match value {
            Value::String(text) => ColumnTransformers::parse(text).ok(),
            Value::Array(list) => list.iter().map(entry).collect::<Option<_>>().map(ColumnTransformers),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_json_and_calls_agree() {
        let text = "age+fare=scale-columns(rule=min_max), @category=one-hot";
        let transformers = ColumnTransformers::parse(text).unwrap();
        assert_eq!(ColumnTransformers::from_value(&transformers.to_value()), Some(transformers.clone()));
        let call = LearnerSpec::new("columns").with("transformers", transformers.to_value());
        assert_eq!(call.to_string(), format!("columns({text})"));
        let read = LearnerSpec::parse(&call.to_string()).unwrap();
        let (columns, spec) = ColumnTransformers::entry("age+fare", &read.parameters["age+fare"]).unwrap();
        assert_eq!((columns, spec), transformers.0[0]);
        for wrong in ["age", "age=", "[{\"columns\": [\"a\"]}]"] {
            assert!(ColumnTransformers::parse(wrong).is_err(), "{wrong}");
        }
    }
}
