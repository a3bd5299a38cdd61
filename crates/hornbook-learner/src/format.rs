//! Numbers and values in words, as explanations say them.

use hornbook_core::Value;
use hornbook_data::{Feature, Input, InputKind, MISSING_CODE};

/// `1 row`, `2 rows`.
pub fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// A weight of rows: `no rows`, `1 row`, `2.5 rows`.
pub fn rows(weight: f64) -> String {
    match rounded(weight).as_str() {
        "0" => "no rows".to_string(),
        "1" => "1 row".to_string(),
        many => format!("{many} rows"),
    }
}

/// What to say of a target of classes of which only one occurs.
pub fn only_one_class(class: &str) -> String {
    format!("the target has only one class, '{class}': every prediction will be '{class}'")
}

/// At most four decimals, and none that say nothing.
pub fn rounded(x: f64) -> String {
    let text = format!("{x:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
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
        Feature::Code(codes, texts) if input.kind == InputKind::Text => texts[codes[row] as usize].clone(),
        Feature::Code(codes, _) => input.kind.level(codes[row]).to_string(),
    }
}

/// Four significant digits, in the form that is shortest to read: `1235`, `0.01235`, `1.200e-9`.
pub fn significant(x: f64) -> String {
    let size = x.abs();
    if !x.is_finite() {
        return if x.is_nan() {
            "undefined".to_string()
        } else {
            format!("{}infinite", if x < 0.0 { "-" } else { "" })
        };
    }
    if size != 0.0 && !(1e-4..1e7).contains(&size) {
        return format!("{x:.3e}");
    }
    let before = if size > 0.0 { size.log10().floor() as i32 + 1 } else { 0 };
    let text = format!("{x:.*}", (4 - before).max(0) as usize);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_string() } else { text }
}

/// Cells in columns as wide as their widest, two spaces apart; the first column is aligned to the left, the others to the
/// right.
pub fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| match column {
            0 => format!("{cell:width$}"),
            _ => format!("{cell:>width$}"),
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_string()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_for_readers() {
        let said =
            [0.0, 1.0, -12.345, 1234.56, 123_456.7, 0.012_345, 1.2e-9, 3e8, f64::NAN, f64::NEG_INFINITY];
        let expected = [
            "0",
            "1",
            "-12.35",
            "1235",
            "123457",
            "0.01235",
            "1.200e-9",
            "3.000e8",
            "undefined",
            "-infinite",
        ];
        assert_eq!(said.map(significant), expected);
    }

    #[test]
    fn cells_stand_in_columns() {
        let rows = [vec!["name".to_string(), "x".to_string()], vec!["a".to_string(), "10".to_string()]];
        assert_eq!(aligned(&rows), "name   x\na     10");
    }
}
