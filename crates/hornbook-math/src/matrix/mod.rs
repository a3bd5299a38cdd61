//! Matrices of our own, so that no array crate shows in a public signature.
//!
//! [`Matrix`] is dense and row by row, [`MatrixView`] such numbers that somebody else owns, [`SparseMatrix`] stores only
//! what is not zero, row by row, [`SparseView`] is such a matrix that somebody else owns, and [`SparseColumns`] stores the
//! same column by column. The everyday operations are methods;
//! decompositions and the rest of linear algebra are in [`algebra`](crate::algebra).
//!
//! ```
//! use hornbook_math::matrix::Matrix;
//!
//! let a = Matrix::from_rows(&[[1.0, 2.0], [3.0, 4.0]])?;
//! let squared = a.product(&a)?;
//! assert_eq!(squared.row(1), [15.0, 22.0]);
//! assert_eq!(a.transpose().row(0), [1.0, 3.0]);
//! assert_eq!(a.trace()?, 5.0);
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod argument;
mod dense;
pub mod line;
mod product;
mod sparse;
mod view;

pub use argument::Matrices;
pub use dense::Matrix;
pub use sparse::{SparseColumns, SparseMatrix, SparseView};
pub use view::{MatrixView, Scalars};

use hornbook_core::{Error, Result};

/// Refuses a length that does not fit, with a sentence.
pub(crate) fn check_length(what: &str, found: usize, expected: usize) -> Result<()> {
    if found == expected {
        return Ok(());
    }
    Err(Error::data(format!("{what} has length {found}"), format!("give one of length {expected}")))
}
