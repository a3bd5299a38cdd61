//! Gaussian discriminant analysis (LDA, QDA, RDA).
//!
//! # The model
//!
//! Each class is a normal distribution $\mathcal N(\mu_c, \Sigma_c)$ with a probability $P(c)$ a priori.
//! The class with the largest discriminant is the most likely:
//!
//! $$g_c(x) = -\tfrac12 (x - \mu_c)^\top \Sigma_c^{-1} (x - \mu_c) - \tfrac12 \ln\det\Sigma_c + \ln P(c)$$
//!
//! | covariances | boundaries | learner |
//! |---|---|---|
//! | $\sigma^2 I$, the same in all classes | planes orthogonal to the line between the means | `spherical` |
//! | one variance a column, the same in all classes | planes | `diagonal` |
//! | one matrix for all classes | planes | `shared`, [`LinearDiscriminant`] |
//! | a matrix for each class | quadrics | `full`, [`QuadraticDiscriminant`] |
//! | drawn to the shared one and to a sphere | quadrics | `regularized` |
//!
//! With two classes and one covariance, the log odds are $w^\top x + w_0$ with $w = \Sigma^{-1} (\mu_1 -
//! \mu_2)$, and the probability of the first is their sigmoid. [`NormalClasses`] has the geometry: planes
//! and the point $x_0$ on them, quadrics and what they look like, surfaces of equal density, and the Bayes
//! error rate.
//!
//! # Regularized covariances
//!
//! With sums of products $S_c$ of the classes, $S = \sum_c S_c$, and weights $W_c$, $W$, Friedman's covariances, with
//! `pooling` $\lambda$, are
//!
//! $$\Sigma_c(\lambda) = \frac{(1 - \lambda) S_c + \lambda S}{(1 - \lambda) W_c + \lambda W}, \qquad \Sigma_c(\lambda, \gamma) = (1 -
//! \gamma) \Sigma_c(\lambda) + \gamma \frac{\operatorname{tr} \Sigma_c(\lambda)}{d} I$$
//!
//! # Singular covariances
//!
//! A covariance is singular if columns are constant or sums of others, or if there are too few rows. A millionth of each
//! column's variance is added to it then, with a warning that names the column where there is one; the solver 'svd' of
//! [`LinearDiscriminant`] leaves such directions out instead.
//!
//! # Missing values
//!
//! Training rows must be whole. In rows to predict, missing values are summed over: what is left of a normal distribution is
//! the normal distribution of the columns that are known. A row without any value gets the prior.
//!
//! # Cost and determinism
//!
//! One pass over the rows, O(n · d²), and O(d³) for each covariance; O(d · C) a row to predict with one
//! covariance, O(d² · C) with one for each class. Sums of products are taken about the means of the rows at
//! hand and merged (Chan's formula), so that columns far from zero keep their digits, threads and batches
//! change nothing, and more rows can be added later. The Ledoit–Wolf formula needs a second pass.
//!
//! # When to use something else
//!
//! Classes that are far from normal, or columns of categories: logistic regression makes fewer assumptions, naive Bayes takes
//! mixed columns, and trees find other boundaries.
//!
//! # References
//!
//! Fisher, *The use of multiple measurements in taxonomic problems* (1936); Friedman, *Regularized discriminant analysis*
//! (1989); Ledoit and Wolf, *A well-conditioned estimator for large-dimensional covariance matrices* (2004); Duda, Hart and
//! Stork, *Pattern Classification* (2001), chapter 2.
//!
//! # Example
//!
//! ```
//! use hornbook_bayes::GaussianDiscriminant;
//! use hornbook_data::Table;
//! use hornbook_learner::{Fit, Model};
//!
//! let table = Table::builder()
//!     .number("length", vec![1.0, 2.0, 1.5, 6.0, 7.0, 6.2])
//!     .number("width", vec![2.0, 2.5, 1.9, 4.0, 4.5, 5.0])
//!     .category("kind", &["small", "small", "small", "large", "large", "large"].map(Some))
//!     .build()?;
//! let model = GaussianDiscriminant::default().fit(&table.dataset().target("kind")?)?;
//! assert_eq!(model.predict(&table)?.values.label(0), "small");
//! assert!(model.classes().bayes_error()?.value() < 0.01);
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod attributes;
mod bayes_error;
mod estimate;
mod events;
mod explain;
mod file;
mod fit;
mod geometry;
mod model;
mod normal_classes;
mod params;
mod plan;
mod scatter;
mod scorer;

#[cfg(test)]
mod tests;

pub use bayes_error::BayesError;
pub use events::DiscriminantEvent;
pub use geometry::{DiscriminantHyperplane, Hyperellipsoid, Quadric, QuadricKind};
pub use model::{DiscriminantAxes, GaussianDiscriminantModel};
pub use normal_classes::{ClassCovariances, NormalClasses};
pub use params::{
    CovarianceType, DiscriminantSolver, GaussianDiscriminant, LinearDiscriminant, QuadraticDiscriminant,
    Shrinkage,
};
