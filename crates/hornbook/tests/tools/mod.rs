//! Every tool by its name, with arguments as the command line gives them, against numbers of the textbook.

mod algebra;
mod bayes;
mod class_indicators;
mod decisions;
mod distributions;
mod information;
mod intervals;
mod linear;
mod mechanism;
mod optimization;
mod selection;
mod trees;

use hornbook::{Run, Value};

/// What a tool says of these arguments, for programs.
fn compute(tool: &str, arguments: &[(&str, &str)]) -> Value {
    compute_seeded(tool, arguments, 0)
}

fn compute_seeded(tool: &str, arguments: &[(&str, &str)], seed: u64) -> Value {
    let entry = hornbook::tools().find(tool).unwrap();
    let report = entry.compute_text(arguments, &Run::default().seed(seed).threads(1));
    let report = report.unwrap_or_else(|error| panic!("{tool} {arguments:?}: {error}"));
    assert!(!report.to_string().trim().is_empty(), "{tool} prints");
    report.to_json()
}

/// The sentence with which a tool refuses these arguments.
fn refusal(tool: &str, arguments: &[(&str, &str)]) -> String {
    match hornbook::tools().find(tool).unwrap().compute_text(arguments, &Run::default()) {
        Ok(report) => panic!("{tool} {arguments:?} is not refused: {report}"),
        Err(error) => error.to_string(),
    }
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap_or_else(|| panic!("{value} is no list")).iter().map(number).collect()
}

fn rows(value: &Value) -> Vec<Vec<f64>> {
    value.as_array().unwrap().iter().map(numbers).collect()
}

#[track_caller]
fn assert_close(found: &Value, expected: f64, tolerance: f64) {
    let found = number(found);
    assert!((found - expected).abs() <= tolerance, "{found} is not {expected}");
}

#[track_caller]
fn assert_all_close(found: &Value, expected: &[f64], tolerance: f64) {
    let found = numbers(found);
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() <= tolerance, "{found} is not {expected}");
    }
}

/// A file of the repository's data.
fn data(name: &str) -> String {
    format!("{}/../../data/{name}", env!("CARGO_MANIFEST_DIR"))
}
