//! Linear regression by least squares, with or without an L2 penalty (ridge).
//!
//! # The model
//!
//! $\hat y = w_0 + w^\top x$, with the coefficients that make
//!
//! $$\sum_i v_i (y_i - w_0 - w^\top x_i)^2 + \alpha \|w\|^2$$
//!
//! smallest, where $v_i$ is the weight of row $i$. [`LinearRegression`] has $\alpha = 0$; [`Ridge`] has a
//! penalty $\alpha$ above zero. Several targets are as many models of the same columns.
//!
//! # The algorithm
//!
//! One pass gathers the sums of squares and products of all columns ([`Gram`](hornbook_math::algebra::Gram)), about an
//! origin near the means; they are merged in order, so that threads and batches change nothing. Cholesky's decomposition
//! solves them. Where columns depend on each other so far that squares lose digits, more passes follow:
//!
//! - up to a condition of a million (of columns in units of their standard deviation), passes that add up
//!   the residuals as they are, and correct the coefficients by what those say: as exact as a QR
//!   decomposition;
//! - beyond, a pass that keeps a QR decomposition of all rows, merged from those of chunks. Singular values
//!   that are rounding count as zero, and of all coefficients that fit equally well the shortest are taken,
//!   in units of the columns' deviations. More columns than rows are solved like this, too.
//!
//! - 500 columns or more, and no more rows than columns: the dual form, which squares rows in place of columns (with a penalty), or
//!   the singular values of the rows. There are no errors and tests then.
//! - sparse rows of more than 2000 columns are not squared at all: conjugate gradients multiply them with
//!   vectors until the gradient is a million millionth of that at the start. There are no errors and tests
//!   then.
//!
//! # What is said about it
//!
//! For each coefficient the standard error, Student's $t$ with its p-value and the interval, the residual
//! standard error, $R^2$ with its adjusted form, and the $F$ test against the mean; and the variance
//! inflation factor (VIF) of each feature: how many times the variance of its coefficient is what it would
//! be if the columns had nothing to do with each other. Weight 2 is the row twice here too, so that degrees
//! of freedom count weight. With a penalty there are no tests: weights are drawn toward zero on purpose, so
//! that errors would not be what they seem.
//!
//! # Cost
//!
//! O(n p² + p³) time for $n$ rows and $p$ columns of numbers, O(p²) memory beside the rows; O(n² p) time for fewer rows than columns.
//! Files larger than memory are read a few times at most.
//!
//! # When to use something else
//!
//! Where the target does not follow straight lines: trees, boosting, or a basis of other functions. Where
//! there are outliers: a robust loss. Where most columns say nothing: the lasso.
//!
//! # References
//!
//! Björck, *Numerical methods for least squares problems* (1996); Hoerl and Kennard, *Ridge regression* (1970).
//!
//! # Example
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_learner::Fit;
//! use hornbook_linear::LinearRegression;
//!
//! let table = Table::builder()
//!     .number("x", vec![1.0, 2.0, 3.0, 4.0])
//!     .number("y", vec![3.1, 4.9, 7.2, 8.8])
//!     .build()?;
//! let model = LinearRegression::default().fit(&table.dataset().target("y")?)?;
//! let slope = &model.coefficients(0)[1];
//! assert!((slope.estimate - 1.94).abs() < 1e-12 && slope.p_value.is_some_and(|p| p < 0.01));
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod coefficients;
mod conjugate_gradient;
mod fit;
mod params;
mod passes;
mod solve;
mod wide;

#[cfg(test)]
mod tests;

pub use params::{LinearRegression, Ridge};
