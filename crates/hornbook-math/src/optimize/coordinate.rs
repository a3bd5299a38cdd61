//! Coordinate descent.

use super::{
    Iteration, OptimizeResult, StoppingCriteria,
    progress::{SearchProgress, check_start},
    proximal::{ElasticNetProx, ProxPenalty, soft_threshold},
};
use crate::{
    algebra::vectors::inner,
    matrix::{Matrix, check_length},
};
use hornbook_core::{Error, Result};
use std::ops::ControlFlow;

/// Minimizes $\frac12 x^\top Q x - b^\top x + \lambda_1\|x\|_1 + \frac{\lambda_2}{2}\|x\|^2$, one variable after the other,
/// each exactly. A step is a round over all variables; in place of the gradient stands how far the conditions of a minimum
/// are broken.
///
/// This is the plain method, to compare others with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CoordinateDescent {
    /// The penalty.
    pub penalty: ElasticNetProx,
    /// When to end.
    pub limits: StoppingCriteria,
}

impl CoordinateDescent {
    /// Searches from a start. $Q$ must be symmetric and positive semidefinite.
    pub fn minimize(
        &self,
        quadratic: &Matrix,
        linear: &[f64],
        start: &[f64],
        observer: &mut dyn FnMut(&Iteration<'_>) -> ControlFlow<()>,
    ) -> Result<OptimizeResult> {
        quadratic.check_square()?;
        check_length("the linear part", linear.len(), quadratic.rows())?;
        check_start(linear.len(), start)?;
        self.penalty.check(start.len())?;
        let curvatures: Vec<f64> = quadratic.diagonal_values().iter().map(|q| q + self.penalty.l2).collect();
        let finite = quadratic.values().iter().chain(linear).all(|value| value.is_finite());
        if !finite || !quadratic.is_symmetric(1e-8) || curvatures.iter().any(|&curvature| curvature < 0.0) {
            return Err(Error::data(
                "the quadratic part is not symmetric, not finite or bends downward",
                "give a symmetric positive semidefinite matrix",
            ));
        }
        let mut x = start.to_vec();
        let mut gradients: Vec<f64> = quadratic.times(&x)?.iter().zip(linear).map(|(q, b)| q - b).collect();
        let mut progress = SearchProgress::new(self.limits, observer);
        let mut rate = 0.0;
        loop {
            // The gradient holds Qx - b.
            let value = 0.5 * (inner(&x, &gradients) - inner(&x, linear)) + self.penalty.value(&x);
            let broken = x
                .iter()
                .zip(&gradients)
                .map(|(&x, derivative)| self.broken(x, derivative + self.penalty.l2 * x));
            let left = broken.fold(0.0, f64::max);
            if let Some(stop_reason) = progress.report(&x, value, left, rate) {
                return Ok(progress.minimum(x, value, left, stop_reason));
            }
            for i in (0..x.len()).filter(|&i| curvatures[i] > 0.0) {
                let without = quadratic.at(i, i) * x[i] - gradients[i];
                let moved = soft_threshold(without, self.penalty.l1) / curvatures[i] - x[i];
                if moved != 0.0 {
                    x[i] += moved;
                    gradients
                        .iter_mut()
                        .zip(quadratic.row(i))
                        .for_each(|(derivative, q)| *derivative += moved * q);
                }
            }
            rate = 1.0;
        }
    }

    /// How far a partial derivative is from what the penalty holds in balance.
    fn broken(&self, x: f64, derivative: f64) -> f64 {
        match x == 0.0 {
            true => (derivative.abs() - self.penalty.l1).max(0.0),
            false => (derivative + self.penalty.l1 * x.signum()).abs(),
        }
    }
}
