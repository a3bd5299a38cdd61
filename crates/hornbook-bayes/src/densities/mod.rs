//! Nonparametric density estimation.
//!
//! | learner | what it is |
//! |---|---|
//! | [`KernelDensity`] | kernel density estimation (KDE): smooth, and keeps all rows |
//! | [`Histogram`] | bins: quick, coarse, small |
//! | [`DensityClassifier`] | a density for each class, and Bayes' rule |
//!
//! Densities predict logarithms ([`Task::Density`](hornbook_core::Task)); rows can be drawn from them ([`DensityEstimator`]), and
//! [`density_curve`] and [`density_grid`] draw them.

pub mod classifier;
mod curve;
mod events;
pub mod histogram;
pub mod kernel_density;
mod rows;

pub use classifier::{DensityClassifier, DensityClassifierModel};
pub use curve::{DensityCurve, DensityEstimator, DensityGrid, density_curve, density_grid};
pub use events::DensityEvent;
pub use histogram::{Histogram, HistogramBins, HistogramModel};
pub use kernel_density::{Bandwidth, Kernel, KernelDensity, KernelDensityModel};
