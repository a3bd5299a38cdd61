//! The tests of `hornbook` from outside, in one binary: each of its own would be linked, and take as long again.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod canceled_predictions;
mod docs;
mod laws;
mod leakage;
mod model_files;
mod odd_input;
mod parity;
mod pipelines;
mod recipes;
mod roles;
mod study;
mod study_honesty;
mod tools;
mod without_target;
