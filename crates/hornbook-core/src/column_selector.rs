//! A selection of columns as a parameter: by name or by type.

use crate::declaration::{ParameterKind, ParameterValue};
use crate::{Error, Result, Value, closest_name};
use serde_json::json;
use std::fmt;

/// What stands before the type of columns in a selection.
const TYPE_MARK: char = '@';
/// All columns that nobody else selects.
const REST: &str = "@rest";
/// What is no type of columns, since any may have it.
const MISSING: &str = "missing";
/// All columns.
const ALL: &str = "@all";

/// Columns by name (`age+income`), by type (`@number`, `@category`, `@boolean`, `@date`, `@text`), all of them (`@all`) or
/// those that are left (`@rest`).
///
/// A name with `+`, `,`, `=`, brackets or `@` in it is written in JSON: `["a+b", "c"]`.
///
/// ```
/// use hornbook_core::ColumnSelector;
/// let selector = ColumnSelector::parse("age+@category")?;
/// let columns = [("age", "number"), ("fare", "number"), ("deck", "category")];
/// assert_eq!(selector.select(&columns, &[])?, [0, 2]);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnSelector(Vec<String>);

impl ColumnSelector {
    /// These names and types.
    pub fn new<S: Into<String>>(names: impl IntoIterator<Item = S>) -> ColumnSelector {
        ColumnSelector(names.into_iter().map(Into::into).collect())
    }

    /// All columns that are left.
    pub fn rest() -> ColumnSelector {
        ColumnSelector::new([REST])
    }

    /// From text with `+` between, or a list in JSON.
    pub fn parse(text: &str) -> Result<ColumnSelector> {
        let text = text.trim();
        if text.starts_with('[')
            && let Ok(json) = serde_json::from_str(text)
        {
            return ColumnSelector::from_value(&json).ok_or_else(|| unreadable(text));
        }
        let names: Vec<&str> = text.split('+').map(str::trim).collect();
        if names.iter().any(|name| name.is_empty()) {
            return Err(unreadable(text));
        }
        Ok(ColumnSelector::new(names))
    }

    /// Whether it selects the columns that are left.
    pub fn is_rest(&self) -> bool {
        self.0.iter().any(|name| name == REST)
    }

    /// The columns that it names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str).filter(|name| !name.starts_with(TYPE_MARK))
    }

    /// Whether it selects columns by their names alone.
    pub fn is_by_name(&self) -> bool {
        self.names().count() == self.0.len()
    }

    /// Whether it may select columns of a type: by that type, by name, all or the rest. Any column may have missing values.
    pub fn may_select(&self, kind: &str) -> bool {
        let other_type = |name: &String| {
            name.strip_prefix(TYPE_MARK)
                .is_some_and(|own| KINDS.contains(&own) && own != kind && kind != MISSING)
        };
        !self.0.iter().all(other_type)
    }

    /// Whether it selects all columns of a type, whatever they are called.
    pub fn selects_all(&self, kind: &str) -> bool {
        self.0.iter().any(|name| name == ALL || name == REST || name.strip_prefix(TYPE_MARK) == Some(kind))
    }

    /// The positions of the columns, each given by name and type, in the order of the selection; `taken` says which columns
    /// others have selected. An error names a column that is not there.
    pub fn select(&self, columns: &[(&str, &str)], taken: &[bool]) -> Result<Vec<usize>> {
        let mut selected: Vec<usize> = Vec::new();
        for name in &self.0 {
            for position in self.positions(name, columns, taken)? {
                if !selected.contains(&position) {
                    selected.push(position);
                }
            }
        }
        Ok(selected)
    }

    fn positions(&self, name: &str, columns: &[(&str, &str)], taken: &[bool]) -> Result<Vec<usize>> {
        if let Some(position) = columns.iter().position(|(column, _)| *column == name) {
            return Ok(vec![position]);
        }
        let all = 0..columns.len();
        let is_free = |position: &usize| !taken.get(*position).copied().unwrap_or(false);
        match name.strip_prefix(TYPE_MARK) {
            _ if name == ALL => Ok(all.collect()),
            _ if name == REST => Ok(all.filter(is_free).collect()),
            Some(kind) if KINDS.contains(&kind) => Ok(all.filter(|&at| columns[at].1 == kind).collect()),
            Some(kind) => Err(Error::data(
                format!("'@{kind}' is no type of columns"),
                format!("say one of @{}, @all or @rest", KINDS.join(", @")),
            )),
            None => {
                let names: Vec<&str> = columns.iter().map(|(column, _)| *column).collect();
                let advice = match closest_name(name, &names) {
                    Some(near) => format!("did you mean '{near}'?"),
                    None => format!("the columns are {}", names.join(", ")),
                };
                Err(Error::data(format!("there is no column '{name}' to select"), advice))
            }
        }
    }
}

/// The types of columns that can be selected.
const KINDS: [&str; 5] = ["number", "category", "boolean", "date", "text"];

fn unreadable(text: &str) -> Error {
    Error::data(
        format!("'{text}' does not read as a selection of columns"),
        "write it like age+income, @number or [\"a+b\"]",
    )
}

impl fmt::Display for ColumnSelector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_plain = |name: &String| {
            let odd = |c: char| c.is_whitespace() || "+,=()[]{}\"".contains(c);
            !name.contains(odd) && !name.is_empty()
        };
        match self.0.iter().all(is_plain) && !self.0.is_empty() {
            true => f.write_str(&self.0.join("+")),
            false => write!(f, "{}", json!(self.0)),
        }
    }
}

impl ParameterValue for ColumnSelector {
    const KIND: ParameterKind = ParameterKind::Columns;

    fn to_value(&self) -> Value {
        json!(self.0)
    }

    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::String(text) => ColumnSelector::parse(text).ok(),
            Value::Array(list) => {
                let names: Option<Vec<&str>> = list.iter().map(Value::as_str).collect();
                names.map(ColumnSelector::new)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: [(&str, &str); 4] =
        [("age", "number"), ("deck", "category"), ("a+b", "number"), ("note", "text")];

    fn selected(text: &str, taken: &[bool]) -> Vec<usize> {
        ColumnSelector::parse(text).unwrap().select(&COLUMNS, taken).unwrap()
    }

    #[test]
    fn columns_by_name_and_type() {
        assert_eq!(selected("note+age", &[]), [3, 0]);
        assert_eq!(selected("@number", &[]), [0, 2]);
        assert_eq!(selected("age+@number", &[]), [0, 2]);
        assert_eq!(selected("@all", &[]), [0, 1, 2, 3]);
        assert_eq!(selected("@rest", &[true, false, true, false]), [1, 3]);
        assert_eq!(selected("[\"a+b\"]", &[]), [2]);
        assert_eq!(selected("@date", &[]), [0usize; 0]);
    }

    #[test]
    fn text_and_json_agree() {
        for text in ["age+deck", "@number", "[\"a+b\",\"c\"]"] {
            let selector = ColumnSelector::parse(text).unwrap();
            assert_eq!(selector.to_string(), text);
            assert_eq!(ColumnSelector::from_value(&selector.to_value()), Some(selector));
        }
    }

    #[test]
    fn what_is_not_there_is_said() {
        let said = |text: &str| {
            let error = ColumnSelector::parse(text).and_then(|found| found.select(&COLUMNS, &[]));
            error.unwrap_err().to_string()
        };
        assert!(said("agee").contains("no column 'agee' to select; did you mean 'age'?"));
        assert!(said("@words").contains("'@words' is no type of columns"));
        assert!(said("age++deck").contains("does not read as a selection"));
    }
}
