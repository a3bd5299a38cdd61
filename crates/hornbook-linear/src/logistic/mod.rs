//! Logistic regression: classes by linear predictors.
//!
//! # The model
//!
//! Of two classes, the log odds of the second are a linear predictor, $P(2 \mid x) = \sigma(w_0 + w^\top
//! x)$ with $\sigma(z) = 1/(1 + e^{-z})$. Of more, each class has a sum, and $P(k \mid x) = e^{z_k} /
//! \sum_l e^{z_l}$ (softmax). The coefficients make
//!
//! $$C \sum_i v_i \cdot (-\ln P(y_i \mid x_i)) + \rho \|w\|_1 + \frac{1 - \rho}{2} \|w\|^2$$
//!
//! smallest, where $v_i$ is the weight of row $i$ and the intercepts cost nothing; $\rho$ is 0 for the
//! penalty `l2`, 1 for `l1` and `l1_ratio` for `elasticnet`. Without a penalty there is only the first sum:
//! the likelihood is largest.
//!
//! # The algorithm
//!
//! A first pass over the rows finds the classes, means and standard deviations. The search works with
//! columns less their means, in units of their standard deviation, so that their units do not matter for
//! its speed; the minimum is that of the columns as they are. Each step is one more pass:
//!
//! - up to 400 variables, Newton's method (iteratively reweighted least squares): one pass gathers loss,
//!   gradient and second derivatives, Cholesky's decomposition solves for the step, and the step is halved
//!   until it goes down. With an L1 penalty, coordinate descent finds the best step of the quadratic model
//!   (proximal Newton). Five to ten steps are usual;
//! - beyond, limited-memory BFGS; with an L1 penalty, proximal Newton steps of the columns that break the
//!   conditions of a minimum most and of those whose weights are not zero, which are few.
//!
//! Passes are cut into chunks of rows that are merged in order, so that threads and batches change nothing.
//!
//! # Separable classes
//!
//! Where a hyperplane separates the classes (complete separation), coefficients diverge and the likelihood
//! has no maximum. A penalty cures that. Without one, the search ends where the gradient is as small as was
//! asked: the coefficients are finite, a warning says what happened, the model counts as not converged, and
//! there are no tests.
//!
//! # What is said about it
//!
//! Without a penalty: for each coefficient the standard error from the inverse of the second derivatives,
//! $z$ with its p-value, and the interval; the null and the residual deviance with their degrees of
//! freedom, and AIC. Weight 2 is the row twice here too. The weights of more than two classes are measured
//! from their mean over the classes. Columns that depend on each other share what they say, so that the
//! coefficients are smallest in units of the standard deviations.
//!
//! # Cost
//!
//! A Newton step costs O(n p²) time for $n$ rows and $p$ columns, for $K > 2$ classes O(n K² p²), and O(K² p²) memory beside
//! the rows; a step of the others O(n K p).
//!
//! # When to use something else
//!
//! Where classes are not linearly separable: trees, boosting, or a basis of other functions.
//!
//! # References
//!
//! Hastie, Tibshirani and Friedman, *The elements of statistical learning* (2009), 4.4; Lee, Sun and Saunders, *Proximal
//! Newton-type methods for minimizing composite functions* (2014); Albert and Anderson, *On the existence of maximum
//! likelihood estimates in logistic regression models* (1984).
//!
//! # Example
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_learner::{Fit, Model};
//! use hornbook_linear::{LogisticRegression, WeightPenalty};
//!
//! let table = Table::builder()
//!     .number("hours", vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
//!     .category("passed", &[Some("no"), Some("no"), Some("yes"), Some("no"), Some("yes"), Some("yes")])
//!     .build()?;
//! let model = LogisticRegression::default().penalty(WeightPenalty::None).fit(&table.dataset().target("passed")?)?;
//! assert!(model.weights().at(0, 0) > 0.0);
//! assert_eq!(model.predict(&table)?.values.label(5), "yes");
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod events;
mod first_order;
mod fit;
mod inference;
mod params;
mod pass;
mod problem;
mod quadratic;
mod search;

#[cfg(test)]
pub(crate) mod tests;

pub use events::LogisticEvent;
pub use params::{LogisticRegression, WeightPenalty};
