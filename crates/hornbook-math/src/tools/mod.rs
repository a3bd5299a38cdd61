//! The functions of this crate as tools: `hornbook compute NAME`, and `hornbook.compute` in Python.

mod algebra;
mod distributions;
mod information;
mod optimization;

use hornbook_core::{Error, Result, ToolEntry, in_digits};

/// Every tool of this crate.
pub fn tool_entries() -> Vec<ToolEntry> {
    [
        information::tool_entries(),
        distributions::tool_entries(),
        algebra::tool_entries(),
        optimization::tool_entries(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Numbers as they stand in a step: `0.5, 0.25`.
fn listed(numbers: &[f64]) -> String {
    numbers.iter().map(|x| in_digits(*x)).collect::<Vec<_>>().join(", ")
}

/// An error about arguments that do not go together.
fn refused(problem: impl Into<String>, advice: impl Into<String>) -> Error {
    Error::data(problem, advice)
}

/// An error unless two lists are equally long.
fn same_length(first: (&str, usize), second: (&str, usize)) -> Result<()> {
    match first.1 == second.1 {
        true => Ok(()),
        false => Err(refused(
            format!("'{}' has {} values and '{}' has {}", first.0, first.1, second.0, second.1),
            "give as many of the one as of the other",
        )),
    }
}
