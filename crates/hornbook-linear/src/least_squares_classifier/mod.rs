//! Least-squares classification.
//!
//! # The model
//!
//! Hyperplanes $g(x) = w_0 + w^\top x$ by least squares on targets of 1 and -1:
//!
//! - two classes have one, above zero for the second;
//! - more have one each, $g_k$, that is to be above zero for the rows of class $k$ alone. The largest wins;
//! - or each pair has one, $g_{jk}$, learned from the rows of the two; rows of other classes do not count. The class that wins
//!   most pairs is predicted, and between equals the one with the larger sum of its scores.
//!
//! There are no probabilities; the predicted class has the probability 1, and
//! [`decisions`](crate::LinearModel::decisions) gives the sums.
//!
//! # Reject option
//!
//! Hyperplanes may contradict each other: no $g_k$ is above zero, or several are; or no class wins all its pairs. Then
//! [`reject_decisions`](crate::LinearModel::reject_decisions) rejects the row and says why, so that somebody else may decide; the explanation of
//! a row says it too.
//!
//! # The algorithm
//!
//! That of [`LinearRegression`](crate::LinearRegression), with a target for each class; with a penalty on
//! the coefficients, that of [`Ridge`](crate::Ridge).
//!
//! # Cost
//!
//! O(n p² + p³ + n p K) time; pairs take $K - 1$ times as much.
//!
//! # When to use something else
//!
//! Squares also punish rows that are far on the right side, and of three classes in a row the middle one may never have the
//! largest sum (it is masked); pairs do not mask. Logistic regression has neither trouble, and gives probabilities.
//!
//! # References
//!
//! Duda, Hart and Stork, *Pattern classification* (2001), 5; Hastie, Tibshirani and Friedman, *The elements of statistical
//! learning* (2009), 4.2.
//!
//! # Example
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_learner::{Fit, Model};
//! use hornbook_linear::{LinearRejectReason, LeastSquaresClassifier, HyperplaneScheme, RejectDecision};
//!
//! let table = Table::builder()
//!     .number("x", vec![0.0, 1.0, 5.0, 6.0, 0.0, 1.0])
//!     .number("y", vec![0.0, 1.0, 0.0, 1.0, 5.0, 6.0])
//!     .category("kind", &[Some("a"), Some("a"), Some("b"), Some("b"), Some("c"), Some("c")])
//!     .build()?;
//! let model = LeastSquaresClassifier::default().fit(&table.dataset().target("kind")?)?;
//! assert_eq!(model.predict(&table)?.values.label(3), "b");
//! let far = Table::builder().number("x", vec![9.0]).number("y", vec![9.0]).build()?;
//! let reject_decisions = model.reject_decisions(&model.info().schema.features(&far)?.0)?;
//! assert_eq!(reject_decisions[0], RejectDecision::Reject(LinearRejectReason::Several(vec![1, 2])));
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod events;
mod fit;
mod params;

#[cfg(test)]
mod tests;

pub use events::LeastSquaresClassifierEvent;
pub use params::{HyperplaneScheme, LeastSquaresClassifier};
