mod goldens;
mod model;
mod odd;
mod parity;
mod properties;

use super::*;
use crate::testing::{BayesTraceRecorder, Tables, close, columns, list, matrix, right, with_classes};
use hornbook_core::Run;
use hornbook_data::{Categories, Column, Dataset, Features, Numbers, Table};
use hornbook_learner::{Fit, Model, Predictor};
use serde_json::Value;
use std::sync::Arc;

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

/// Categories with these levels.
fn coded(levels: &[&str], codes: &[u32]) -> Column {
    let levels = levels.iter().map(|level| level.to_string()).collect();
    Column::Category(Categories { codes: codes.to_vec().into(), levels })
}

/// The probabilities of the rows of the view.
fn probabilities(model: &NaiveBayesModel, data: &Dataset) -> Vec<f64> {
    model.raw_probabilities(&data.row_features()).unwrap().into_values()
}
