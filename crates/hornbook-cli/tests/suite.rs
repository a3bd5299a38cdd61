//! The tests of `hornbook-cli` from outside, in one binary: each of its own would be linked, and take as long again.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod cli;
mod desk;
#[cfg(unix)]
mod pages;
mod preprocessing;
mod roles;
mod session;
mod study;
