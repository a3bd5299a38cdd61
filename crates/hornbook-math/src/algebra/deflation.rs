//! Eigenvectors step by step: Rayleigh's quotient, power iteration, deflation.
//!
//! [`SymmetricEigen`](super::SymmetricEigen) is faster and does more; this is how a textbook finds eigenpairs, to be
//! watched.

use super::{bridge, eigen::sign_of, norms::norm_infinity, spaces, vectors};
use crate::matrix::{Matrix, check_length};
use hornbook_core::{Error, Result};

/// Rayleigh's quotient $\frac{x^\top A x}{x^\top x}$: the eigenvalue, if $x$ is an eigenvector; never more than the
/// largest eigenvalue of a symmetric matrix, and never less than the smallest.
///
/// ```
/// use hornbook_math::{algebra::deflation::rayleigh_quotient, matrix::Matrix};
///
/// let a = Matrix::from_rows(&[[2.0, 1.0], [1.0, 2.0]])?;
/// assert_eq!(rayleigh_quotient(&a, &[1.0, 1.0])?, 3.0);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn rayleigh_quotient(matrix: &Matrix, x: &[f64]) -> Result<f64> {
    matrix.check_square()?;
    check_length("the vector", x.len(), matrix.rows())?;
    vectors::normalized(x)?;
    Ok(vectors::dot(x, &matrix.times(x)?)? / vectors::inner(x, x))
}

/// Which eigenpair to look for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhichEigenvalue {
    /// The one with the largest absolute value, by the matrix itself.
    Dominant,
    /// The maximum of Rayleigh's quotient.
    Largest,
    /// The minimum of Rayleigh's quotient.
    Smallest,
}

/// Power iteration: a vector that is multiplied by a symmetric matrix again and again turns toward an eigenvector.
///
/// For the largest or smallest eigenvalue, a multiple of the identity is added first, which makes it the one of largest
/// absolute value and changes no eigenvector. Steps end when $\|Ax - \lambda x\|$ is nothing beside the matrix.
#[derive(Debug, Clone, PartialEq)]
pub struct PowerIteration {
    /// Which eigenpair to look for.
    pub sought: WhichEigenvalue,
    /// Where to start; `None` is a vector that is orthogonal to no likely eigenvector.
    pub start: Option<Vec<f64>>,
    /// Steps end when $\|Ax - \lambda x\|$ is at most this fraction of the largest sum of a row of the
    /// matrix.
    pub tolerance: f64,
    /// The most steps.
    pub max_steps: usize,
}

impl Default for PowerIteration {
    fn default() -> Self {
        PowerIteration {
            sought: WhichEigenvalue::Largest,
            start: None,
            tolerance: 1e-12,
            max_steps: 1_000_000,
        }
    }
}

/// An eigenvalue and its eigenvector, as found.
#[derive(Debug, Clone, PartialEq)]
pub struct Eigenpair {
    /// The eigenvalue.
    pub value: f64,
    /// The eigenvector, of length 1.
    pub vector: Vec<f64>,
    /// How many multiplications it took.
    pub steps: usize,
    /// Whether the iteration ended because nothing changed any more.
    pub converged: bool,
}

impl PowerIteration {
    /// Runs it, and shows every step: its number, the quotient and the vector.
    pub fn run(&self, matrix: &Matrix, watch: impl FnMut(usize, f64, &[f64])) -> Result<Eigenpair> {
        bridge::check_symmetric(matrix)?;
        self.iterate(matrix, norm_infinity(matrix), watch)
    }

    /// Runs on a matrix that is known to be symmetric, and counts as nothing what is nothing beside `scale`.
    fn iterate(
        &self,
        matrix: &Matrix,
        scale: f64,
        mut watch: impl FnMut(usize, f64, &[f64]),
    ) -> Result<Eigenpair> {
        let size = matrix.rows();
        let shift = match self.sought {
            WhichEigenvalue::Dominant => 0.0,
            WhichEigenvalue::Largest => (-gershgorin(matrix, -1.0)).max(0.0),
            WhichEigenvalue::Smallest => -gershgorin(matrix, 1.0).max(0.0),
        };
        let mut x = match &self.start {
            Some(start) => vectors::normalized(start)?,
            None => vectors::normalized(&unlikely(size))?,
        };
        check_length("the start", x.len(), size)?;
        let negligible = self.tolerance * scale;
        let mut steps = 0;
        loop {
            let image = matrix.times(&x)?;
            let value = vectors::inner(&x, &image);
            watch(steps, value, &x);
            let miss: Vec<f64> = image.iter().zip(&x).map(|(a, x)| a - value * x).collect();
            let converged = vectors::norm(&miss) <= negligible;
            let next: Vec<f64> = image.iter().zip(&x).map(|(a, x)| a + shift * x).collect();
            let length = vectors::norm(&next);
            if converged || steps >= self.max_steps || length == 0.0 || !length.is_finite() {
                return Ok(Eigenpair { value, vector: x, steps, converged });
            }
            x = next.iter().map(|x| x / length).collect();
            steps += 1;
        }
    }
}

