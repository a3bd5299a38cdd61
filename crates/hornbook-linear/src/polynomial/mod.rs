//! Polynomial regression: least squares on powers of the columns, and on their products.
//!
//! # The model
//!
//! $\hat y = \sum_e w_e \, x_1^{e_1} \cdots x_d^{e_d}$ over all powers of degree $e_1 + … + e_d$ up to the
//! given one, with the coefficients of [least squares](crate::LinearRegression). Columns of categories are
//! added as there.
//!
//! # The algorithm
//!
//! Powers of one column are nearly dependent on each other: of the numbers from 100 to 110, the powers up
//! to the fifth agree in all but some of their last digits. So powers are never taken. For each column, a
//! recurrence of three terms (Forsythe) makes polynomials $Q_0, Q_1, …$ that are orthogonal on the
//! rows; least squares is done on their products, which span the same space. For one column nothing is left
//! to solve. Then the residuals are added up in double-double numbers, and what they say corrects
//! the coefficients, which are kept in double-double arithmetic too.
//!
//! The coefficients of plain powers follow by multiplying the polynomials out, in double-double arithmetic
//! again, and so do their standard errors. Of NIST's problem *Filip*, a polynomial of the tenth degree
//! whose powers have a condition of $10^{15}$, all certified digits of coefficients are found.
//!
//! A column with $k$ different values has no more than $k - 1$ powers that say something new; higher ones are left out, with
//! a warning.
//!
//! # Cost
//!
//! O(n p²) time for $n$ rows and $p$ products, with a factor of about thirty on O(n p) for double-double arithmetic; O(n p)
//! memory. Of $d$ columns there are $\binom{d + g}{g} - 1$ products up to degree $g$. Threads change nothing, and there is
//! no chance.
//!
//! # When to use something else
//!
//! Beyond degree 3 or 4, splines follow the rows without running away at their ends
//! ([`BasisExpansion`](crate::BasisExpansion)). Beyond the rows, no polynomial is to be trusted.
//!
//! # References
//!
//! Forsythe, *Generation and use of orthogonal polynomials for data-fitting with a digital computer* (1957).
//!
//! # Example
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_learner::Fit;
//! use hornbook_linear::PolynomialRegression;
//!
//! let table = Table::builder()
//!     .number("x", vec![1.0, 2.0, 3.0, 4.0, 5.0])
//!     .number("r", vec![2.1, 3.9, 6.2, 7.8, 10.1])
//!     .build()?;
//! let model = PolynomialRegression::default().degree(2).fit(&table.dataset().target("r")?)?;
//! assert_eq!(model.names(), ["x", "x^2"]);
//! assert!((model.intercept() - 0.2).abs() < 1e-12 && (model.weights()[1] - 0.0214285714).abs() < 1e-10);
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod events;
mod file;
mod fit;
mod inverse;
mod model;
mod orthogonal_basis;
mod params;
mod recurrence;
mod refine;

#[cfg(test)]
mod tests;

pub use events::PolynomialEvent;
pub use model::PolynomialModel;
pub use params::PolynomialRegression;
