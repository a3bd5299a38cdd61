//! What the tests of several learners need.

use hornbook_core::{Observer, TraceEvent};
use hornbook_data::{Dataset, Features, Table};
use hornbook_learner::{Model, Predictions};
use serde_json::Value;
use std::path::Path;
use std::sync::Mutex;

/// Writes down every trace event.
#[derive(Default)]
pub(crate) struct NeighborsTraceLog(pub Mutex<Vec<(String, Value)>>);

impl Observer for NeighborsTraceLog {
    fn wants_trace(&self) -> bool {
        true
    }

    fn trace(&self, event: &dyn TraceEvent) {
        self.0.lock().unwrap().push((event.to_string(), event.to_json()));
    }
}

/// A table of the reference values, with its target.
pub(crate) fn table(name: &str) -> (Table, &'static str) {
    let (path, target) = match name {
        "iris" => ("../../data/iris.csv".to_string(), "species"),
        _ => (format!("../hornbook-trees/tests/data/{name}.csv"), "target"),
    };
    (Table::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap(), target)
}

/// What scikit-learn says.
pub(crate) fn reference() -> Value {
    serde_json::from_str(include_str!("../tests/reference/neighbors.json")).unwrap()
}

/// The rows of a table that are learned from, and those that are predicted.
pub(crate) fn halves(data: &Dataset) -> (Dataset, Dataset) {
    let rows = |first: u32| data.select((first..data.rows().len() as u32).step_by(2).collect());
    (rows(0), rows(1))
}

pub(crate) fn numbers(predictions: &Predictions) -> Vec<f64> {
    match predictions {
        Predictions::Numbers(numbers) => numbers.clone(),
        Predictions::Classes(codes, _) => codes.iter().map(|&code| code.into()).collect(),
    }
}

pub(crate) fn features(model: &dyn Model, table: &Table) -> Features<'static> {
    model.info().schema.features(table).unwrap().0
}
