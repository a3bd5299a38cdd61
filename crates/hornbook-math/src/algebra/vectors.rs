//! Vectors: products, lengths, angles, projections, and orthonormal sets.
//!
//! ```
//! use hornbook_math::algebra::vectors::{angle, length_along, projection};
//!
//! let (v, u) = ([2.0, 2.0], [3.0, 0.0]);
//! assert!((angle(&v, &u)? - std::f64::consts::FRAC_PI_4).abs() < 1e-12);
//! assert_eq!(length_along(&v, &u)?, 2.0);
//! assert_eq!(projection(&v, &u)?, [2.0, 0.0]);
//! # Ok::<(), hornbook_core::Error>(())
//! ```

use crate::matrix::{Matrix, check_length};
use hornbook_core::{Error, Result};

/// The inner product $\langle x, y\rangle = \sum_i x_i y_i$.
pub fn dot(x: &[f64], y: &[f64]) -> Result<f64> {
    check_length("the second vector", y.len(), x.len())?;
    Ok(inner(x, y))
}

/// The inner product of vectors that are known to be equally long.
pub(crate) fn inner(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(x, y)| x * y).sum()
}

/// The Euclidean length $\|x\| = \sqrt{\langle x, x\rangle}$. Squares that would leave the range of numbers do not.
pub fn norm(x: &[f64]) -> f64 {
    let squares: f64 = x.iter().map(|x| x * x).sum();
    if squares.is_normal() || squares == 0.0 && x.iter().all(|&x| x == 0.0) {
        return squares.sqrt();
    }
    let largest = x.iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
    if largest.is_infinite() {
        return if x.iter().any(|x| x.is_nan()) { f64::NAN } else { f64::INFINITY };
    }
    largest * x.iter().map(|x| (x / largest).powi(2)).sum::<f64>().sqrt()
}

/// The distance $\|x - y\|$ that the length induces.
pub fn distance(x: &[f64], y: &[f64]) -> Result<f64> {
    Ok(norm(&minus(x, y)?))
}

/// $x + y$.
pub fn plus(x: &[f64], y: &[f64]) -> Result<Vec<f64>> {
    check_length("the second vector", y.len(), x.len())?;
    Ok(x.iter().zip(y).map(|(x, y)| x + y).collect())
}

/// $x - y$.
pub fn minus(x: &[f64], y: &[f64]) -> Result<Vec<f64>> {
    check_length("the second vector", y.len(), x.len())?;
    Ok(x.iter().zip(y).map(|(x, y)| x - y).collect())
}

/// $ax$.
pub fn scaled(x: &[f64], factor: f64) -> Vec<f64> {
    x.iter().map(|x| factor * x).collect()
}

/// The vector of length 1 in the same direction; the zero vector has none, which is an error.
pub fn normalized(x: &[f64]) -> Result<Vec<f64>> {
    let length = direction_length(x)?;
    Ok(x.iter().map(|x| x / length).collect())
}

/// The angle between two vectors in radians, between 0 and $\pi$: $\cos\varphi = \langle x,y\rangle/(\|x\|\|y\|)$.
///
/// It is computed from the sum and the difference of the unit vectors, which is exact for small angles too.
pub fn angle(x: &[f64], y: &[f64]) -> Result<f64> {
    let (x, y) = (normalized(x)?, normalized(y)?);
    Ok(2.0 * norm(&minus(&x, &y)?).atan2(norm(&plus(&x, &y)?)))
}

/// The cosine of the angle between two vectors.
pub fn cosine(x: &[f64], y: &[f64]) -> Result<f64> {
    Ok(dot(&normalized(x)?, &normalized(y)?)?.clamp(-1.0, 1.0))
}

/// Whether two vectors are orthogonal: $|\langle x,y\rangle| \le t\,\|x\|\|y\|$ with tolerance $t$. The zero vector
/// is orthogonal to all.
pub fn are_orthogonal(x: &[f64], y: &[f64], tolerance: f64) -> Result<bool> {
    Ok(dot(x, y)?.abs() <= tolerance * norm(x) * norm(y))
}

