//! Linear algebra: decompositions, linear systems, norms, and the notions a first course teaches.
//!
//! | what | where |
//! |---|---|
//! | sums of squares and products over many rows | [`Gram`] |
//! | positive definite systems | [`Cholesky`] |
//! | the steps of Newton's method, where some directions may not be determined | [`HessianFactor`] |
//! | any system, in the sense of least squares | [`least_squares()`], [`PivotedQr`] |
//! | square systems, inverse, determinant | [`Lu`], [`inverse`], [`determinant`] |
//! | eigenvalues and eigenvectors | [`SymmetricEigen`], [`GeneralEigen`]; step by step [`PowerIteration`], [`deflation`] |
//! | singular values, rank, condition, pseudo-inverse | [`Svd`], [`rank`], [`condition_number`], [`pseudo_inverse`] |
//! | norms and angles | [`vectors`], [`norms`] |
//! | combinations, span, bases, coordinates, linear maps | [`spaces`] |
//! | positive (semi)definite or not, three ways | [`definiteness`] |
//! | derivatives by vectors and matrices | [`derivatives`] |
//!
//! Decompositions run on one thread, and what runs on many is cut by position: results never depend on the number of
//! threads. Matrices with numbers that are not finite or without numbers, and shapes that do not fit, are errors with a
//! sentence.
//!
//! # Example
//!
//! ```
//! use hornbook_math::{algebra::SymmetricEigen, matrix::Matrix};
//!
//! let a = Matrix::from_rows(&[[2.0, 1.0], [1.0, 2.0]])?;
//! let eigen = SymmetricEigen::new(&a)?;
//! assert!((eigen.values[0] - 3.0).abs() < 1e-12 && (eigen.values[1] - 1.0).abs() < 1e-12);
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod bridge;
mod cholesky;
pub mod definiteness;
pub mod deflation;
pub mod derivatives;
mod eigen;
mod general_eigen;
mod gram;
mod hessian_factor;
mod least_squares;
mod lu;
pub mod norms;
mod qr;
pub mod spaces;
mod svd;
pub mod vectors;

pub use cholesky::Cholesky;
pub use deflation::PowerIteration;
pub use eigen::SymmetricEigen;
pub use general_eigen::GeneralEigen;
pub use gram::{CenteredGram, Gram};
pub use hessian_factor::HessianFactor;
pub use least_squares::{LeastSquares, least_squares};
pub use lu::{Lu, determinant, inverse};
pub use qr::PivotedQr;
pub use svd::{Svd, condition_number, pseudo_inverse, rank};
