//! Types that can be parameters.

use super::{ParameterKind, Range};
use crate::{Result, Value};
use serde_json::json;

/// A type that can be a parameter. Implemented for numbers, booleans, text, `Option` of these, and by
/// `#[derive(Choice)]` for plain enums.
pub trait ParameterValue: Sized {
    /// What values it takes.
    const KIND: ParameterKind;
    /// Whether it may be left unset.
    const OPTIONAL: bool = false;
    /// The value for the interfaces.
    fn to_value(&self) -> Value;
    /// The value from an interface, or `None` if it is not of this type.
    fn from_value(value: &Value) -> Option<Self>;
    /// The same, with an error where more can be said of what is wrong than that the value is not of this type.
    fn read(value: &Value) -> Result<Option<Self>> {
        Ok(Self::from_value(value))
    }
    /// An error if a parameter of a declared value in it is out of its range.
    fn check_within(&self) -> Result<()> {
        Ok(())
    }
    /// The number whose range is checked, if there is one.
    fn as_number(&self) -> Option<f64> {
        None
    }
    /// A number in it that is not in the range.
    fn outside(&self, range: &Range) -> Option<f64> {
        self.as_number().filter(|number| !range.contains(*number))
    }
}

macro_rules! integer_parameter {
    ($($type:ty),*) => {$(
        impl ParameterValue for $type {
            const KIND: ParameterKind = ParameterKind::Integer;
            fn to_value(&self) -> Value {
                json!(self)
            }
            fn from_value(value: &Value) -> Option<Self> {
                // Python and JSON may write an integer as 4.0.
                let number = match value.as_u64() {
                    Some(n) => n,
                    None => value.as_f64().filter(|x| x.fract() == 0.0 && (0.0..9e15).contains(x))? as u64,
                };
                <$type>::try_from(number).ok()
            }
            fn as_number(&self) -> Option<f64> {
                Some(*self as f64)
            }
        }
    )*};
}
integer_parameter!(u32, u64, usize);

impl ParameterValue for f64 {
    const KIND: ParameterKind = ParameterKind::Float;
    fn to_value(&self) -> Value {
        json!(self)
    }
    fn from_value(value: &Value) -> Option<Self> {
        value.as_f64()
    }
    fn as_number(&self) -> Option<f64> {
        Some(*self)
    }
}

impl ParameterValue for bool {
    const KIND: ParameterKind = ParameterKind::Boolean;
    fn to_value(&self) -> Value {
        json!(self)
    }
    fn from_value(value: &Value) -> Option<Self> {
        value.as_bool()
    }
}

impl ParameterValue for String {
    const KIND: ParameterKind = ParameterKind::Text;
    fn to_value(&self) -> Value {
        json!(self)
    }
    fn from_value(value: &Value) -> Option<Self> {
        value.as_str().map(str::to_string)
    }
}

impl ParameterValue for Vec<f64> {
    const KIND: ParameterKind = ParameterKind::Numbers;
    fn to_value(&self) -> Value {
        json!(self)
    }
    fn from_value(value: &Value) -> Option<Self> {
        value.as_array()?.iter().map(|x| x.as_f64().filter(|x| x.is_finite())).collect()
    }
    fn outside(&self, range: &Range) -> Option<f64> {
        self.iter().copied().find(|number| !range.contains(*number))
    }
}

impl<T: ParameterValue> ParameterValue for Option<T> {
    const KIND: ParameterKind = T::KIND;
    const OPTIONAL: bool = true;
    fn to_value(&self) -> Value {
        self.as_ref().map_or(Value::Null, T::to_value)
    }
    fn from_value(value: &Value) -> Option<Self> {
        if value.is_null() { Some(None) } else { T::from_value(value).map(Some) }
    }
    fn read(value: &Value) -> Result<Option<Self>> {
        if value.is_null() { Ok(Some(None)) } else { Ok(T::read(value)?.map(Some)) }
    }
    fn check_within(&self) -> Result<()> {
        self.as_ref().map_or(Ok(()), T::check_within)
    }
    fn as_number(&self) -> Option<f64> {
        self.as_ref().and_then(T::as_number)
    }
    fn outside(&self, range: &Range) -> Option<f64> {
        self.as_ref().and_then(|value| value.outside(range))
    }
}

impl<T: ParameterValue> ParameterValue for Box<T> {
    const KIND: ParameterKind = T::KIND;
    const OPTIONAL: bool = T::OPTIONAL;
    fn to_value(&self) -> Value {
        T::to_value(self)
    }
    fn from_value(value: &Value) -> Option<Self> {
        T::from_value(value).map(Box::new)
    }
    fn read(value: &Value) -> Result<Option<Self>> {
        Ok(T::read(value)?.map(Box::new))
    }
    fn check_within(&self) -> Result<()> {
        T::check_within(self)
    }
    fn as_number(&self) -> Option<f64> {
        T::as_number(self)
    }
    fn outside(&self, range: &Range) -> Option<f64> {
        T::outside(self, range)
    }
}
