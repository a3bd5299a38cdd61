//! What parameters and values must be.

use super::numerics::is_positive;
use hornbook_core::{Error, Result};

/// How far probabilities may sum from one; what is within is divided by the sum.
const ROUNDING: f64 = 1e-9;

pub(super) fn wrong(distribution: &str, parameter: &str, found: impl ToString, expected: &str) -> Error {
    Error::Parameter {
        learner: format!("{distribution} distribution"),
        parameter: parameter.into(),
        found: found.to_string(),
        expected: expected.into(),
    }
}

pub(super) fn positive(distribution: &str, parameter: &str, value: f64) -> Result<f64> {
    if is_positive(value) {
        return Ok(value);
    }
    Err(wrong(distribution, parameter, value, "a finite number above 0"))
}

pub(super) fn finite(distribution: &str, parameter: &str, value: f64) -> Result<f64> {
    if value.is_finite() {
        return Ok(value);
    }
    Err(wrong(distribution, parameter, value, "a finite number"))
}

pub(super) fn probability(distribution: &str, parameter: &str, value: f64) -> Result<f64> {
    if (0.0..=1.0).contains(&value) {
        return Ok(value);
    }
    Err(wrong(distribution, parameter, value, "a probability from 0 to 1"))
}

/// A probability that is not zero: of what must happen at last.
pub(super) fn chance(distribution: &str, parameter: &str, value: f64) -> Result<f64> {
    if value > 0.0 && value <= 1.0 {
        return Ok(value);
    }
    Err(wrong(distribution, parameter, value, "a probability above 0, at most 1"))
}

/// Probabilities that sum to one.
pub(crate) fn probabilities(distribution: &str, values: &[f64]) -> Result<Vec<f64>> {
    let sum: f64 = values.iter().sum();
    if values.iter().all(|p| (0.0..=1.0 + ROUNDING).contains(p)) && (sum - 1.0).abs() <= ROUNDING {
        return Ok(values.iter().map(|p| p / sum).collect());
    }
    let expected = "numbers from 0 to 1 that sum to 1";
    Err(wrong(distribution, "probabilities", format!("{values:?} with the sum {sum}"), expected))
}

/// At least two positive numbers: the parameters of Dirichlet's distribution.
pub(super) fn concentrations(distribution: &str, values: &[f64]) -> Result<Vec<f64>> {
    if values.len() > 1 && values.iter().all(|&a| is_positive(a)) {
        return Ok(values.to_vec());
    }
    Err(wrong(distribution, "concentrations", format!("{values:?}"), "two or more finite numbers above 0"))
}

pub(super) fn finite_vector(distribution: &str, parameter: &str, values: &[f64]) -> Result<Vec<f64>> {
    if !values.is_empty() && values.iter().all(|v| v.is_finite()) {
        return Ok(values.to_vec());
    }
    Err(wrong(distribution, parameter, format!("{values:?}"), "one or more finite numbers"))
}

/// How many trials: integers up to 2⁵³ are exact.
pub(super) fn trials(distribution: &str, parameter: &str, value: u64) -> Result<u64> {
    if value <= 1 << 53 {
        return Ok(value);
    }
    Err(wrong(distribution, parameter, value, "an integer of at most 2^53"))
}

/// Whether these are points of a simplex: not negative, with the sum one up to rounding.
pub(super) fn is_simplex(x: &[f64]) -> bool {
    x.iter().all(|&v| v >= 0.0) && (x.iter().sum::<f64>() - 1.0).abs() <= ROUNDING
}
