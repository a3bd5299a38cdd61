//! Logistic regression on a handful of features, by Newton's method with a line search.

use hornbook_core::Result;
use hornbook_math::loss::{LogisticLoss, PointLoss};
use hornbook_math::optimize::{NewtonIteration, NewtonObjective, NewtonStep, newton_search};
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

/// Minimizes $\sum_i w_i [\ln(1 + e^{z_i}) - t_i z_i]$ with $z_i = \theta \cdot x_i$, from a given start. A feature
/// that is a combination of those before it, or zero in all rows, keeps the coefficient of the start.
pub(super) fn minimize<const N: usize>(
    examples: &[NewtonExample<N>],
    start: [f64; N],
) -> Result<NewtonFit<N>> {
    let weight: f64 = examples.iter().map(|e| e.weight).sum();
    let mut search = SmallLogistic { examples, gain: GAIN * weight, is_last: false };
    let there = search.evaluate(&start)?;
    let found = newton_search(&mut search, start.to_vec(), there)?;
    Ok(NewtonFit {
        coefficients: std::array::from_fn(|i| found.x[i]),
        loss: found.evaluation.loss,
        converged: found.end,
    })
}

struct SmallLogistic<'a, const N: usize> {
    examples: &'a [NewtonExample<N>],
    /// What a full step must gain to be worth another.
    gain: f64,
    /// Whether the last step was not.
    is_last: bool,
}

/// The loss with its first two derivatives; the lower half of the second.
struct NewtonDerivatives<const N: usize> {
    loss: f64,
    gradient: [f64; N],
    hessian: [[f64; N]; N],
}

impl<const N: usize> NewtonObjective for SmallLogistic<'_, N> {
    type Evaluation = NewtonDerivatives<N>;
    /// Whether it converged.
    type End = bool;

    fn evaluate(&self, x: &[f64]) -> Result<NewtonDerivatives<N>> {
        let mut sums = NewtonDerivatives { loss: 0.0, gradient: [0.0; N], hessian: [[0.0; N]; N] };
        for NewtonExample { features, target, weight } in self.examples {
            let score = x.iter().zip(features).map(|(a, b)| a * b).sum();
            let row = LogisticLoss.derivatives(*target, score);
            sums.loss += weight * row.loss;
            for i in 0..N {
                sums.gradient[i] += weight * row.gradient * features[i];
                for j in 0..=i {
                    sums.hessian[i][j] += weight * row.hessian * features[i] * features[j];
                }
            }
        }
        Ok(sums)
    }

    fn value(sums: &NewtonDerivatives<N>) -> f64 {
        sums.loss
    }

    fn step(
        &mut self,
        at: &NewtonIteration<'_, NewtonDerivatives<N>>,
    ) -> Result<ControlFlow<bool, NewtonStep>> {
        if self.is_last || at.step >= MOST_STEPS {
            return Ok(ControlFlow::Break(self.is_last));
        }
        let sums = at.evaluation;
        let back = solve(&sums.hessian, &sums.gradient);
        let promise = back.iter().zip(&sums.gradient).map(|(a, b)| a * b).sum();
        self.is_last = promise <= self.gain;
        let direction = back.iter().map(|x| -x).collect();
        Ok(ControlFlow::Continue(NewtonStep { direction, promise, longest: 1.0 }))
    }

    fn no_descent(&self, _: &NewtonIteration<'_, NewtonDerivatives<N>>, _: &NewtonStep) -> bool {
        self.is_last
    }
}

/// Solves $H s = g$ by $H = L D L^\top$, from the lower half of $H$. A direction without curvature gets no step.
fn solve<const N: usize>(h: &[[f64; N]; N], g: &[f64; N]) -> [f64; N] {
    let mut l = [[0.0; N]; N];
    let mut d = [0.0; N];
    for j in 0..N {
        let pivot = h[j][j] - (0..j).map(|k| l[j][k] * l[j][k] * d[k]).sum::<f64>();
        d[j] = if pivot > 1e-13 * h[j][j] { pivot } else { 0.0 };
        for i in j + 1..N {
            let rest = h[i][j] - (0..j).map(|k| l[i][k] * l[j][k] * d[k]).sum::<f64>();
            l[i][j] = if d[j] > 0.0 { rest / d[j] } else { 0.0 };
        }
    }
    let mut s = *g;
    for i in 0..N {
        s[i] -= (0..i).map(|k| l[i][k] * s[k]).sum::<f64>();
    }
    for i in 0..N {
        s[i] = if d[i] > 0.0 { s[i] / d[i] } else { 0.0 };
    }
    for i in (0..N).rev() {
        // A direction that is left out stays where it is, whatever the others do.
        if d[i] > 0.0 {
            s[i] -= (i + 1..N).map(|k| l[k][i] * s[k]).sum::<f64>();
        }
    }
    s
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_step_of_a_singular_curvature() {
        let s = solve(&[[4.0, 0.0], [2.0, 1.0]], &[8.0, 4.0]);
        assert_eq!(s, [2.0, 0.0]);
        let s = solve(&[[4.0, 0.0], [2.0, 3.0]], &[8.0, 6.0]);
        assert!(
            (4.0 * s[0] + 2.0 * s[1] - 8.0).abs() < 1e-12 && (2.0 * s[0] + 3.0 * s[1] - 6.0).abs() < 1e-12
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
