//! What every learner keeps, whatever it learns: the laws of [`laws`], over every learner of the registry.
//!
//! A learner that is registered gets them all: [`cases`] makes its settings and finds the tables that suit it from its
//! declaration. `crates/hornbook/tests/laws.rs` runs each law once; [`storm`] runs more of the same at random.
#![allow(clippy::unwrap_used, reason = "this is test code: what cannot go on should stop")]

pub mod answers;
pub mod cases;
pub mod cpu_time;
pub mod damage;
pub mod exceptions;
pub mod explained_number;
pub mod kept_models;
pub mod laws;
pub mod storm;
pub mod tables;
