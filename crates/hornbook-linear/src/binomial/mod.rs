//! Two classes by any link: a function of the probability of the second is a linear predictor.
//!
//! # The model
//!
//! $g(p_i) = o_i + w_0 + w^\top x_i$ for the probability $p_i$ of the second class of row $i$, where $o_i$ is the offset, if
//! there is one, and $g$ the [link](crate::ClassLink):
//!
//! | link | $g(p)$ | $p$ of a sum $s$ |
//! |---|---|---|
//! | `logit` | $\ln (p / (1 - p))$ | $1 / (1 + e^{-s})$ |
//! | `probit` | $\Phi^{-1}(p)$ | $\Phi(s)$, the normal distribution |
//! | `cloglog` | $\ln(-\ln(1 - p))$ | $1 - e^{-e^s}$ |
//! | `cauchit` | $\tan(\pi (p - 1/2))$ | $1/2 + \arctan(s) / \pi$ |
//!
//! The coefficients make
//!
//! $$-\frac{1}{\sum_i v_i} \sum_i v_i \ln P(y_i) + \frac{\alpha}{2} \|w\|^2$$
//!
//! smallest, where $v_i$ is the weight of row $i$. The first class is the first of the target's levels.
//!
//! # The algorithm
//!
//! Fisher's scoring (iteratively reweighted least squares) from the fractions of the classes, with halved
//! steps, as for the other [generalized models](crate::GeneralizedLinear): each step is one pass over the
//! rows, whose chunks are merged in order, so that threads and batches change nothing. Logarithms of both
//! probabilities are worked with, so that rows far from the middle keep their digits. The loss of `cauchit`
//! may have several minima; the one that is found from the fractions of the classes is taken.
//!
//! # What is said about it
//!
//! Without a penalty, what `summary(glm)` of R prints: for each coefficient the standard error by the
//! expected second derivatives, $z$ with its p-value and the interval; the null and the residual deviance;
//! AIC.
//!
//! # Separation: no maximum-likelihood estimate
//!
//! Where the columns separate the classes (complete separation), the coefficients diverge. The search then
//! stops once the deviance is a thousandth of that of the start, and says so; there are no errors. Where
//! only some rows have converged, a warning says that.
//!
//! # Cost
//!
//! O(n p² + p³) time a step for $n$ rows and $p$ columns, O(p²) memory beside the rows; five to ten steps are usual.
//!
//! # When to use something else
//!
//! For more than two classes, for penalties that set coefficients to zero, and for rows without zeros
//! [`LogisticRegression`](crate::LogisticRegression).
//!
//! # References
//!
//! McCullagh and Nelder, *Generalized linear models* (1989), 4; Bliss, *The method of probits* (1934).
//!
//! # Example
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_learner::Fit;
//! use hornbook_linear::BinomialRegression;
//!
//! // Of eight at the low dose two die, at the high one six: probits of -0.674 and 0.674.
//! let dose = [0.0; 8].into_iter().chain([1.0; 8]).collect::<Vec<_>>();
//! let fate: Vec<_> = (0..16).map(|i| Some(if i < 6 || i > 13 { "1:lives" } else { "2:dies" })).collect();
//! let table = Table::builder().number("dose", dose).category("fate", &fate).build()?;
//! let model = BinomialRegression::default().fit(&table.dataset().target("fate")?)?;
//! assert!((model.weights().at(0, 0) - 2.0 * 0.674_489_750_196).abs() < 1e-8);
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod fit;
mod params;
mod problem;

#[cfg(test)]
mod tests;

pub use params::{BinomialRegression, ClassLinkChoice};