/// A vector that is orthogonal to no eigenvector anybody would think of.
fn unlikely(size: usize) -> Vec<f64> {
    (0..size).map(|i| 1.0 + 0.5 * (1.0 + 1.618 * i as f64).sin()).collect()
}

/// A bound of all eigenvalues by Gershgorin's circles: from above for `side` 1, from beneath for -1.
fn gershgorin(matrix: &Matrix, side: f64) -> f64 {
    let ends = (0..matrix.rows()).map(|i| {
        let around: f64 = matrix.row(i).iter().map(|x| x.abs()).sum::<f64>() - matrix.at(i, i).abs();
        side * matrix.at(i, i) + around
    });
    side * ends.fold(f64::NEG_INFINITY, f64::max)
}

/// $A - \lambda x x^\top$: the matrix without an eigenpair, whose eigenvalue becomes 0.
pub fn deflated(matrix: &Matrix, value: f64, vector: &[f64]) -> Result<Matrix> {
    matrix.check_square()?;
    check_length("the vector", vector.len(), matrix.rows())?;
    Ok(Matrix::from_fn(matrix.rows(), matrix.rows(), |i, j| {
        matrix.at(i, j) - value * (vector[i] * vector[j])
    }))
}

/// Eigenvalues nearer to 0 than this fraction of the matrix are 0.
const ZERO: f64 = 1e-10;

/// All eigenpairs of a symmetric matrix: the maximum of Rayleigh's quotient is found and taken off the matrix until the
/// maximum is 0, then the minimum likewise for the negative ones; what is left has eigenvalue 0, and Gram and Schmidt
/// complete the basis.
///
/// Positive eigenvalues come first, the largest first, then the negative ones, the most negative first, then zeros.
///
/// ```
/// use hornbook_math::{algebra::deflation::all_by_deflation, matrix::Matrix};
///
/// let a = Matrix::from_rows(&[[2.0, 1.0], [1.0, 2.0]])?;
/// let values: Vec<f64> = all_by_deflation(&a)?.iter().map(|pair| pair.value).collect();
/// assert!((values[0] - 3.0).abs() < 1e-9 && (values[1] - 1.0).abs() < 1e-9);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn all_by_deflation(matrix: &Matrix) -> Result<Vec<Eigenpair>> {
    bridge::check_symmetric(matrix)?;
    let (size, scale) = (matrix.rows(), norm_infinity(matrix));
    let mut left = matrix.clone();
    let mut pairs: Vec<Eigenpair> = Vec::new();
    for (sought, side) in [(WhichEigenvalue::Largest, 1.0), (WhichEigenvalue::Smallest, -1.0)] {
        while pairs.len() < size {
            // What is taken off must not come back by rounding: start orthogonal to it, and end there.
            let others = complement(&pairs, size)?;
            let start = Some(spaces::combination(&unlikely(others.len()), &others)?);
            let iteration = PowerIteration { sought, start, ..PowerIteration::default() };
            let mut pair = iteration.iterate(&left, scale, |_, _, _| {})?;
            if side * pair.value <= ZERO * scale {
                break;
            }
            if !pair.converged {
                return Err(Error::data(
                    format!("power iteration found no eigenvector in {} steps", pair.steps),
                    "use SymmetricEigen, which always does",
                ));
            }
            let coordinates: Vec<f64> =
                others.iter().map(|other| vectors::inner(other, &pair.vector)).collect();
            pair.vector = vectors::normalized(&spaces::combination(&coordinates, &others)?)?;
            pair.vector = vectors::scaled(&pair.vector, sign_of(&pair.vector));
            left = deflated(&left, pair.value, &pair.vector)?;
            pairs.push(pair);
        }
    }
    let zeros = complement(&pairs, size)?;
    pairs.extend(zeros.into_iter().map(|vector| Eigenpair { value: 0.0, vector, steps: 0, converged: true }));
    Ok(pairs)
}

/// An orthonormal basis of what is orthogonal to the eigenvectors found.
fn complement(pairs: &[Eigenpair], size: usize) -> Result<Vec<Vec<f64>>> {
    let known: Vec<&[f64]> = pairs.iter().map(|pair| &pair.vector[..]).collect();
    Ok(vectors::completed(&known, size)?.split_off(known.len()))
}
