//! Norms of vectors and matrices, and a check of what calls itself one.

use super::{Svd, bridge, vectors};
use crate::matrix::Matrix;
use hornbook_core::{Error, Result, Seed};

/// The norm $\|x\|_p = (\sum_i |x_i|^p)^{1/p}$ of a vector, $p \ge 1$; the largest absolute value if $p$ is infinite.
///
/// ```
/// use hornbook_math::algebra::norms::p_norm;
///
/// assert_eq!(p_norm(&[3.0, -4.0], 1.0)?, 7.0);
/// assert_eq!(p_norm(&[3.0, -4.0], 2.0)?, 5.0);
/// assert_eq!(p_norm(&[3.0, -4.0], f64::INFINITY)?, 4.0);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn p_norm(x: &[f64], p: f64) -> Result<f64> {
    if p.is_nan() || p < 1.0 {
        return Err(Error::data(
            format!("the p-norm with p = {p} is no norm: it breaks the triangle inequality"),
            "give a p of at least 1",
        ));
    }
    if x.iter().any(|x| x.is_nan()) {
        return Ok(f64::NAN);
    }
    let largest = x.iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
    if p == 1.0 {
        Ok(x.iter().map(|x| x.abs()).sum())
    } else if p == 2.0 {
        Ok(vectors::norm(x))
    } else if p.is_infinite() || largest == 0.0 || largest.is_infinite() {
        Ok(largest)
    } else {
        // Relative to the largest, no power leaves the range of numbers.
        Ok(largest * x.iter().map(|x| (x.abs() / largest).powf(p)).sum::<f64>().powf(p.recip()))
    }
}

/// The largest sum of absolute values in a column, $\max_x \|Mx\|_1 / \|x\|_1$.
pub fn norm_1(matrix: &Matrix) -> f64 {
    norm_infinity(&matrix.transpose())
}

/// The largest singular value, $\max_x \|Mx\|_2 / \|x\|_2$.
pub fn norm_2(matrix: &Matrix) -> Result<f64> {
    Ok(Svd::new(matrix)?.values[0])
}

/// The largest sum of absolute values in a row, $\max_x \|Mx\|_\infty / \|x\|_\infty$.
pub fn norm_infinity(matrix: &Matrix) -> f64 {
    let sums = (0..matrix.rows()).map(|i| matrix.row(i).iter().map(|x| x.abs()).sum::<f64>());
    sums.fold(0.0, |largest, sum| if sum > largest || sum.is_nan() { sum } else { largest })
}

/// Frobenius' norm, the root of the sum of all squares.
pub fn norm_frobenius(matrix: &Matrix) -> f64 {
    vectors::norm(matrix.values())
}

/// The norm that an inner product $\langle x, y\rangle = x^\top M y$ induces: $\sqrt{x^\top M x}$, with $M$ symmetric and
/// positive semidefinite; an error where $x^\top M x$ is negative.
pub fn induced_norm(x: &[f64], product: &Matrix) -> Result<f64> {
    bridge::check_symmetric(product)?;
    let square = vectors::dot(x, &product.times(x)?)?;
    let negligible = product.largest() * vectors::inner(x, x) * x.len() as f64 * f64::EPSILON;
    if square < -negligible || square.is_nan() {
        return Err(Error::data(
            format!("the form of a vector with itself is {square}, so it is no inner product"),
            "give a matrix that is positive semidefinite",
        ));
    }
    Ok(square.max(0.0).sqrt())
}

/// What [`check_norm`] found about each axiom: vectors that break it, or nothing.
#[derive(Debug, Clone, PartialEq)]
pub struct NormReport {
    /// A vector whose value is negative or NaN, or is 0 though the vector is not, or the zero vector if its value is not
    /// 0: $\|x\| \ge 0$, and $\|x\| = 0$ only for $x = 0$.
    pub not_positive: Option<Vec<f64>>,
    /// A vector and a factor with $\|ax\| \ne |a|\,\|x\|$.
    pub not_homogeneous: Option<(Vec<f64>, f64)>,
    /// Two vectors with $\|x + y\| > \|x\| + \|y\|$.
    pub breaks_triangle: Option<(Vec<f64>, Vec<f64>)>,
}

impl NormReport {
    /// Whether no axiom was seen broken. That is no proof, only that the vectors tried found nothing.
    pub fn holds(&self) -> bool {
        self.not_positive.is_none() && self.not_homogeneous.is_none() && self.breaks_triangle.is_none()
    }
}

/// Tries the axioms of a norm on the axes, their sums and differences, and `trials` pairs of random vectors.
///
/// ```
/// use hornbook_core::Seed;
/// use hornbook_math::algebra::norms::check_norm;
///
/// let squares = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>();
/// let report = check_norm(squares, 3, 100, Seed(1));
/// assert!(report.not_positive.is_none() && report.not_homogeneous.is_some() && report.breaks_triangle.is_some());
/// assert!(check_norm(|x| squares(x).sqrt(), 3, 100, Seed(1)).holds());
/// ```
pub fn check_norm(norm: impl Fn(&[f64]) -> f64, dimension: usize, trials: usize, seed: Seed) -> NormReport {
    const ROUNDING: f64 = 1e-9;
    let axis = |at: usize, value: f64| (0..dimension).map(|i| if i == at { value } else { 0.0 }).collect();
    let mut pairs: Vec<(Vec<f64>, Vec<f64>)> = Vec::new();
    for i in 0..dimension {
        pairs.extend((0..dimension).map(|j| (axis(i, 1.0), axis(j, if i == j { -1.0 } else { 1.0 }))));
    }
    pairs.extend((0..trials).map(|trial| {
        let mut rng = seed.derive(trial as u64).rng();
        let mut vector = || (0..dimension).map(|_| 4.0 * rng.unit() - 2.0).collect();
        (vector(), vector())
    }));
    let zero = vec![0.0; dimension];
    let mut report = NormReport { not_positive: None, not_homogeneous: None, breaks_triangle: None };
    if norm(&zero) != 0.0 {
        report.not_positive = Some(zero);
    }
    for (x, y) in pairs {
        let sum: Vec<f64> = x.iter().zip(&y).map(|(x, y)| x + y).collect();
        let (of_x, of_y, of_sum) = (norm(&x), norm(&y), norm(&sum));
        let difference: Vec<f64> = x.iter().zip(&y).map(|(x, y)| x - y).collect();
        for (vector, length) in [(&x, of_x), (&sum, of_sum), (&difference, norm(&difference))] {
            let is_broken = vector.iter().any(|&x| x != 0.0) && (length.is_nan() || length <= 0.0);
            if report.not_positive.is_none() && is_broken {
                report.not_positive = Some(vector.clone());
            }
        }
        for factor in [-1.0, 0.5, -3.0] {
            let miss = (norm(&vectors::scaled(&x, factor)) - f64::abs(factor) * of_x).abs();
            if report.not_homogeneous.is_none() && (miss.is_nan() || miss > ROUNDING * of_x.abs()) {
                report.not_homogeneous = Some((x.clone(), factor));
            }
        }
        let excess = of_sum - of_x - of_y;
        if report.breaks_triangle.is_none() && (excess.is_nan() || excess > ROUNDING * (of_x + of_y).abs()) {
            report.breaks_triangle = Some((x, y));
        }
    }
    report
}
