//! The parts of a model as the bytes of its file.

use hornbook_core::{Error, Result};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The bytes of a part of a model.
pub fn write_model_part<T: Serialize + ?Sized>(part: &T) -> Result<Vec<u8>> {
    postcard::to_stdvec(part).map_err(Error::internal)
}

/// The part that bytes stand for; `what` names it if they cannot be read, such as `trees`.
pub fn read_model_part<T: DeserializeOwned>(bytes: &[u8], what: &str) -> Result<T> {
    postcard::from_bytes(bytes).map_err(|error| unreadable(what, error))
}

/// The part that bytes begin with, and the bytes that follow it.
pub fn take_model_part<'a, T: Deserialize<'a>>(bytes: &'a [u8], what: &str) -> Result<(T, &'a [u8])> {
    postcard::take_from_bytes(bytes).map_err(|error| unreadable(what, error))
}

fn unreadable(what: &str, error: postcard::Error) -> Error {
    Error::damaged(format!("its {what} cannot be read ({error})"))
}
