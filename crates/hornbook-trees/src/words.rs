//! Numbers and values in words, as explanations say them.

use hornbook_core::Value;
use hornbook_data::{Feature, Input, MISSING_CODE};

/// `1 row`, `2 rows`.
pub(crate) fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// A weight of rows: `no rows`, `1 row`, `2.5 rows`.
pub(crate) fn rows(weight: f64) -> String {
    match rounded(weight).as_str() {
        "0" => "no rows".to_string(),
        "1" => "1 row".to_string(),
        many => format!("{many} rows"),
    }
}

/// At most four decimals, and none that say nothing.
pub(crate) fn rounded(x: f64) -> String {
    let text = format!("{x:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// `x <= 2`, `2 < x <= 5` or `x > 5`; an infinite bound is none.
pub(crate) fn range(name: &str, low: f64, high: f64) -> String {
    match (low.is_finite(), high.is_finite()) {
        (false, true) => format!("{name} <= {high}"),
        (true, true) => format!("{low} < {name} <= {high}"),
        (true, false) => format!("{name} > {low}"),
        (false, false) => name.to_string(),
    }
}

/// Columns by a number, the largest first, a line each; and the same for programs.
pub(crate) fn ranked(
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
pub(crate) fn value_of(input: &Input, feature: &Feature, row: usize) -> String {
    match feature {
        Feature::Number(values) if values[row].is_nan() => "missing".to_string(),
        Feature::Number(values) => values[row].to_string(),
        Feature::Code(codes, _) if codes[row] == MISSING_CODE => "missing".to_string(),
        Feature::Code(codes, _) => input.kind.level(codes[row]).to_string(),
    }
}