/// Whether all vectors have length 1 and are orthogonal to each other, to the tolerance.
pub fn are_orthonormal<V: AsRef<[f64]>>(vectors: &[V], tolerance: f64) -> Result<bool> {
    for (i, x) in vectors.iter().enumerate() {
        for (j, y) in vectors[..=i].iter().enumerate() {
            let expected = if i == j { 1.0 } else { 0.0 };
            let miss = (dot(x.as_ref(), y.as_ref())? - expected).abs();
            if miss.is_nan() || miss > tolerance {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// How long a vector is in the direction of another: $\langle u, v\rangle / \|u\|$, negative if it points away.
pub fn length_along(v: &[f64], u: &[f64]) -> Result<f64> {
    dot(v, &normalized(u)?)
}

/// The part of a vector in the direction of another, $\frac{\langle u, v\rangle}{\langle u, u\rangle} u$.
pub fn projection(v: &[f64], u: &[f64]) -> Result<Vec<f64>> {
    let u = normalized(u)?;
    Ok(scaled(&u, dot(v, &u)?))
}

/// What two rounds of subtracting leave of an independent vector is far more than this fraction of it.
const DEPENDENT: f64 = 1e-10;

/// Gram and Schmidt's orthonormal basis of what the vectors span. A vector that those before it determine, to rounding,
/// adds nothing.
///
/// Projections are subtracted twice, which makes the basis orthogonal to rounding even if the vectors hardly differ.
pub fn gram_schmidt<V: AsRef<[f64]>>(vectors: &[V]) -> Result<Vec<Vec<f64>>> {
    let mut basis: Vec<Vec<f64>> = Vec::new();
    for vector in vectors {
        extend_orthonormal(&mut basis, vector.as_ref())?;
    }
    Ok(basis)
}

/// Completes orthonormal vectors to an orthonormal basis of the whole space, by Gram and Schmidt with the axes.
pub fn completed<V: AsRef<[f64]>>(orthonormal: &[V], dimension: usize) -> Result<Vec<Vec<f64>>> {
    let mut basis: Vec<Vec<f64>> = Vec::new();
    for vector in orthonormal {
        check_length("a vector", vector.as_ref().len(), dimension)?;
        basis.push(vector.as_ref().to_vec());
    }
    if !are_orthonormal(&basis, 1e-6)? {
        return Err(Error::data("the vectors to complete are not orthonormal", "apply gram_schmidt first"));
    }
    let axes = Matrix::identity(dimension);
    while basis.len() < dimension {
        // The axis that stands out furthest; it does so by at least the square root of its fraction.
        let left = |axis: usize| 1.0 - basis.iter().map(|b| b[axis] * b[axis]).sum::<f64>();
        let axis = (0..dimension).max_by(|&a, &b| left(a).total_cmp(&left(b)).then(b.cmp(&a))).unwrap_or(0);
        extend_orthonormal(&mut basis, axes.row(axis))?;
    }
    Ok(basis)
}

/// Adds what of a vector is orthogonal to the basis, if there is any.
fn extend_orthonormal(basis: &mut Vec<Vec<f64>>, vector: &[f64]) -> Result<()> {
    if let Some(first) = basis.first() {
        check_length("a vector", vector.len(), first.len())?;
    }
    let before = norm(vector);
    if !before.is_finite() {
        return Err(Error::data("a vector has components that are not finite", "give finite numbers"));
    }
    let mut rest = vector.to_vec();
    for _ in 0..2 {
        for known in basis.iter() {
            let along = inner(&rest, known);
            rest.iter_mut().zip(known).for_each(|(rest, known)| *rest -= along * known);
        }
    }
    if norm(&rest) > DEPENDENT * before {
        basis.push(normalized(&rest)?);
    }
    Ok(())
}

fn direction_length(x: &[f64]) -> Result<f64> {
    let length = norm(x);
    if length > 0.0 && length.is_finite() {
        return Ok(length);
    }
    Err(Error::data(
        format!("a vector of length {length} has no direction"),
        "give a vector of finite numbers that are not all zero",
    ))
}
