//! Coordinate descent.

use super::{
    Limits, Minimum, Step,
    progress::{Progress, check_start},
    proximal::{ElasticNet, Penalty, soft_threshold},
};
use crate::{
    algebra::vectors::inner,
    matrix::{Matrix, check_length},
};
use hornbook_core::{Error, Result};
use std::ops::ControlFlow;

/// Minimises $\frac12 x^\top Q x - b^\top x + \lambda_1\|x\|_1 + \frac{\lambda_2}{2}\|x\|^2$, one variable after the other,
/// each exactly. A step is a round over all variables; in place of the gradient stands how far the conditions of a minimum
/// are broken.
///
/// This is the plain method, to compare others with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CoordinateDescent {
    /// The penalty.
    pub penalty: ElasticNet,
    /// When to end.
    pub limits: Limits,
}

impl CoordinateDescent {
    /// Searches from a start. $Q$ must be symmetric and positive semidefinite.
    pub fn minimise(
        &self,
        quadratic: &Matrix,
        linear: &[f64],
        start: &[f64],
        observer: &mut dyn FnMut(&Step<'_>) -> ControlFlow<()>,
    ) -> Result<Minimum> {
        quadratic.check_square()?;
        check_length("the linear part", linear.len(), quadratic.rows())?;
        check_start(linear.len(), start)?;
        self.penalty.check(start.len())?;
        let bends: Vec<f64> = quadratic.diagonal_values().iter().map(|q| q + self.penalty.l2).collect();
        let finite = quadratic.values().iter().chain(linear).all(|value| value.is_finite());
        if !finite || !quadratic.is_symmetric(1e-8) || bends.iter().any(|&bend| bend < 0.0) {
            return Err(Error::data(
                "the quadratic part is not symmetric, not finite or bends downward",
                "give a symmetric positive semidefinite matrix",
            ));
        }
        let mut x = start.to_vec();
        let mut slopes: Vec<f64> = quadratic.times(&x)?.iter().zip(linear).map(|(q, b)| q - b).collect();
        let mut progress = Progress::new(self.limits, observer);
        let mut rate = 0.0;
        loop {
            // The slopes hold Qx - b.
            let value = 0.5 * (inner(&x, &slopes) - inner(&x, linear)) + self.penalty.value(&x);
            let broken = x.iter().zip(&slopes).map(|(&x, slope)| self.broken(x, slope + self.penalty.l2 * x));
            let left = broken.fold(0.0, f64::max);
            if let Some(why) = progress.report(&x, value, left, rate) {
                return Ok(progress.minimum(x, value, left, why));
            }
            for i in (0..x.len()).filter(|&i| bends[i] > 0.0) {
                let without = quadratic.at(i, i) * x[i] - slopes[i];
                let moved = soft_threshold(without, self.penalty.l1) / bends[i] - x[i];
                if moved != 0.0 {
                    x[i] += moved;
                    slopes.iter_mut().zip(quadratic.row(i)).for_each(|(slope, q)| *slope += moved * q);
                }
            }
            rate = 1.0;
        }
    }

    /// How far a slope is from what the penalty holds in balance.
    fn broken(&self, x: f64, slope: f64) -> f64 {
        match x == 0.0 {
            true => (slope.abs() - self.penalty.l1).max(0.0),
            false => (slope + self.penalty.l1 * x.signum()).abs(),
        }
    }
}
