//! What every test asks of its numbers before it looks at them.

use hornbook_core::{Error, Result};

/// What two numbers of this size may differ by and still be equal: rounding, with some room.
pub(crate) const ROUNDING: f64 = 1e-12;

/// Enough numbers, none of them missing or infinite.
pub(crate) fn usable(values: &[f64], least: usize) -> Result<()> {
    if values.len() < least {
        return Err(Error::data(
            format!("there are {} values, the test needs at least {least}", values.len()),
            "give more values: more rows, folds, repetitions or data sets",
        ));
    }
    match values.iter().position(|x| !x.is_finite()) {
        Some(place) => Err(Error::data(
            format!("value {} is {}", place + 1, values[place]),
            "leave it out, and what it is paired with, or repair it",
        )),
        None => Ok(()),
    }
}

/// First minus second, pair by pair, where a difference within rounding is zero.
pub(crate) fn differences(first: &[f64], second: &[f64], least: usize) -> Result<Vec<f64>> {
    if first.len() != second.len() {
        return Err(Error::data(
            format!("the first has {} values and the second {}", first.len(), second.len()),
            "give both learners' scores on the same folds or data sets, in the same order",
        ));
    }
    usable(first, least)?;
    usable(second, least)?;
    let size = size(first).max(size(second));
    Ok(first.iter().zip(second).map(|(a, b)| if is_tie(*a, *b, size) { 0.0 } else { a - b }).collect())
}

/// The largest of some numbers, without its sign.
pub(crate) fn size(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |most: f64, x| most.max(x.abs()))
}

/// Whether two numbers, computed from numbers of a `size`, differ by no more than rounding.
pub(crate) fn is_tie(a: f64, b: f64, size: f64) -> bool {
    (a - b).abs() <= ROUNDING * size
}

/// A variance, without what rounding leaves of none, of numbers that were computed from numbers of a `size`.
pub(crate) fn without_rounding(variance: f64, size: f64) -> f64 {
    if variance.sqrt() <= ROUNDING * size { 0.0 } else { variance }
}

/// A level of an interval, or a fraction: strictly between 0 and 1.
pub(crate) fn share(name: &str, value: f64) -> Result<()> {
    if value > 0.0 && value < 1.0 {
        return Ok(());
    }
    Err(Error::Parameter {
        learner: "comparison".to_string(),
        parameter: name.to_string(),
        found: value.to_string(),
        expected: "a number between 0 and 1".to_string(),
    })
}
