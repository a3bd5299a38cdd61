//! The numbers of an explanation: coefficients with their errors, deviances, out-of-bag scores.

use hornbook::{Model, Value};

/// From here on a number is rounding: the condition of a singular matrix.
const SINGULAR: f64 = 1e12;

/// A number of an explanation.
#[derive(Debug, Clone)]
pub struct ExplainedNumber {
    /// Where it stands in the explanation's JSON.
    pub path: String,
    /// The number.
    pub value: f64,
}

impl ExplainedNumber {
    /// Every number of a model's explanation, in order.
    pub fn all_of(model: &dyn Model) -> Vec<ExplainedNumber> {
        let mut numbers = Vec::new();
        collect(&model.explain().to_json(), "", &mut numbers);
        numbers
    }

    /// Whether it counts rows of a table, whatever they weigh.
    pub fn counts_rows(&self) -> bool {
        self.path.ends_with(".rows")
    }

    /// Whether two are the same up to rounding, relative to those above 1.
    pub fn is_close(&self, other: &ExplainedNumber, tolerance: f64) -> bool {
        let size = self.value.abs().max(1.0);
        let are_singular = self.value.min(other.value) > SINGULAR;
        are_singular || (self.value - other.value).abs() <= tolerance * size
    }
}

fn collect(value: &Value, path: &str, numbers: &mut Vec<ExplainedNumber>) {
    match value {
        Value::Number(number) => {
            numbers.extend(number.as_f64().map(|value| ExplainedNumber { path: path.to_string(), value }))
        }
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                collect(item, &format!("{path}[{at}]"), numbers);
            }
        }
        Value::Object(items) => {
            for (name, item) in items {
                collect(item, &format!("{path}.{name}"), numbers);
            }
        }
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}
