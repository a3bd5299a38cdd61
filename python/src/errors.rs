//! Errors and warnings as Python has them.

use hornbook::{Error, ErrorKind};
use pyo3::exceptions::{
    PyFileNotFoundError, PyKeyboardInterrupt, PyOSError, PyRuntimeError, PyUserWarning, PyValueError,
};
use pyo3::prelude::*;
use std::ffi::CString;
use std::path::Path;

/// The Python exception for an error: its message is the same sentence, and its `code` the same code.
pub fn to_python(error: Error) -> PyErr {
    let exception = exception_of(&error);
    Python::attach(|py| match exception.value(py).setattr("code", error.code()) {
        Ok(()) => exception,
        Err(failed) => failed,
    })
}

fn exception_of(error: &Error) -> PyErr {
    let sentence = error.to_string();
    match (error, error.kind()) {
        (Error::File { action: "read", path, .. }, _) if !Path::new(path).exists() => {
            PyFileNotFoundError::new_err(sentence)
        }
        (_, ErrorKind::File) => PyOSError::new_err(sentence),
        (_, ErrorKind::Internal) => PyRuntimeError::new_err(sentence),
        (_, ErrorKind::Canceled) => PyKeyboardInterrupt::new_err(sentence),
        (_, ErrorKind::Usage | ErrorKind::Data | ErrorKind::ModelFile) => PyValueError::new_err(sentence),
    }
}

/// Says each sentence once as a `UserWarning` at the line that called the estimator. `depth` is how many
/// Python functions lie between that line and us.
pub fn warn(py: Python<'_>, sentences: &[String], depth: i32) -> PyResult<()> {
    let category = py.get_type::<PyUserWarning>();
    for (i, sentence) in sentences.iter().enumerate() {
        if !sentences[..i].contains(sentence) {
            let message = CString::new(sentence.replace('\0', " "))?;
            PyErr::warn(py, &category, &message, depth + 1)?;
        }
    }
    Ok(())
}
