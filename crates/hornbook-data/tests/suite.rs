//! The tests of `hornbook-data` from outside, in one binary: each of its own would be linked, and take as long again.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod bad_inputs;
mod common;
mod csv;
mod formats;
mod hostile_bytes;
mod object_files;
mod objects;
mod with_columns;
