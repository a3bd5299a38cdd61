mod goldens;
mod model;
mod odd;
mod parity;
mod properties;

use super::*;
use hornbook_core::{Observer, Run, TraceEvent};
use hornbook_data::{
    Categories, Classes, Column, Dataset, Features, Numbers, ScalarBuffer, SharedMatrix, SharedScalars,
    Table, Target,
};
use hornbook_learner::{Fit, Model};
use serde_json::Value;
use std::sync::{Arc, Mutex};

/// A table of words: names of the columns, then a row a line.
fn words(names: &str, text: &str) -> Table {
    let rows: Vec<Vec<&str>> = text.trim().lines().map(|line| line.split_whitespace().collect()).collect();
    let mut builder = Table::builder();
    for (column, name) in names.split_whitespace().enumerate() {
        let labels: Vec<Option<&str>> =
            rows.iter().map(|row| Some(row[column]).filter(|label| *label != "?")).collect();
        builder = match labels.iter().map(|label| label.unwrap_or("NaN").parse::<f64>()).collect() {
            Ok(numbers) => builder.number(name, numbers),
            Err(_) => builder.category(name, &labels),
        };
    }
    builder.build().unwrap()
}

fn play_tennis() -> Dataset {
    let text = include_str!("../../../../../data/play_tennis.csv").replace(',', " ");
    let (header, rows) = text.split_once('\n').unwrap();
    let names: Vec<&str> = header.split_whitespace().collect();
    let table = words(header, rows);
    table.dataset().target(names[names.len() - 1]).unwrap()
}

/// Numbers `x0`, `x1`, … and classes, as an array of Python's lies in memory.
fn matrix(x: &[Vec<f64>], y: &[u32]) -> Dataset {
    let values: ScalarBuffer<f64> = x.iter().flatten().copied().collect();
    let shared = SharedMatrix::new(x.len(), x[0].len(), SharedScalars::F64(values)).unwrap();
    let columns = shared.columns().into_iter().enumerate();
    let table =
        Table::new(columns.map(|(i, c)| (format!("x{i}"), Column::Number(Numbers::Matrix(c)))).collect())
            .unwrap();
    with_classes(&table, y)
}

/// The same column by column.
fn columns(x: &[Vec<f64>], y: &[u32]) -> Dataset {
    let column = |i: usize| Column::Number(x.iter().map(|row| row[i]).collect::<Vec<f64>>().into());
    let table = Table::new((0..x[0].len()).map(|i| (format!("x{i}"), column(i))).collect()).unwrap();
    with_classes(&table, y)
}

fn with_classes(table: &Table, y: &[u32]) -> Dataset {
    let levels = (0..=*y.iter().max().unwrap()).map(|level| level.to_string()).collect();
    let codes = y.to_vec().into();
    table.dataset().with_target("y", Target::Classes(Classes { codes, levels })).unwrap()
}

/// Categories with these levels.
fn coded(levels: &[&str], codes: &[u32]) -> Column {
    let levels = levels.iter().map(|level| level.to_string()).collect();
    Column::Category(Categories { codes: codes.to_vec().into(), levels })
}

fn close(found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    for (place, (a, b)) in found.iter().zip(expected).enumerate() {
        assert!(a == b || (a - b).abs() <= tolerance * b.abs().max(1.0), "{place}: {a} and not {b}");
    }
}

/// The probabilities of the rows of the view.
fn probabilities(model: &NaiveBayesModel, data: &Dataset) -> Vec<f64> {
    model.raw_probabilities(&data.row_features()).unwrap().into_values()
}

fn list(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(values) => values.iter().flat_map(list).collect(),
        number => vec![number.as_f64().unwrap()],
    }
}

/// Writes down every trace event.
#[derive(Default)]
struct Notes(Mutex<Vec<(String, Value)>>);

impl Observer for Notes {
    fn wants_trace(&self) -> bool {
        true
    }

    fn trace(&self, event: &dyn TraceEvent) {
        self.0.lock().unwrap().push((event.to_string(), event.to_json()));
    }
}
