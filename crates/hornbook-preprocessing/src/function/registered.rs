//! Functions that a program has given a name.

use hornbook_core::{Error, Result, closest_name};
use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};

/// A function of a number.
pub(super) type NumberFunction = Arc<dyn Fn(f64) -> f64 + Send + Sync>;

static REGISTERED: RwLock<BTreeMap<String, NumberFunction>> = RwLock::new(BTreeMap::new());

/// Registers a function for `function(registered=NAME)` in this process, in place of one that had the name before. It must give
/// the same for the same number, on any thread.
pub fn register_function(name: &str, function: impl Fn(f64) -> f64 + Send + Sync + 'static) {
    // A writer that failed has left whole entries behind.
    let mut all = REGISTERED.write().unwrap_or_else(PoisonError::into_inner);
    all.insert(name.to_string(), Arc::new(function));
}

/// The function of this name, or a sentence.
pub(super) fn registered_function(name: &str) -> Result<NumberFunction> {
    let all = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
    all.get(name).cloned().ok_or_else(|| {
        let names: Vec<&str> = all.keys().map(String::as_str).collect();
        let advice = match closest_name(name, &names) {
            Some(near) => format!("did you mean '{near}'?"),
            None => "call register_function in the program before, or give a formula".to_string(),
        };
        Error::data(format!("no function is registered as '{name}'"), advice)
    })
}
