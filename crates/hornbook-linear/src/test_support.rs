//! What the tests of several learners need.

use hornbook_core::{Observer, TraceEvent};
use hornbook_data::{Dataset, Table};
use serde_json::Value;
use std::sync::Mutex;

/// Writes down every trace event.
#[derive(Default)]
pub(crate) struct Notes(Mutex<Vec<(String, Value)>>);

impl Notes {
    pub fn events(&self) -> Vec<(String, Value)> {
        self.0.lock().unwrap().clone()
    }
}

impl Observer for Notes {
    fn wants_trace(&self) -> bool {
        true
    }

    fn trace(&self, event: &dyn TraceEvent) {
        self.0.lock().unwrap().push((event.to_string(), event.to_json()));
    }
}

/// Numbers in columns `x1`, `x2`, …, and classes `-` and `+`.
pub(crate) fn gate(rows: &[&[f64]], is_positive: &[bool]) -> Dataset {
    let mut builder = Table::builder();
    for column in 0..rows[0].len() {
        builder = builder
            .number(&format!("x{}", column + 1), rows.iter().map(|row| row[column]).collect::<Vec<_>>());
    }
    let classes: Vec<_> = is_positive.iter().map(|&is| Some(if is { "2:+" } else { "1:-" })).collect();
    builder.category("y", &classes).build().unwrap().dataset().target("y").unwrap()
}

/// The truth values of two bits, in the order of counting; `low` stands for false.
pub(crate) fn boolean(low: f64, function: impl Fn(bool, bool) -> bool) -> Dataset {
    let bits = [(false, false), (false, true), (true, false), (true, true)];
    let value = |bit: bool| if bit { 1.0 } else { low };
    let rows: Vec<[f64; 2]> = bits.iter().map(|&(a, b)| [value(a), value(b)]).collect();
    let rows: Vec<&[f64]> = rows.iter().map(|row| row.as_slice()).collect();
    gate(&rows, &bits.map(|(a, b)| function(a, b)))
}
