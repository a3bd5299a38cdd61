//! The tests of `hornbook-math` from outside, in one binary: each of its own would be linked, and take as long again.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod algebra;
mod common;
mod distributions;
mod fitting;
mod linear_program;
mod multivariate;
mod nist_nonlinear;
mod optimize;
mod probability;
mod sampling;
mod textbook;
mod univariate;
mod univariate_properties;
