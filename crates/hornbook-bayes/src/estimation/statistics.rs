//! What rows say about parameters, in a few numbers that merge.

use hornbook_core::{Error, Result};
use hornbook_math::algebra::Cholesky;
use hornbook_math::double_double::two_sum;
use hornbook_math::matrix::Matrix;
use std::fmt;

/// Sufficient statistics: added up on parts of the rows, they merge into those of all rows.
pub trait SufficientStatistics: fmt::Debug + Clone + PartialEq + Send + Sync {
    /// The weight of the rows; their number if each counts once.
    fn weight(&self) -> f64;

    /// Adds what was gathered on other rows.
    fn merge(&mut self, other: &Self);
}

/// Sums over rows: counts of outcomes, events or times.
#[derive(Debug, Clone, PartialEq)]
pub struct OutcomeSums {
    /// The weight of the rows.
    pub weight: f64,
    /// The weighted sums.
    pub sums: Vec<f64>,
    /// The sum of what the likelihood of a row has as a factor without parameters, such as in how many orders it can come.
    pub ln_constant: f64,
}

impl OutcomeSums {
    pub(super) fn empty(width: usize) -> OutcomeSums {
        OutcomeSums { weight: 0.0, sums: vec![0.0; width], ln_constant: 0.0 }
    }
}

impl SufficientStatistics for OutcomeSums {
    fn weight(&self) -> f64 {
        self.weight
    }

    fn merge(&mut self, other: &OutcomeSums) {
        self.weight += other.weight;
        self.sums.iter_mut().zip(&other.sums).for_each(|(a, b)| *a += b);
        self.ln_constant += other.ln_constant;
    }
}

/// The fraction of a column's variance that is rounding, if the columns before it say all the rest.
const LEAST_LEFT: f64 = 1e-13;

/// The mean of rows and their scatter around it, $\sum_i w_i (x_i - \bar x)(x_i - \bar x)^\mathsf{T}$.
#[derive(Debug, Clone, PartialEq)]
pub struct ScatterMoments {
    /// The weight of the rows.
    pub weight: f64,
    /// The mean of each column.
    pub mean: Vec<f64>,
    /// The scatter.
    pub scatter: Matrix,
    /// What the rounded means lack: steps of a mean that is far from zero would else lose their digits.
    rest: Vec<f64>,
}

impl ScatterMoments {
    /// Of no rows yet.
    pub fn empty(columns: usize) -> ScatterMoments {
        let zeros = vec![0.0; columns];
        ScatterMoments {
            weight: 0.0,
            scatter: Matrix::zeros(columns, columns),
            mean: zeros.clone(),
            rest: zeros,
        }
    }

    /// Adds a row by the steps of Chan, Golub and LeVeque: differences from the mean, which keep their digits.
    pub fn add(&mut self, row: &[f64], weight: f64) -> Result<()> {
        if row.len() != self.mean.len() || row.iter().any(|x| !x.is_finite()) {
            return Err(Error::data(
                format!("the row {row:?} is not {} finite numbers", self.mean.len()),
                "leave it out, or correct it",
            ));
        }
        let gap: Vec<f64> =
            self.mean.iter().zip(&self.rest).zip(row).map(|((m, r), x)| (x - m) - r).collect();
        self.shift(&gap, weight);
        Ok(())
    }

    /// Moves the mean toward that of rows of this weight, which lies so far away, and adds what that scatters.
    fn shift(&mut self, gap: &[f64], weight: f64) {
        let total = self.weight + weight;
        let (step, columns) = (weight / total, gap.len());
        let pull = self.weight * step;
        for (at, value) in self.scatter.values_mut().iter_mut().enumerate() {
            *value += pull * gap[at / columns] * gap[at % columns];
        }
        for ((mean, rest), gap) in self.mean.iter_mut().zip(&mut self.rest).zip(gap) {
            (*mean, *rest) = two_sum(*mean, *rest + step * gap);
        }
        self.weight = total;
    }

    /// The sum of squares about a point, of one column.
    pub(super) fn squares_about(&self, point: f64) -> f64 {
        self.scatter.at(0, 0) + self.weight * (self.mean[0] - point).powi(2)
    }

    /// The covariances with divisor n, which must be positive definite.
    pub(super) fn covariance(&self) -> Result<Matrix> {
        at_least_one_row(self)?;
        let covariance = self.scatter.scaled(self.weight.recip());
        // What is left of a column's variance once the columns before it are known.
        let varies = |root: Cholesky| {
            let left = root.lower().diagonal_values().into_iter().map(|l| l * l);
            left.zip(covariance.diagonal_values()).all(|(left, variance)| left > LEAST_LEFT * variance)
        };
        if !Cholesky::new(&covariance).is_ok_and(varies) {
            return Err(Error::data(
                "a column, or a combination of columns, does not vary: its variance is zero",
                "give rows that differ, or ask for the MAP estimate with a prior",
            ));
        }
        Ok(covariance)
    }
}

impl SufficientStatistics for ScatterMoments {
    fn weight(&self) -> f64 {
        self.weight
    }

    fn merge(&mut self, other: &ScatterMoments) {
        if other.weight == 0.0 {
            return;
        }
        let whole = self.mean.iter().zip(&other.mean).map(|(m, x)| x - m);
        let gap: Vec<f64> =
            whole.zip(self.rest.iter().zip(&other.rest)).map(|(gap, (m, x))| gap + (x - m)).collect();
        self.shift(&gap, other.weight);
        self.scatter.values_mut().iter_mut().zip(other.scatter.values()).for_each(|(a, b)| *a += b);
    }
}

/// An error if there is no row to estimate from.
pub(super) fn at_least_one_row(statistics: &impl SufficientStatistics) -> Result<()> {
    if statistics.weight() > 0.0 {
        return Ok(());
    }
    Err(Error::data(
        "there are no rows, so there is no maximum-likelihood estimate",
        "give rows, or ask for the MAP estimate with a prior",
    ))
}

/// The one number of a row.
pub(super) fn single(row: &[f64], allowed: impl Fn(f64) -> bool, expected: &str) -> Result<f64> {
    match row {
        [x] if x.is_finite() && allowed(*x) => Ok(*x),
        _ => Err(Error::data(format!("a row is {row:?}"), format!("the likelihood has {expected} only"))),
    }
}

/// Whether this is an integer of at least 0.
pub(super) fn is_count(x: f64) -> bool {
    x >= 0.0 && x.fract() == 0.0
}
