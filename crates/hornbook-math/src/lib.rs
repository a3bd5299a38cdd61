//! The mathematics beneath the learners: information measures and distributions.
//!
//! Everything here is a plain function of numbers; nothing knows about tables.

pub mod distributions;
pub mod information;
