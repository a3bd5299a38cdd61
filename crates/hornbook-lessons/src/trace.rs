//! What a learner says while it works.

use hornbook::{Observer, Result, Run, TraceEvent, Value};
use std::sync::{Arc, Mutex, PoisonError};

/// One thing that a learner said.
#[derive(Debug, Clone)]
pub(crate) struct TraceRecord {
    /// For people.
    pub text: String,
    /// For programs.
    pub json: Value,
}

#[derive(Default)]
struct TraceRecorder(Mutex<Vec<TraceRecord>>);

impl Observer for TraceRecorder {
    fn wants_trace(&self) -> bool {
        true
    }

    fn trace(&self, event: &dyn TraceEvent) {
        let said = TraceRecord { text: event.to_string(), json: event.to_json() };
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(said);
    }
}

/// Does some work and writes down its trace.
pub(crate) fn traced<T>(work: impl FnOnce(&Run) -> Result<T>) -> Result<(T, Vec<TraceRecord>)> {
    let notebook = Arc::new(TraceRecorder::default());
    let result = work(&Run::default().observer(notebook.clone()))?;
    let said = notebook.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
    Ok((result, said))
}

/// The texts of a trace, a line or more each.
pub(crate) fn texts(said: &[TraceRecord]) -> String {
    said.iter().map(|one| one.text.as_str()).collect::<Vec<_>>().join("\n")
}

/// A list of numbers in a trace; empty if there is none.
pub(crate) fn list(json: &Value, name: &str) -> Vec<f64> {
    json[name].as_array().into_iter().flatten().filter_map(Value::as_f64).collect()
}

/// A number in a trace; NaN if there is none.
pub(crate) fn number(json: &Value, name: &str) -> f64 {
    json[name].as_f64().unwrap_or(f64::NAN)
}
