//! Robust regression: losses that outliers do not rule.
//!
//! # The models
//!
//! Both are linear predictors $\hat y = w_0 + w^\top x$ with residuals $r_i = y_i - \hat y_i$ and row
//! weights $v_i$.
//!
//! [`HuberRegression`] makes
//!
//! $$\sum_i v_i \left( \sigma + \sigma H_\varepsilon(r_i / \sigma) \right) + \alpha \|w\|^2, \qquad
//!   H_\varepsilon(z) = \begin{cases} z^2 & |z| \le \varepsilon \\ 2 \varepsilon |z| - \varepsilon^2 & \text{else} \end{cases}$$
//!
//! smallest in coefficients and scale $\sigma$ at once, so that it does not matter which units the target
//! has (Huber's concomitant scale).
//!
//! [`QuantileRegression`] makes
//!
//! $$\frac{1}{\sum_i v_i} \sum_i v_i \max(\tau r_i, (\tau - 1) r_i) + \alpha \|w\|_1$$
//!
//! smallest: a fraction $\tau$ of the rows then lies below the line. Both are scikit-learn's objectives,
//! but $\alpha$ is zero unless it is asked for.
//!
//! # The algorithms
//!
//! The Huber loss is convex in coefficients and scale: Newton's method with halved steps, a pass over the
//! rows each, starts where all rows are near, so that its first step is one of least squares. Threads and
//! batches change nothing.
//!
//! A quantile is a linear program. Mehrotra's method goes through its interior and that of its dual (the
//! rows' fractions) at once, until the gap between them is rounding; the corner that it leads to, a line
//! through as many rows as there are weights, is then solved for exactly. Where the optimum is not unique,
//! the middle of the best lines is taken.
//!
//! # What is said about it
//!
//! Huber without a penalty: standard errors by the sandwich $A^{-1} B A^{-1}$ of the Hessian of the loss and how
//! its gradient varies, which holds for noise of any kind, with $z$ tests and intervals; the scale; and how
//! many rows lie beyond the corner.
//!
//! Quantiles: the fraction of the rows below, and on the line. Without a penalty, standard errors by the
//! sandwich $\tau (1 - \tau) H^{-1} J H^{-1}$ with $J = \sum_i v_i x_i x_i^\top$ and $H = \sum_i v_i f_i
//! x_i x_i^\top$, and Student's $t$ tests on as many degrees of freedom as rows weigh more than there are
//! weights, as `summary.rq` of R's quantreg has them. The density $f_i$ of the target at the line is told
//! (`errors`) by a normal kernel on the residuals (`kernel`, R's `ker`), by the lines of two quantiles
//! nearby (`nid`), or is one number for all rows by Epanechnikov's kernel (`iid`); how near is Hall and
//! Sheather's bandwidth.
//!
//! # Cost
//!
//! O(n p² + p³) time a step for $n$ rows and $p$ columns; 10 to 30 steps are usual. Quantiles hold all rows in memory.
//!
//! # When to use something else
//!
//! Where inputs are wild as well as targets, no such loss helps: look at the rows. For quantiles that do not follow straight
//! lines: forests (`quantiles`) or boosting with the quantile loss.
//!
//! # References
//!
//! Huber and Ronchetti, *Robust statistics* (2009), 7; Koenker and Bassett, *Regression quantiles* (1978); Portnoy and
//! Koenker, *The Gaussian hare and the Laplacian tortoise* (1997); Koenker, *Quantile regression* (2005), 3.4 and 4.10.
//!
//! # Example
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_learner::Fit;
//! use hornbook_linear::{HuberRegression, QuantileRegression};
//!
//! let table = Table::builder()
//!     .number("x", vec![0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
//!     .number("y", vec![0.1, 0.9, 2.1, 2.9, 4.1, 4.9, 60.0])
//!     .build()?;
//! let data = table.dataset().target("y")?;
//! // The last row would pull least squares to a slope of 7.
//! assert!((HuberRegression::default().fit(&data)?.weights().at(0, 0) - 1.0).abs() < 0.2);
//! assert!((QuantileRegression::default().fit(&data)?.weights().at(0, 0) - 1.0).abs() < 0.2);
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod events;
mod huber;
mod huber_fit;
mod huber_pass;
mod interior_point;
mod params;
mod quantile_errors;
mod quantile_fit;

#[cfg(test)]
mod tests;

pub use events::RobustEvent;
pub use params::{HuberRegression, QuantileErrors, QuantileRegression};
