//! JSON of what was found.

use crate::Value;
use serde::{Serialize, Serializer};
use std::fmt;

/// What programs can read. All that is [`Serialize`] is.
///
/// ```
/// use hornbook_core::ToJson;
/// assert_eq!([Some(0.5), Some(f64::NAN), None].to_json().to_string(), "[0.5,null,null]");
/// ```
pub trait ToJson {
    /// The same for programs; numbers that are not finite are null.
    fn to_json(&self) -> Value;
}

impl<T: Serialize + ?Sized> ToJson for T {
    fn to_json(&self) -> Value {
        let value = serde_json::to_value(self);
        debug_assert!(value.is_ok(), "keys of reports are texts");
        value.unwrap_or_default()
    }
}

/// Serializes a value as what it prints, for `#[serde(serialize_with = "as_text")]`.
pub fn as_text<T: fmt::Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}
