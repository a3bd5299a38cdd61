//! Generalized linear models: a function of the mean is a linear predictor.
//!
//! # The model
//!
//! $g(\mu_i) = w_0 + w^\top x_i$ for the mean $\mu_i$ of target $y_i$, where $g$ is the
//! [link](crate::Link), and the variance of the target is $\phi \mu_i^p$: $p = 0$ is the normal
//! distribution, 1 Poisson's, 2 gamma, 3 the inverse Gaussian, and between 1 and 2 lie totals of a random
//! number of gamma amounts, many of which are zero. The coefficients make
//!
//! $$\frac{1}{2 \sum_i v_i} \sum_i v_i\, d_p(y_i, \mu_i) + \frac{\alpha}{2} \|w\|^2$$
//!
//! smallest, where $v_i$ is the weight of row $i$ and $d_p$ the deviance: twice the log likelihood that the mean lacks of the
//! largest there is, times $\phi$. This is scikit-learn's objective, but $\alpha$ is zero unless it is asked for, as
//! statisticians expect: then the likelihood is largest, and the table has errors and tests. [`PoissonRegression`],
//! [`GammaRegression`] and [`TweedieRegression`] choose $p$ and the link; [`GeneralizedLinear`] leaves both open.
//!
//! # Exposure
//!
//! Counts over different times or areas $t_i$ are rates times $t_i$: with the logarithm as the link, the sum is $\ln t_i + w_0 +
//! w^\top x_i$. A column of the logarithms of $t_i$ is the offset (the role `offset` of a dataset), which is added to the sum of
//! each row as it is, in training and in every prediction. The null deviance is that of the intercept and the offset.
//!
//! Without an offset, give the rate $y_i / t_i$ as the target and $t_i$ as the weight: for Poisson's
//! distribution this is the same model, with the same weights and errors. The degrees of freedom then count
//! exposure and not rows, and AIC is not there, since rates are no counts.
//!
//! # The algorithm
//!
//! A first pass finds means and standard deviations of the columns, a second looks at the targets. The
//! search starts at the mean of the target and works with columns less their means, in units of their
//! standard deviation. Each step is one more pass (Fisher's scoring, iteratively reweighted least squares):
//! it gathers the deviance, its gradient and its expected second derivatives, Cholesky's decomposition
//! solves for the step, and the step is halved until the deviance falls and every row has a mean. Passes
//! are cut into chunks of rows that are merged in order, so that threads and batches change nothing.
//!
//! # What is said about it
//!
//! Without a penalty, what `summary(glm)` of R prints: for each coefficient the standard error, $z$ (or
//! Student's $t$, where the dispersion is estimated by Pearson's statistic) with its p-value and the
//! interval; the null and the residual deviance; the dispersion; AIC where the family has a likelihood in
//! closed form. Overdispersion is pointed out. Weight 2 is the row twice here too, so that degrees of
//! freedom count weight.
//!
//! # Separation: no maximum-likelihood estimate
//!
//! Where all counts of a group are zero, its logarithmic mean has no end. The search stops where the deviance does not change
//! any more, and a warning says so. With links other than the logarithm, some sums have no mean; predictions of such rows are
//! errors.
//!
//! # Cost
//!
//! O(n p² + p³) time a step for $n$ rows and $p$ columns, O(p²) memory beside the rows; five to ten steps are usual.
//!
//! # When to use something else
//!
//! For two classes [`LogisticRegression`](crate::LogisticRegression). Where the logarithmic mean does not follow straight
//! lines: trees or boosting with the same losses.
//!
//! # References
//!
//! McCullagh and Nelder, *Generalized linear models* (1989); Jørgensen, *Exponential dispersion models* (1987).
//!
//! # Example
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_learner::Fit;
//! use hornbook_linear::PoissonRegression;
//!
//! let table = Table::builder()
//!     .number("x", vec![0.0, 0.0, 1.0, 1.0])
//!     .number("count", vec![1.0, 3.0, 5.0, 7.0])
//!     .build()?;
//! let model = PoissonRegression::default().fit(&table.dataset().target("count")?)?;
//! // The mean goes from 2 to 6: it is multiplied by 3.
//! assert!((model.weights().at(0, 0) - 3.0_f64.ln()).abs() < 1e-9);
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod events;
mod fit;
mod irls_init;
mod params;
mod problem;
pub(crate) mod targets;

#[cfg(test)]
mod tests;

pub use events::GlmEvent;
pub(crate) use params::PenalizedNewtonParameters;
pub use params::{
    Family, GammaRegression, GeneralizedLinear, LinkChoice, PoissonRegression, TweedieRegression,
};
