//! Logistic regression on a handful of features, by Newton's method with a line search.

use hornbook_core::Result;
use hornbook_data::Matrix;
use hornbook_math::loss::{LogisticLoss, PointLoss};
use hornbook_math::optimize::{ConvexEvaluation, ConvexObjective, Newton, StopReason};
use std::ops::ControlFlow;

/// One row: its features, the probability wanted, its weight.
pub(super) struct NewtonExample<const N: usize> {
    pub features: [f64; N],
    pub target: f64,
    pub weight: f64,
}

pub(super) struct NewtonFit<const N: usize> {
    pub coefficients: [f64; N],
    /// The cross-entropy at the coefficients, summed over the rows.
    pub loss: f64,
    pub converged: bool,
}

const MOST_STEPS: usize = 200;
/// The search ends when a full step would gain less than this for each unit of weight: the step that is then
/// still taken squares the error.
const GAIN: f64 = 1e-15;

/// Minimizes $\sum_i w_i [\ln(1 + e^{z_i}) - t_i z_i]$ with $z_i = \theta \cdot x_i$, from a given start. Of coefficients that
/// the rows do not determine, those nearest to the start are taken.
pub(super) fn minimize<const N: usize>(
    examples: &[NewtonExample<N>],
    start: [f64; N],
) -> Result<NewtonFit<N>> {
    let weight: f64 = examples.iter().map(|e| e.weight).sum();
    let objective = SmallLogistic { examples };
    let there = objective.evaluate(&start)?;
    let found = Newton::with_max_steps(MOST_STEPS).minimize_convex(
        &objective,
        start.to_vec(),
        there,
        0.5 * GAIN * weight,
        &mut |_| ControlFlow::Continue(()),
    )?;
    Ok(NewtonFit {
        coefficients: std::array::from_fn(|i| found.x[i]),
        loss: found.evaluation.value,
        converged: found.end == StopReason::Decrement,
    })
}

struct SmallLogistic<'a, const N: usize> {
    examples: &'a [NewtonExample<N>],
}

impl<const N: usize> ConvexObjective for SmallLogistic<'_, N> {
    type Extra = ();

    fn evaluate(&self, x: &[f64]) -> Result<ConvexEvaluation<()>> {
        let mut value = 0.0;
        let mut gradient = [0.0; N];
        let mut hessian = [[0.0; N]; N];
        for NewtonExample { features, target, weight } in self.examples {
            let score = x.iter().zip(features).map(|(a, b)| a * b).sum();
            let row = LogisticLoss.derivatives(*target, score);
            value += weight * row.loss;
            for i in 0..N {
                gradient[i] += weight * row.gradient * features[i];
                for j in 0..N {
                    hessian[i][j] += weight * row.hessian * features[i] * features[j];
                }
            }
        }
        let hessian = Matrix::from_fn(N, N, |i, j| hessian[i][j]);
        Ok(ConvexEvaluation { value, gradient: gradient.to_vec(), hessian, extra: () })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_constant_feature_and_the_intercept_share_their_sum() {
        let example = |target, weight| NewtonExample { features: [2.0, 1.0], target, weight };
        let fitted = minimize(&[example(1.0, 3.0), example(0.0, 1.0)], [0.0, 0.0]).unwrap();
        assert!(fitted.converged);
        let [slope, intercept] = fitted.coefficients;
        assert!(
            (2.0 * slope + intercept - 3f64.ln()).abs() < 1e-12 && (slope - 2.0 * intercept).abs() < 1e-9
        );
    }

    #[test]
    fn a_share_is_found_exactly() {
        let example = |target, weight| NewtonExample { features: [0.0, 1.0], target, weight };
        let fitted = minimize(&[example(1.0, 3.0), example(0.0, 1.0)], [0.0, 0.0]).unwrap();
        assert!(fitted.converged);
        assert_eq!(fitted.coefficients[0], 0.0);
        assert!((fitted.coefficients[1] - 3f64.ln()).abs() < 1e-12);
    }
}
