//! Vector spaces: combinations, span, independence, bases, coordinates, linear maps.
//!
//! Vectors are rows of a slice; whether something is a combination of others is evaluated to rounding, as
//! [`rank`] is.
//!
//! ```
//! use hornbook_math::algebra::spaces::{change_of_coordinates, coordinates};
//!
//! let standard = [[1.0, 0.0], [0.0, 1.0]];
//! let basis = [[3.0, 1.0], [-2.0, 1.0]];
//! let p = change_of_coordinates(&standard, &basis)?;
//! assert!((p.at(0, 1) + 2.0).abs() < 1e-12, "the columns of P are the new vectors in terms of the old");
//! let v = coordinates(&[8.0, 1.0], &basis)?;
//! assert!((v[0] - 2.0).abs() < 1e-12 && (v[1] + 1.0).abs() < 1e-12);
//! # Ok::<(), hornbook_core::Error>(())
//! ```

use super::{Lu, least_squares, rank, vectors::norm};
use crate::matrix::{Matrix, check_length};
use hornbook_core::{Error, Result};

/// A part of a vector that is smaller than this fraction of the vectors is rounding.
const ROUNDING: f64 = 1e-10;

/// $\sum_i \lambda_i x_i$, a linear combination of vectors.
pub fn combination<V: AsRef<[f64]>>(coefficients: &[f64], vectors: &[V]) -> Result<Vec<f64>> {
    check_length("the list of coefficients", coefficients.len(), vectors.len())?;
    Matrix::from_columns(vectors)?.times(coefficients)
}

/// Whether a vector is a combination of others, and of how much of each (the shortest answer, if there are many).
pub fn in_span<V: AsRef<[f64]>>(vector: &[f64], of: &[V]) -> Result<Option<Vec<f64>>> {
    if vector.iter().all(|&x| x == 0.0) {
        return Ok(Some(vec![0.0; of.len()]));
    }
    if of.is_empty() {
        return Ok(None);
    }
    let columns = Matrix::from_columns(of)?;
    let solution = least_squares(&columns, vector)?;
    let miss = solution.residual.sqrt();
    Ok((miss <= ROUNDING * norm(vector)).then_some(solution.x))
}

/// Whether no vector is a combination of the others.
pub fn are_independent<V: AsRef<[f64]>>(vectors: &[V]) -> Result<bool> {
    Ok(dimension(vectors)? == vectors.len())
}

/// The dimension of what the vectors span: how many of them are independent. How long they are does not matter.
pub fn dimension<V: AsRef<[f64]>>(vectors: &[V]) -> Result<usize> {
    let mut directions = Matrix::from_rows(vectors)?;
    for row in 0..directions.rows() {
        let length = norm(directions.row(row));
        if length > 0.0 {
            directions.row_mut(row).iter_mut().for_each(|x| *x /= length);
        }
    }
    if vectors.is_empty() { Ok(0) } else { rank(&directions) }
}

/// Whether the vectors are a basis of the whole space: independent, and as many as they have components.
pub fn is_basis<V: AsRef<[f64]>>(vectors: &[V]) -> Result<bool> {
    let components = vectors.first().map_or(0, |vector| vector.as_ref().len());
    Ok(vectors.len() == components && are_independent(vectors)?)
}

/// The coordinates $\lambda$ of a vector in a basis of the whole space: $x = \sum_i \lambda_i b_i$.
pub fn coordinates<V: AsRef<[f64]>>(vector: &[f64], basis: &[V]) -> Result<Vec<f64>> {
    basis_matrix(basis)?.solve(vector)
}

/// The matrix $M$ of a linear map between two bases: its columns are the images of the vectors of the first in
/// coordinates of the second, so that $M\lambda = \mu$ for the coordinates $\lambda$ of a vector and $\mu$ of its image.
///
/// ```
/// use hornbook_math::algebra::spaces::matrix_of_map;
///
/// // Differentiation of a + bx + cx², in the bases (1, x, x²) and (1, x).
/// let derivative = |p: &[f64]| vec![p[1], 2.0 * p[2]];
/// let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let m = matrix_of_map(derivative, &axes, &[[1.0, 0.0], [0.0, 1.0]])?;
/// assert_eq!(m.times(&[5.0, 3.0, 2.0])?, [3.0, 4.0]);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn matrix_of_map<V: AsRef<[f64]>, W: AsRef<[f64]>>(
    map: impl Fn(&[f64]) -> Vec<f64>,
    from: &[V],
    to: &[W],
) -> Result<Matrix> {
    basis_matrix(from)?;
    let images: Vec<Vec<f64>> = from.iter().map(|vector| map(vector.as_ref())).collect();
    basis_matrix(to)?.solve_matrix(&Matrix::from_columns(&images)?)
}

/// The matrix $P$ whose columns are the vectors of the new basis in coordinates of the old: with the
/// coordinates $\lambda$ of a vector in the old basis and $\mu$ in the new one, $\lambda = P\mu$ and
/// $\mu = P^{-1}\lambda$.
pub fn change_of_coordinates<V: AsRef<[f64]>, W: AsRef<[f64]>>(old: &[V], new: &[W]) -> Result<Matrix> {
    matrix_of_map(<[f64]>::to_vec, new, old)
}

/// The matrix with the vectors of a basis as columns, ready to solve with.
fn basis_matrix<V: AsRef<[f64]>>(basis: &[V]) -> Result<Lu> {
    if !is_basis(basis)? {
        return Err(Error::data(
            "the vectors are no basis of the whole space",
            "give as many independent vectors as they have components",
        ));
    }
    Lu::new(&Matrix::from_columns(basis)?)
}
