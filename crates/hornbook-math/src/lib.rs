//! The mathematics beneath the learners: linear algebra, optimisers, information measures, distributions, estimates,
//! quantiles, sorting, interpolation.
//!
//! Everything here is a plain function of numbers; nothing knows about tables.

pub mod algebra;
pub mod distributions;
pub mod estimates;
pub mod exact;
pub mod information;
pub mod interpolate;
pub mod matrix;
pub mod optimise;
pub mod prefetch;
pub mod probability;
pub mod quantiles;
pub mod short;
pub mod sort;
pub mod special;
pub mod wide;
