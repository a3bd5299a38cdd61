//! Naive Bayes: classifiers that take features as conditionally independent given the class.
//!
//! # The model
//!
//! Bayes' rule says how likely each class $c$ is once the values $x_1, \dots, x_d$ of a row are known. If the columns are
//! independent within a class, the likelihood is a product of small ones:
//!
//! $$P(c \mid x) \propto P(c) \prod_{j=1}^{d} p(x_j \mid c)$$
//!
//! Products are taken as sums of logarithms, so that thousands of columns do not end at zero. Each column has a likelihood of
//! its own, and one model may mix them all:
//!
//! | likelihood | within a class | what is gathered |
//! |---|---|---|
//! | `gaussian` | $\mathcal N(\mu_{jc}, \sigma^2_{jc})$ | weight, mean, sum of squares |
//! | `kernel` | $\frac1n \sum_i \mathcal N(x_i, h^2)$ | the values |
//! | `categorical` | a table $\theta_{jkc}$ | counts |
//! | `bernoulli` | true above a number with probability $p_{jc}$ | counts |
//! | `multinomial` | counts of events with probabilities $\theta_{jc}$ that sum to 1 over the columns | sums |
//! | `complement` | each event adds $-\ln$ of its probability in all other classes | sums |
//!
//! # Smoothing
//!
//! A value that a class never had would rule it out whatever the other columns say. Additive (Laplace)
//! smoothing adds `alpha` to each count: $(n_k + \alpha) / (n + \alpha K)$. The m-estimate mixes in a prior
//! estimate $p$ that weighs as much as $m$ rows: $(n_k + m p) / (n + m)$, where $p$ is $1/K$ or the
//! fraction of the value among all rows. Zeros that stay are warned of; a row that no class allows gets the
//! prior.
//!
//! # Missing and noisy values
//!
//! A missing value is left out of the product, which is the same as summing over all values it might have. With `noise`,
//! what is seen differs from what is true: $P(\text{seen } k \mid c) = (1 - \varepsilon) \theta_{kc} + \varepsilon (1 -
//! \theta_{kc}) / (K
//! - 1)$ for categories, and a variance $\sigma^2_{jc} + \tau^2$ for numbers. Levels that training never saw count as missing.
//!
//! # Cost and determinism
//!
//! One pass over the rows, O(n · d); O(d · C) a row to predict. Sums are gathered by chunks and merged in order (Chan's formula
//! for means and squares), so that threads and batches change nothing, and more rows can be added to a model later. Memory is
//! that of the tables, but kernels keep all values. Sparse rows are not filled up for `multinomial`, `complement` and
//! `bernoulli` columns.
//!
//! # When to use something else
//!
//! Columns that repeat each other are counted as if each were news: classes often stay right, but probabilities go to 0 and 1.
//! The summary warns of such pairs and of probabilities that promise more than the training rows hold. Use a
//! [discriminant](crate::discriminants) for numbers that go together, or calibrate the model.
//!
//! # References
//!
//! Mitchell, *Machine Learning* (1997), chapter 6; Rennie and others, *Tackling the poor assumptions of naive Bayes text
//! classifiers* (2003); John and Langley, *Estimating continuous distributions in Bayesian classifiers* (1995).
//!
//! # Example
//!
//! ```
//! use hornbook_bayes::NaiveBayes;
//! use hornbook_data::Table;
//! use hornbook_learner::{Fit, Model};
//!
//! let table = Table::builder()
//!     .category("wind", &[Some("weak"), Some("strong"), Some("weak"), Some("strong")])
//!     .number("degrees", vec![24.0, 12.0, 21.0, 10.0])
//!     .category("play", &[Some("yes"), Some("no"), Some("yes"), Some("no")])
//!     .build()?;
//! let model = NaiveBayes::default().fit(&table.dataset().target("play")?)?;
//! assert_eq!(model.predict(&table)?.values.label(1), "no");
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod attributes;
mod cells;
mod contributions;
pub mod dependence;
mod discretization;
mod events;
mod explain;
mod file;
mod fit;
mod gather;
pub mod joint;
mod kernels;
mod likelihoods;
mod log_linear;
mod model;
mod moments;
mod params;
mod predict;
mod presets;
mod scores;
mod settings;
mod statistics;
mod warnings;
mod words;

#[cfg(test)]
mod tests;

pub(crate) use cells::for_cell_blocks;
pub(crate) use gather::classes_of;
pub(crate) use settings::check_priors;

pub use events::NaiveBayesEvent;
pub use log_linear::LogLinear;
pub use model::NaiveBayesModel;
pub use params::{Likelihood, NaiveBayes, PriorEstimate};
pub use presets::{
    BernoulliNaiveBayes, CategoricalNaiveBayes, ComplementNaiveBayes, GaussianNaiveBayes,
    MultinomialNaiveBayes,
};
