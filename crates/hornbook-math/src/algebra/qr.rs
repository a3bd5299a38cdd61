//! QR decomposition with column exchanges.

use super::{
    bridge,
    vectors::{inner, norm},
};
use crate::matrix::Matrix;
use hornbook_core::Result;

/// Any matrix as $AP = QR$: $Q$ has orthonormal columns, $R$ is upper triangular with a diagonal that descends in size,
/// and $P$ puts the columns in order. The order shows which columns say something new.
///
/// ```
/// use hornbook_math::{algebra::PivotedQr, matrix::Matrix};
///
/// let a = Matrix::from_rows(&[[1.0, 2.0, 3.0], [4.0, 5.0, 9.0], [7.0, 8.0, 15.0]])?;
/// let qr = PivotedQr::new(&a)?;
/// assert_eq!(qr.rank(), 2, "the third column is the sum of the others");
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct PivotedQr {
    /// $Q$, with as many columns as the shorter side of the matrix.
    pub q: Matrix,
    /// $R$.
    pub r: Matrix,
    /// Which column of the matrix stands at each position.
    pub order: Vec<usize>,
}

impl PivotedQr {
    /// Decomposes a matrix by Householder's mirrors, always the longest column left first.
    pub fn new(matrix: &Matrix) -> Result<PivotedQr> {
        bridge::check_numbers(matrix)?;
        let (rows, columns) = (matrix.rows(), matrix.columns());
        let mut rest: Vec<Vec<f64>> = (0..columns).map(|j| matrix.column(j)).collect();
        let mut order: Vec<usize> = (0..columns).collect();
        let mut mirrors: Vec<Vec<f64>> = Vec::new();
        for k in 0..rows.min(columns) {
            let lengths: Vec<f64> = rest[k..].iter().map(|column| norm(&column[k..])).collect();
            let longest = (0..lengths.len()).rev().max_by(|&a, &b| lengths[a].total_cmp(&lengths[b]));
            let longest = k + longest.unwrap_or(0);
            rest.swap(k, longest);
            order.swap(k, longest);
            let mirror = mirror_of(&rest[k][k..]);
            rest[k..].iter_mut().for_each(|column| reflect(&mirror, &mut column[k..]));
            mirrors.push(mirror);
        }
        let r = Matrix::from_fn(mirrors.len(), columns, |i, j| if i <= j { rest[j][i] } else { 0.0 });
        let q: Vec<Vec<f64>> = (0..mirrors.len())
            .map(|j| {
                let mut column = vec![0.0; rows];
                column[j] = 1.0;
                (0..=j).rev().for_each(|k| reflect(&mirrors[k], &mut column[k..]));
                column
            })
            .collect();
        let q = Matrix::from_columns(&q)?;
        match q.values().iter().chain(r.values()).all(|value| value.is_finite()) {
            true => Ok(PivotedQr { q, r, order }),
            false => Err(bridge::no_result("a QR decomposition")),
        }
    }

    /// How many columns are independent, to rounding: the values on the diagonal of $R$ that are something beside the
    /// first.
    pub fn rank(&self) -> usize {
        let diagonal = self.r.diagonal_values();
        let longer_side = self.q.rows().max(self.r.columns()) as f64;
        let negligible = diagonal[0].abs() * longer_side * f64::EPSILON;
        diagonal.iter().take_while(|value| value.abs() > negligible).count()
    }
}

/// The unit vector orthogonal to the mirror that turns a vector onto the first axis; zero for the zero vector, which
/// needs no turning.
fn mirror_of(vector: &[f64]) -> Vec<f64> {
    let length = norm(vector);
    if length == 0.0 {
        return vec![0.0; vector.len()];
    }
    let mut mirror: Vec<f64> = vector.iter().map(|x| x / length).collect();
    // Away from the axis, so that nothing cancels.
    mirror[0] += 1f64.copysign(mirror[0]);
    let length = norm(&mirror);
    mirror.iter_mut().for_each(|x| *x /= length);
    mirror
}

fn reflect(mirror: &[f64], vector: &mut [f64]) {
    let twice = 2.0 * inner(mirror, vector);
    vector.iter_mut().zip(mirror).for_each(|(x, m)| *x -= twice * m);
}
