//! Least squares with an L1 penalty: the lasso, the elastic net, and their paths.
//!
//! # The model
//!
//! $\hat y = w_0 + w^\top x$, with the coefficients that make
//!
//! $$\frac{1}{2n} \sum_i v_i (y_i - w_0 - w^\top x_i)^2 + \alpha \rho \|w\|_1 + \frac12 \alpha (1 - \rho) \|w\|_2^2$$
//!
//! smallest, where $v_i$ is the weight of row $i$ and $n$ their sum. [`Lasso`] has $\rho = 1$;
//! [`ElasticNet`] any fraction. The L1 penalty sets coefficients to zero: the columns that are left are
//! those that matter. [`LassoCV`] and [`ElasticNetCV`] find `alpha` by cross-validation; [`lasso_path`]
//! gives the coefficients at all alphas. The penalty is the other side of a bound on the size of the
//! coefficients ([`constrained_lasso`]), and absolute values are one power of many ([`lq_regression`],
//! [`constrained_lq`]).
//!
//! A penalty of zero is refused: that is least squares, which `linear-regression` does exactly.
//!
//! # The algorithm
//!
//! Tall tables (twice as many rows as columns, at most 2000 columns) are read once, for the sums of
//! products of all columns. Coordinate descent works on those: one coefficient after the other is put to
//! where it is best while the others stay. Now and then all coefficients that are not zero move at once to
//! where they are best together, until the first becomes zero.
//!
//! Batches of files larger than memory are read so, too, however many columns there are.
//!
//! Wide tables in memory are never squared as a whole. A working set holds the columns that may have a weight, and grows by those
//! that break the conditions of a minimum most; most of the others are known to keep them without a look. If more than 8000
//! columns join, descent works on the columns themselves.
//!
//! How far the objective is above its smallest value is bounded by a point of the dual problem, the duality
//! gap; the search ends when it is below `tol` times the mean square of the target. If columns are alike,
//! so that many coefficients are best, the names of the columns decide, not their order.
//!
//! For cross-validation, tall tables are read once too: the sums of all folds but one are those of its training rows, and
//! the sums of the fold itself say how wrong predictions are.
//!
//! # Cost
//!
//! Tall: O(n p²) time for $n$ rows and $p$ columns, once; a penalty then costs O(p k) a sweep, with $k$
//! weights that move. Wide: O(n p) a look, and O(n m²) for the $m$ columns that ever join. Memory: O(p²),
//! or O(n p + m²).
//!
//! # Determinism
//!
//! Sums are merged in order, so that threads change nothing. Folds are assigned by the content of the rows
//! and the seed; equal rows stand in one fold. Weight 2 is the row twice.
//!
//! # When to use something else
//!
//! Where all columns matter a little: ridge regression. Where tests and intervals are wanted: least squares. Where the
//! target does not follow straight lines: trees or boosting.
//!
//! # References
//!
//! Tibshirani, *Regression shrinkage and selection via the lasso* (1996); Zou and Hastie, *Regularization and variable
//! selection via the elastic net* (2005); Friedman, Hastie and Tibshirani, *Regularization paths for generalized linear
//! models via coordinate descent* (2010); Tibshirani and others, *Strong rules for discarding predictors in lasso-type
//! problems* (2012); Fercoq, Gramfort and Salmon, *Mind the duality gap* (2015); Massias, Gramfort and Salmon, *Celer* (2018).
//!
//! # Example
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_learner::{Fit, Model};
//! use hornbook_linear::Lasso;
//!
//! let table = Table::builder()
//!     .number("size", vec![1.0, 2.0, 3.0, 4.0])
//!     .number("noise", vec![1.0, -1.0, -1.0, 1.0])
//!     .number("y", vec![2.1, 3.9, 5.9, 8.1])
//!     .build()?;
//! let model = Lasso::default().alpha(0.25).fit(&table.dataset().target("y")?)?;
//! // Without a penalty, 2 and 0.1.
//! assert!((model.weights().at(0, 0) - 1.8).abs() < 1e-12);
//! assert_eq!(model.weights().at(0, 1), 0.0);
//! assert_eq!(model.info().summary.details["inputs_without_weight"][0], "noise");
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod alpha_selection;
mod column_descent;
mod columns;
mod constrained;
mod descent;
mod events;
mod fit;
pub(crate) mod gram;
mod intercept;
mod lq;
mod params;
mod path;
mod penalty;
mod problem;
mod working_set;

#[cfg(test)]
mod tests;

pub use constrained::{constrained_lasso, constrained_lq};
pub use events::CoordinateDescentEvent;
pub use lq::{PenalizedCoefficients, lq_regression};
pub use params::{ElasticNet, ElasticNetCV, Lasso, LassoCV};
pub use path::{LassoPath, LassoPathOptions, lasso_path};

/// The gap that functions without a tolerance ask for, as a fraction of the target's mean square.
const TIGHT: f64 = 1e-14;
/// Their sweeps over the columns, at most.
const MOST_SWEEPS: u32 = 100_000;
