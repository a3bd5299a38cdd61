//! The mathematics beneath the learners: linear algebra, optimizers, losses, information measures, distributions, estimates,
//! quantiles, sorting, interpolation.
//!
//! Everything here is a plain function of numbers; nothing knows about tables.

pub mod algebra;
pub mod distributions;
pub mod double_double;
pub mod estimates;
pub mod function;
pub mod information;
pub mod int16;
pub mod interpolate;
pub mod loss;
pub mod matrix;
pub mod optimize;
pub mod prefetch;
pub mod probability;
pub mod quantiles;
pub mod simd;
pub mod sort;
pub mod special;
mod tools;

pub use tools::tool_entries;
