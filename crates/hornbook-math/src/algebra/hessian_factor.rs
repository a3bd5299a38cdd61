//! The equations of a Newton step, which may not determine every weight.

use super::{Cholesky, SymmetricEigen};
use crate::matrix::Matrix;
use hornbook_core::Result;

/// What is left of a variable once the others are known, below which it is rounding.
const ROUNDING: f64 = 1e-12;
/// How much of a combination of coefficients may lie where nothing is determined.
const UNKNOWN: f64 = 1e-8;

/// Second derivatives, decomposed. Where they leave directions undetermined, the shortest solution is taken.
#[derive(Debug, Clone)]
pub enum HessianFactor {
    /// All directions are determined.
    Triangle {
        /// One over the root of the diagonal: in these units every variable has the same second derivative.
        units: Vec<f64>,
        /// The factor in these units.
        cholesky: Cholesky,
    },
    /// Some are not.
    Axes {
        /// All axes.
        eigen: SymmetricEigen,
        /// How many of them, the largest first, are more than rounding.
        rank: usize,
    },
}

impl HessianFactor {
    /// Decomposes a positive semidefinite matrix.
    pub fn new(matrix: &Matrix) -> Result<HessianFactor> {
        let unit = |d: f64| if d > 0.0 { 1.0 / d.sqrt() } else { 0.0 };
        let units: Vec<f64> = matrix.diagonal_values().into_iter().map(unit).collect();
        let scaled = Matrix::from_fn(units.len(), units.len(), |i, j| matrix.at(i, j) * units[i] * units[j]);
        let is_sound = |cholesky: &Cholesky| {
            cholesky.lower().diagonal_values().iter().all(|pivot| pivot * pivot > ROUNDING)
        };
        if let Some(cholesky) = Cholesky::new(&scaled).ok().filter(is_sound) {
            return Ok(HessianFactor::Triangle { units, cholesky });
        }
        let eigen = SymmetricEigen::new(matrix)?;
        let largest = eigen.values.first().copied().unwrap_or(0.0);
        let rank = eigen.values.iter().take_while(|&&value| value > ROUNDING * largest).count();
        Ok(HessianFactor::Axes { eigen, rank })
    }

    /// How many directions are not determined.
    pub fn free_directions(&self) -> usize {
        match self {
            HessianFactor::Triangle { .. } => 0,
            HessianFactor::Axes { eigen, rank } => eigen.values.len() - rank,
        }
    }

    /// The solution for a right side.
    pub fn solve(&self, right: &[f64]) -> Result<Vec<f64>> {
        match self {
            HessianFactor::Triangle { units, cholesky } => {
                let mut x = cholesky.solve(&in_units(right, units))?;
                x.iter_mut().zip(units).for_each(|(x, unit)| *x *= unit);
                Ok(x)
            }
            HessianFactor::Axes { eigen, rank } => {
                let mut parts = eigen.coordinates(right)?;
                parts.iter_mut().zip(&eigen.values).for_each(|(part, value)| *part /= value);
                parts[*rank..].fill(0.0);
                eigen.vectors.times(&parts)
            }
        }
    }

    /// $a^\top H^{-1} a$: the variance of a combination of the variables; none if it is not determined.
    pub fn variance_of(&self, combination: &[f64]) -> Result<Option<f64>> {
        let squares = |parts: &[f64]| parts.iter().map(|x| x * x).sum::<f64>();
        Ok(match self {
            HessianFactor::Triangle { units, cholesky } => {
                Some(squares(&cholesky.solve_lower(&in_units(combination, units))?))
            }
            HessianFactor::Axes { eigen, rank } => {
                let parts = eigen.coordinates(combination)?;
                let (known, unknown) = parts.split_at(*rank);
                (squares(unknown) <= UNKNOWN * squares(&parts))
                    .then(|| known.iter().zip(&eigen.values).map(|(x, value)| x * x / value).sum())
            }
        })
    }
}

fn in_units(vector: &[f64], units: &[f64]) -> Vec<f64> {
    vector.iter().zip(units).map(|(x, unit)| x * unit).collect()
}
