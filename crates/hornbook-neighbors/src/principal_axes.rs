//! The principal axes of rows.
//!
//! Turning rows does not change how far they are from each other. In coordinates along their principal axes, the widest first,
//! the first few say most of a distance, so that a row that is too far is found out sooner, and boxes along them are tighter.

use hornbook_math::algebra::SymmetricEigen;
use hornbook_math::matrix::Matrix;
use rayon::prelude::*;

/// About so many rows tell what the axes are: any turn is right, these only save time.
const ENOUGH: usize = 4096;
/// Beyond so many columns finding the axes takes longer than they save.
const MOST_COLUMNS: usize = 512;
/// Numbers beyond this have no squares in double precision.
const LARGEST: f64 = 1e140;

/// A center, and orthogonal directions.
#[derive(Debug)]
pub(crate) struct PrincipalAxes {
    center: Vec<f64>,
    /// A column for each axis, the widest first; none if rows stay as they lie.
    directions: Option<Matrix>,
    /// How much rows vary along each axis.
    variances: Vec<f64>,
}

impl PrincipalAxes {
    /// The columns as they are, around their means.
    pub fn unrotated(points: &Matrix) -> PrincipalAxes {
        let rows = points.rows() as f64;
        let mut center = vec![0.0; points.columns()];
        for row in 0..points.rows() {
            center.iter_mut().zip(points.row(row)).for_each(|(mean, x)| *mean += x / rows);
        }
        PrincipalAxes { center, directions: None, variances: Vec::new() }
    }

    /// The principal axes of some of the rows. Where they cannot be had, as with numbers that have no squares, the columns.
    pub fn principal(points: &Matrix) -> PrincipalAxes {
        let step = points.rows().div_ceil(ENOUGH).max(1);
        let sample =
            Matrix::from_fn(points.rows().div_ceil(step), points.columns(), |i, j| points.at(i * step, j));
        let mut axes = PrincipalAxes::unrotated(&sample);
        if points.columns() > MOST_COLUMNS || sample.largest() > LARGEST {
            return axes;
        }
        let about = Matrix::from_fn(sample.rows(), sample.columns(), |i, j| sample.at(i, j) - axes.center[j]);
        let eigen = about.transpose().product(&about).and_then(|products| SymmetricEigen::new(&products));
        if let Ok(eigen) = eigen {
            let mut order: Vec<usize> = (0..eigen.values.len()).collect();
            order.sort_by(|&a, &b| eigen.values[b].total_cmp(&eigen.values[a]));
            axes.variances = order.iter().map(|&axis| eigen.values[axis].max(0.0)).collect();
            axes.directions =
                Some(Matrix::from_fn(points.columns(), order.len(), |i, j| eigen.vectors.at(i, order[j])));
        }
        axes
    }

    /// In how many dimensions rows vary, as it were: so many equal variances have the same sum and sum of squares. All columns
    /// count where that is not known.
    pub fn dimensions(&self) -> f64 {
        let sum: f64 = self.variances.iter().sum();
        let squares: f64 = self.variances.iter().map(|variance| variance * variance).sum();
        if squares > 0.0 && sum.is_finite() { sum * sum / squares } else { self.center.len() as f64 }
    }

    /// A row in the coordinates of the axes.
    pub fn rotated(&self, row: &[f64]) -> Vec<f64> {
        let mut rotated = vec![0.0; row.len()];
        self.rotate(row, &mut rotated);
        rotated
    }

    /// All rows in the coordinates of the axes.
    pub fn rotated_rows(&self, points: &Matrix) -> Matrix {
        let mut rotated = Matrix::zeros(points.rows(), points.columns());
        let rows = rotated.values_mut().par_chunks_mut(points.columns().max(1));
        rows.zip(points.values().par_chunks(points.columns().max(1)))
            .with_min_len(256)
            .for_each(|(rotated, row)| self.rotate(row, rotated));
        rotated
    }

    fn rotate(&self, row: &[f64], rotated: &mut [f64]) {
        let about = row.iter().zip(&self.center).map(|(x, c)| x - c);
        match &self.directions {
            None => rotated.iter_mut().zip(about).for_each(|(to, x)| *to = x),
            Some(directions) => {
                rotated.fill(0.0);
                for (column, x) in about.enumerate() {
                    rotated.iter_mut().zip(directions.row(column)).for_each(|(to, share)| *to += x * share);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_keeps_distances_and_puts_the_widest_first() {
        let rows = Matrix::from_fn(300, 3, |i, j| {
            let (a, b) = ((i as f64 * 0.7).sin() * 10.0, (i as f64 * 1.3).cos());
            100.0 + [a + b, a - b, 0.01 * b][j]
        });
        let axes = PrincipalAxes::principal(&rows);
        let rotated = axes.rotated_rows(&rows);
        let between = |m: &Matrix, a: usize, b: usize| {
            m.row(a).iter().zip(m.row(b)).map(|(x, y)| (x - y).powi(2)).sum::<f64>().sqrt()
        };
        for (a, b) in [(0, 1), (5, 200), (299, 3)] {
            assert!((between(&rows, a, b) - between(&rotated, a, b)).abs() < 1e-12);
        }
        let spread = |j: usize| rotated.column(j).iter().map(|x| x * x).sum::<f64>();
        assert!(spread(0) > 50.0 * spread(1) && spread(1) > 50.0 * spread(2));
        assert!((1.0..1.1).contains(&axes.dimensions()), "{}", axes.dimensions());
        assert_eq!(axes.rotated(rows.row(7)), rotated.row(7));
    }

    #[test]
    fn numbers_without_squares_stay_as_they_lie() {
        let rows = Matrix::from_fn(10, 2, |i, j| (i + j) as f64 * 1e200);
        let axes = PrincipalAxes::principal(&rows);
        assert!(axes.directions.is_none() && axes.dimensions() == 2.0);
        assert_eq!(axes.rotated(&[1e200, 0.0]).len(), 2);
    }
}
