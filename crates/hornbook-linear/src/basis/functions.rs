//! Functions of the user's own.

use std::fmt;
use std::sync::Arc;

/// A function of the columns of numbers of a row, with a name.
#[derive(Clone)]
pub struct BasisFunction {
    name: String,
    function: Arc<dyn Fn(&[f64]) -> f64 + Send + Sync>,
}

impl BasisFunction {
    /// A function of the numbers of a row, in the order of the columns.
    pub fn new(name: &str, function: impl Fn(&[f64]) -> f64 + Send + Sync + 'static) -> BasisFunction {
        BasisFunction { name: name.to_string(), function: Arc::new(function) }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its value.
    pub fn value(&self, row: &[f64]) -> f64 {
        (self.function)(row)
    }
}

impl fmt::Debug for BasisFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BasisFunction({})", self.name)
    }
}
