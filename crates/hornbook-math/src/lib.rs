//! The mathematics beneath the learners: information measures, distributions, sorting.
//!
//! Everything here is a plain function of numbers; nothing knows about tables.

pub mod distributions;
pub mod information;
pub mod prefetch;
pub mod sort;
