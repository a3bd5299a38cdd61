//! Between our matrices and those of faer, and what all decompositions refuse.

use crate::matrix::Matrix;
use faer::{MatRef, linalg::solvers::SolveCore};
use hornbook_core::{Error, Result};

/// How far a symmetric matrix may be from its transpose, relative to its largest value: rounding, not meaning.
const SYMMETRY: f64 = 1e-8;

pub(super) fn view(matrix: &Matrix) -> MatRef<'_, f64> {
    MatRef::from_row_major_slice(matrix.values(), matrix.rows(), matrix.columns())
}

pub(super) fn matrix(from: MatRef<'_, f64>) -> Matrix {
    Matrix::from_fn(from.nrows(), from.ncols(), |i, j| from[(i, j)])
}

/// Solves with a decomposition of faer for every column of the right side.
pub(super) fn solve(decomposition: &impl SolveCore<f64>, right: &Matrix) -> Matrix {
    let mut solution = view(right).to_owned();
    decomposition.solve_in_place_with_conj(faer::Conj::No, solution.as_mut());
    matrix(solution.as_ref())
}

/// Refuses a matrix without numbers, and NaN and infinity in one.
pub(super) fn check_numbers(matrix: &Matrix) -> Result<()> {
    if matrix.values().is_empty() {
        return Err(Error::data(
            format!("a matrix of {} × {} has no numbers", matrix.rows(), matrix.columns()),
            "give at least one row and one column",
        ));
    }
    match matrix.values().iter().position(|value| !value.is_finite()) {
        None => Ok(()),
        Some(at) => Err(Error::data(
            format!(
                "the matrix has {} in row {}, column {} (from 0)",
                matrix.values()[at],
                at / matrix.columns(),
                at % matrix.columns()
            ),
            "give finite numbers",
        )),
    }
}

pub(super) fn check_square(matrix: &Matrix) -> Result<()> {
    check_numbers(matrix)?;
    matrix.check_square()
}

pub(super) fn check_symmetric(matrix: &Matrix) -> Result<()> {
    check_square(matrix)?;
    if matrix.is_symmetric(SYMMETRY) {
        return Ok(());
    }
    Err(Error::data("the matrix is not equal to its transpose", "give a symmetric matrix"))
}

/// The error of an iteration that found no end, or of numbers that left the range on the way.
pub(super) fn no_result(what: &str) -> Error {
    Error::data(
        format!("{what} cannot be computed: its numbers leave the range of double precision"),
        "scale the matrix",
    )
}
