//! Kernel density estimation (KDE, Parzen windows).
//!
//! # The model
//!
//! $$\hat p(x) = \frac{1}{n V \prod_j h_j} \sum_{i=1}^n K(u_i), \qquad u_i^2 = \sum_j \frac{(x_j - x_{ij})^2}{h_j^2}$$
//!
//! with a window $K$ of volume $V$ around each row. The bandwidths $h_j$ are one number for all columns, or
//! follow from the standard deviation of each: Scott's rule $h_j = \sigma_j n^{-1/(d+4)}$, Silverman's $h_j
//! = \sigma_j (n(d+2)/4)^{-1/(d+4)}$. With one column these are those of SciPy; scikit-learn's rules of the
//! same names leave the standard deviations out, and its default is the bandwidth 1, which fits no data in
//! particular.
//!
//! `cross-validation` takes the multiple of Scott's bandwidths that maximizes the likelihood of each row by all others,
//! $\sum_i \ln \hat p_{-i}(x_i)$: 33 multiples from 0.02 to 5, then the golden section. Of more than 4,096 distinct rows, as many
//! evenly spaced ones are asked about; all answer.
//!
//! # Algorithm and cost
//!
//! Rows are sorted, and equal ones put together with their weight: order changes no bit, and weight 2 is the row twice. A
//! window that ends is looked at only where it reaches in the first column; one that reaches everywhere, up to where all that
//! is left out does not change a digit. So O(m n) at most for $m$ rows to predict, and far less with few columns. Sums are of
//! powers relative to the largest: the log density far out is exact, and minus infinity only where windows that end do not
//! reach.
//!
//! A missing value leaves its column out of the density, which Gaussian windows can; a row with all values missing has log
//! density 0.
//!
//! # When to use something else
//!
//! With more than about six columns the windows are nearly empty or nearly everything; a Gaussian or a mixture says more.
//!
//! # References
//!
//! Parzen, *On estimation of a probability density function and mode* (1962); Silverman, *Density estimation for statistics
//! and data analysis* (1986); Scott, *Multivariate density estimation* (1992).
//!
//! # Example
//!
//! ```
//! use hornbook_bayes::densities::KernelDensity;
//! use hornbook_data::Table;
//! use hornbook_learner::{Fit, Model, Predictions};
//!
//! let table = Table::builder().number("x", vec![1.0, 1.2, 1.1, 5.0]).build()?;
//! let model = KernelDensity::default().fit(&table.dataset())?;
//! let Predictions::Numbers(log_density) = model.predict(&table)?.values else { panic!("classes") };
//! assert!(log_density[2] > log_density[3]);
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod bandwidth;
mod file;
mod fit;
mod kernel;
mod kernel_sum;
mod model;
mod params;

#[cfg(test)]
pub(super) mod tests;

pub use kernel::Kernel;
pub use model::KernelDensityModel;
pub use params::{Bandwidth, KernelDensity};
