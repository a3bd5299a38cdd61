//! Long work, and what it has to say meanwhile.

use crate::threads::run_until_interrupted;
use hornbook::{Observer, Result, Run};
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, PoisonError};

/// Keeps warnings until they can be said in Python.
#[derive(Default)]
struct PyWarningCollector(Mutex<Vec<String>>);

impl Observer for PyWarningCollector {
    fn warn(&self, sentence: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(sentence.to_string());
    }
}

/// Does work until it is done or Ctrl-C is pressed; gives its result and its warnings.
pub fn listen<T: Send + 'static>(
    py: Python<'_>,
    seed: u64,
    threads: Option<usize>,
    work: impl FnOnce(&Run) -> Result<T> + Send + 'static,
) -> PyResult<(T, Vec<String>)> {
    let listener = Arc::new(PyWarningCollector::default());
    let context = Run::default().seed(seed).observer(listener.clone());
    let cancel = context.cancel_token();
    let result = run_until_interrupted(py, threads, &cancel, move || work(&context))?;
    let sentences = std::mem::take(&mut *listener.0.lock().unwrap_or_else(PoisonError::into_inner));
    Ok((result, sentences))
}
