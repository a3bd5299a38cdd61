//! The perceptron against books, against scikit-learn, and against itself.

mod going_on;
mod goldens;
mod odd;
mod parity;
mod properties;

use super::*;
use crate::testing::{LinearTraceRecorder, gate};
use crate::testing::{close, data, iris, learned, some_table, weighted};
use hornbook_core::Run;
use hornbook_data::Table;
use hornbook_learner::{Fit, Model};
use std::sync::Arc;

/// The weights after each update that a trace has seen, constants first, and the mistakes of each epoch.
fn traced(learner: &Perceptron, data: &hornbook_data::Dataset) -> (Vec<Vec<f64>>, Vec<u64>) {
    let notes = Arc::new(LinearTraceRecorder::default());
    learner.fit_with(data, &Run::default().observer(notes.clone())).unwrap();
    let events = notes.events();
    let of = |kind: &'static str| events.iter().filter(move |(_, json)| json["event"] == kind);
    let numbers = |json: &serde_json::Value| -> Vec<f64> {
        json["after"].as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
    };
    (
        of("update").map(|(_, json)| numbers(json)).collect(),
        of("round").map(|(_, json)| json["mistakes"].as_u64().unwrap()).collect(),
    )
}
