//! Whether a symmetric matrix is positive definite, positive semidefinite or neither, three ways that must agree.
//!
//! A symmetric $M$ is positive semidefinite if one of these holds, and then all of them do:
//! its eigenvalues are at least 0; $x^\top M x \ge 0$ for every $x$; there is a $B$ with $M = B^\top B$. It is positive
//! definite if the eigenvalues, or $x^\top M x$ for $x \ne 0$, are more than 0, or $B$ has full column rank.
//!
//! ```
//! use hornbook_math::{algebra::definiteness::{Definiteness, by_eigenvalues, by_factor, by_form}, matrix::Matrix};
//!
//! let m = Matrix::from_rows(&[[1.0, 1.0], [1.0, 1.0]])?;
//! assert_eq!(by_eigenvalues(&m)?.definiteness, Definiteness::Semidefinite);
//! assert_eq!(by_form(&m)?.definiteness, Definiteness::Semidefinite);
//! let factored = by_factor(&m)?;
//! assert_eq!(factored.definiteness, Definiteness::Semidefinite);
//! assert_eq!(factored.factor.unwrap().row(0), [1.0, 1.0]);
//! # Ok::<(), hornbook_core::Error>(())
//! ```

use super::{PowerIteration, SymmetricEigen, bridge, deflation::WhichEigenvalue};
use crate::matrix::Matrix;
use hornbook_core::Result;

/// What lies between this fraction of the largest value of the matrix and its negative, times its size,
/// counts as 0.
const ZERO: f64 = 1e-12;

/// What a symmetric matrix is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Definiteness {
    /// $x^\top M x > 0$ for every $x \ne 0$.
    Definite,
    /// $x^\top M x \ge 0$ for every $x$, and 0 for some $x \ne 0$, to rounding.
    Semidefinite,
    /// $x^\top M x < 0$ for some $x$.
    No,
}

/// The answer by eigenvalues.
#[derive(Debug, Clone, PartialEq)]
pub struct ByEigenvalues {
    /// What the matrix is.
    pub definiteness: Definiteness,
    /// The least eigenvalue.
    pub least_eigenvalue: f64,
}

/// The answer by the values of the form.
#[derive(Debug, Clone, PartialEq)]
pub struct ByForm {
    /// What the matrix is.
    pub definiteness: Definiteness,
    /// The vector of length 1 with the least value: a witness, if that is negative.
    pub vector: Vec<f64>,
    /// The least value of $x^\top M x$.
    pub value: f64,
}

/// The answer by a factor.
#[derive(Debug, Clone, PartialEq)]
pub struct ByFactor {
    /// What the matrix is.
    pub definiteness: Definiteness,
    /// $B$ with $M = B^\top B$ and as many rows as $M$ has rank; `None` if there is none.
    pub factor: Option<Matrix>,
}

/// Decides by the least eigenvalue.
pub fn by_eigenvalues(matrix: &Matrix) -> Result<ByEigenvalues> {
    let values = SymmetricEigen::new(matrix)?.values;
    let least_eigenvalue = values[values.len() - 1];
    Ok(ByEigenvalues {
        definiteness: definiteness_of(least_eigenvalue, negligible(matrix)),
        least_eigenvalue,
    })
}

/// Decides by the least value of $x^\top M x$ over vectors of length 1, which power iteration finds.
pub fn by_form(matrix: &Matrix) -> Result<ByForm> {
    let least = PowerIteration { sought: WhichEigenvalue::Smallest, ..PowerIteration::default() };
    let pair = least.run(matrix, |_, _, _| {})?;
    Ok(ByForm {
        definiteness: definiteness_of(pair.value, negligible(matrix)),
        vector: pair.vector,
        value: pair.value,
    })
}

/// Decides by looking for a factor: Cholesky's decomposition that always goes on with the largest diagonal value left.
pub fn by_factor(matrix: &Matrix) -> Result<ByFactor> {
    bridge::check_symmetric(matrix)?;
    let (size, negligible) = (matrix.rows(), negligible(matrix));
    let mut left = matrix.clone();
    let mut rows: Vec<Vec<f64>> = Vec::new();
    while rows.len() < size {
        let diagonal = left.diagonal_values();
        let Some(at) = (0..size).max_by(|&a, &b| diagonal[a].total_cmp(&diagonal[b]).then(b.cmp(&a))) else {
            break;
        };
        if diagonal[at] <= negligible {
            break;
        }
        let root = diagonal[at].sqrt();
        let row: Vec<f64> = left.row(at).iter().map(|value| value / root).collect();
        for i in 0..size {
            for j in 0..size {
                *left.at_mut(i, j) -= row[i] * row[j];
            }
        }
        rows.push(row);
    }
    // Of a semidefinite matrix nothing is left; a value off the diagonal whose diagonal is 0 makes a form negative too.
    if left.largest() > negligible {
        return Ok(ByFactor { definiteness: Definiteness::No, factor: None });
    }
    let definiteness = if rows.len() == size { Definiteness::Definite } else { Definiteness::Semidefinite };
    let factor = if rows.is_empty() { Matrix::zeros(0, size) } else { Matrix::from_rows(&rows)? };
    Ok(ByFactor { definiteness, factor: Some(factor) })
}

fn negligible(matrix: &Matrix) -> f64 {
    ZERO * matrix.largest() * matrix.rows() as f64
}

fn definiteness_of(least: f64, negligible: f64) -> Definiteness {
    if least > negligible {
        Definiteness::Definite
    } else if least >= -negligible {
        Definiteness::Semidefinite
    } else {
        Definiteness::No
    }
}
