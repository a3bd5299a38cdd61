//! A density for each class, and Bayes' rule.
//!
//! # The model
//!
//! Any learner of densities learns $p(x \mid c)$ from the rows of each class $c$, and
//!
//! $$P(c \mid x) = \frac{p(x \mid c)\, P(c)}{\sum_{c'} p(x \mid c')\, P(c')}$$
//!
//! with the classes' fractions as priors, or given ones. All in logarithms; where every class has density
//! 0, the priors are the answer. A class without rows has probability 0.
//!
//! # Cost
//!
//! That of the densities, which are learned one after the other. What is drawn in class $c$ takes the seed of part $c$ of the
//! run.
//!
//! # When to use something else
//!
//! Densities of many columns need very many rows; a classifier that looks for the border between classes only needs fewer.
//!
//! # References
//!
//! Hand, *Kernel discriminant analysis* (1982); Silverman, *Density estimation for statistics and data analysis* (1986).
//!
//! # Example
//!
//! ```
//! use hornbook_bayes::densities::{DensityClassifier, KernelDensity};
//! use hornbook_data::Table;
//! use hornbook_learner::{RegistryEntry, Fit, Model, Registry};
//!
//! Registry::fill(|| vec![RegistryEntry::of::<KernelDensity>()]); // or hornbook::registry()
//! let table = Table::builder()
//!     .number("x", vec![1.0, 1.5, 2.0, 8.0, 8.5, 9.5])
//!     .category("kind", &[Some("a"), Some("a"), Some("a"), Some("b"), Some("b"), Some("b")])
//!     .build()?;
//! let model = DensityClassifier::default().fit(&table.dataset().target("kind")?)?;
//! assert_eq!(model.predict(&table)?.values.label(4), "b");
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod file;
mod fit;
mod model;

#[cfg(test)]
mod tests;

pub use fit::DensityClassifier;
pub use model::DensityClassifierModel;
