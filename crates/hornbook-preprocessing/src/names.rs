//! Names of made columns.

use hornbook_data::Input;
use std::collections::HashSet;

/// The name, with marks behind it until nothing else has it.
pub(crate) fn unlike(mut name: String, is_taken: impl Fn(&str) -> bool) -> String {
    while is_taken(&name) {
        name.push('\'');
    }
    name
}

/// The same columns, each with a name of its own.
pub(crate) fn unique_names(mut outputs: Vec<Input>) -> Vec<Input> {
    let mut taken: HashSet<String> = HashSet::with_capacity(outputs.len());
    for output in &mut outputs {
        if taken.contains(&output.name) {
            output.name = unlike(std::mem::take(&mut output.name), |name| taken.contains(name));
        }
        taken.insert(output.name.clone());
    }
    outputs
}
