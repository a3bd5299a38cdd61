//! The tests of `hornbook-evaluation` from outside, in one binary: each of its own would be linked, and take as long again.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod benchmark;
mod coverage;
mod cross_validation;
mod curves;
mod designs;
mod given;
mod measures;
mod model_selection;
mod resampling;
mod significance;
mod textbook;
mod type_one_error;
