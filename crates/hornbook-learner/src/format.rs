//! Values and columns in words, as explanations say them; plain numbers are formatted by [`hornbook_core::format`].

use hornbook_core::Value;
use hornbook_data::{Column, Feature, Input, MISSING_CODE};

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

/// The value of a row in words.
pub fn value_of(input: &Input, feature: &Feature, row: usize) -> String {
    match feature {
        Feature::Number(values) if values[row].is_nan() => "missing".to_string(),
        Feature::Number(values) => values[row].to_string(),
        Feature::Code(codes, _) if codes[row] == MISSING_CODE => "missing".to_string(),
        Feature::Code(codes, _) => input.kind.level(codes[row]).to_string(),
        Feature::Text(_) | Feature::Object(_) => {
            Column::from(feature.slice(row, 1)).label(0).unwrap_or_else(|| "missing".to_string())
        }
    }
}
