//! Values and columns in words, as explanations say them; plain numbers are formatted by [`hornbook_core::format`].

use crate::transformer::column_of;
use hornbook_core::Value;
use hornbook_core::format::cell;
use hornbook_data::{Feature, Input, InputKind};
use serde::{Serialize, Serializer};
use std::fmt;

/// What to say of a target of classes of which only one occurs.
pub fn only_one_class(class: &str) -> String {
    format!("the target has only one class, '{class}': every prediction will be '{class}'")
}

/// `x <= 2`, `2 < x <= 5` or `x > 5`; an infinite bound is none.
pub fn range(name: &str, low: f64, high: f64) -> String {
    match (low.is_finite(), high.is_finite()) {
        (false, true) => format!("{name} <= {high}"),
        (true, true) => format!("{low} < {name} <= {high}"),
        (true, false) => format!("{name} > {low}"),
        (false, false) => name.to_string(),
    }
}

/// Columns by a number, the largest first, a line each; and the same for programs.
pub fn ranked(
    inputs: &[Input],
    numbers: &[f64],
    cells: impl Fn(usize) -> (String, Value),
) -> (String, Value) {
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by(|&a, &b| numbers[b].total_cmp(&numbers[a]).then(a.cmp(&b)));
    let width = inputs.iter().map(|input| input.name.chars().count()).max().unwrap_or(0);
    let mut json = serde_json::Map::new();
    let mut lines = Vec::new();
    for column in order {
        let (text, value) = cells(column);
        lines.push(format!("{:width$}  {text}", inputs[column].name));
        json.insert(inputs[column].name.clone(), value);
    }
    (lines.join("\n"), Value::Object(json))
}

/// The value of a cell in words: rounded for people, with all digits for programs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellText {
    rounded: String,
    exact: String,
}

impl CellText {
    fn missing() -> CellText {
        CellText::from("missing".to_string())
    }
}

impl From<String> for CellText {
    fn from(text: String) -> CellText {
        CellText { rounded: text.clone(), exact: text }
    }
}

impl From<f64> for CellText {
    fn from(x: f64) -> CellText {
        CellText { rounded: cell(x), exact: x.to_string() }
    }
}

impl fmt::Display for CellText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rounded)
    }
}

impl Serialize for CellText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.exact)
    }
}

/// The value of a row in words.
pub fn value_of(input: &Input, feature: &Feature, row: usize) -> CellText {
    match feature {
        feature if feature.is_missing(row) => CellText::missing(),
        Feature::Number(values) if input.kind != InputKind::Date => CellText::from(values[row]),
        Feature::Code(codes, _) => CellText::from(input.kind.level(codes[row]).to_string()),
        other => column_of(other.slice(row, 1), &input.kind)
            .label(0)
            .map_or_else(CellText::missing, CellText::from),
    }
}
