//! Densities without a formula.
//!
//! | learner | what it is |
//! |---|---|
//! | [`KernelDensity`] | a window around every row: smooth, and keeps all rows |
//! | [`Histogram`] | bins: quick, coarse, small |
//! | [`DensityClassifier`] | a density for each class, and Bayes' rule |
//!
//! Densities predict logarithms ([`Task::Density`](hornbook_core::Task)); rows can be drawn from them ([`DensityModel`]), and
//! [`density_curve`] and [`density_grid`] draw them.

pub mod classifier;
mod events;
pub mod histogram;
pub mod kernel_density;
mod picture;
mod rows;

pub use classifier::{DensityClassifier, DensityClassifierModel};
pub use events::DensityEvent;
pub use histogram::{Bins, Histogram, HistogramModel};
pub use kernel_density::{Bandwidth, Kernel, KernelDensity, KernelDensityModel};
pub use picture::{DensityCurve, DensityGrid, DensityModel, density_curve, density_grid};
