//! Histogram density estimation.
//!
//! # The model
//!
//! Column $j$ is cut into bins of equal width between its least and its largest value; the density in a cell $c$ of the grid is
//!
//! $$\hat p(x) = \frac{w_c + \alpha}{(n + \alpha C) \prod_j h_j}$$
//!
//! with $w_c$ the weight of its rows, $h_j$ the widths of its bins and $C$ the cells of the whole grid. A bin has its lower edge,
//! and the last one its upper edge too. Beyond the edges the density is 0, and its logarithm minus infinity.
//!
//! The number of bins is given, or follows from a rule, as in NumPy: Sturges' $\lceil \log_2 n + 1 \rceil$,
//! Scott's width $\sigma (24 \sqrt\pi / n)^{1/3}$, the Freedman–Diaconis width $2 (q_{3/4} - q_{1/4})\,
//! n^{-1/3}$; where the quartiles are the same, the last is replaced by Sturges' rule, where NumPy takes a
//! single bin.
//!
//! A missing value leaves its column out of the density; a row with all values missing has log density 0.
//!
//! # Cost
//!
//! O(n log n) time; memory for the cells that have rows, whatever the size of the grid, and for up to a quarter of a
//! million different numbers a column to find the edges, of more a sample. Order changes no bit, and weight 2 is the row
//! twice. Files larger than memory are read twice, or once if the edges are given; the model is the same to the last bit.
//! More rows later count in the bins of the first.
//!
//! # When to use something else
//!
//! A density with jumps that depend on where the bins begin is no good for telling small differences:
//! [`KernelDensity`](super::KernelDensity) has none. With many columns nearly all cells are empty.
//!
//! # References
//!
//! Sturges, *The choice of a class interval* (1926); Scott, *On optimal and data-based histograms* (1979); Freedman and Diaconis,
//! *On the histogram as a density estimator* (1981).
//!
//! # Example
//!
//! ```
//! use hornbook_bayes::densities::{HistogramBins, Histogram};
//! use hornbook_data::Table;
//! use hornbook_learner::{Fit, Model, Predictions};
//!
//! let table = Table::builder().number("x", vec![0.0, 1.0, 1.5, 4.0]).build()?;
//! let model = Histogram::default().bins(HistogramBins::Count(2)).fit(&table.dataset())?;
//! let Predictions::Numbers(log_density) = model.predict(&table)?.values else { panic!("classes") };
//! assert!((log_density[0] - (3.0f64 / 4.0 / 2.0).ln()).abs() < 1e-15);
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod edges;
mod file;
mod fit;
mod grid;
mod model;
mod params;

#[cfg(test)]
mod tests;

pub use model::HistogramModel;
pub use params::{Histogram, HistogramBins};
