//! Logistic regression on a handful of features, by Newton's method with a line search.

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
pub(super) fn minimize<const N: usize>(examples: &[NewtonExample<N>], start: [f64; N]) -> NewtonFit<N> {
    let weight: f64 = examples.iter().map(|e| e.weight).sum();
    let mut coefficients = start;
    let mut state = NewtonDerivatives::at(examples, &coefficients);
    for _ in 0..MOST_STEPS {
        let step = solve(&state.hessian, &state.gradient);
        let gain = dot(&step, &state.gradient);
        let next = move_by(&coefficients, &step, 1.0);
        if gain <= GAIN * weight {
            return NewtonFit { coefficients: next, loss: loss_at(examples, &next), converged: true };
        }
        // Half the step until it brings a fair part of what the slope promises.
        let shorter = (0..60).map(|halving| 0.5f64.powi(halving)).find(|&length| {
            let there = loss_at(examples, &move_by(&coefficients, &step, length));
            there <= state.loss - 1e-4 * length * gain
        });
        let Some(length) = shorter else { break };
        coefficients = move_by(&coefficients, &step, length);
        state = NewtonDerivatives::at(examples, &coefficients);
    }
    NewtonFit { coefficients, loss: state.loss, converged: false }
}

/// The loss with its first two derivatives.
struct NewtonDerivatives<const N: usize> {
    loss: f64,
    gradient: [f64; N],
    hessian: [[f64; N]; N],
}

impl<const N: usize> NewtonDerivatives<N> {
    fn at(examples: &[NewtonExample<N>], coefficients: &[f64; N]) -> NewtonDerivatives<N> {
        let mut derivatives = NewtonDerivatives { loss: 0.0, gradient: [0.0; N], hessian: [[0.0; N]; N] };
        for NewtonExample { features, target, weight } in examples {
            let z = dot(coefficients, features);
            let p = 1.0 / (1.0 + (-z).exp());
            derivatives.loss += weight * cross_entropy(z, *target);
            for i in 0..N {
                derivatives.gradient[i] += weight * (p - target) * features[i];
                for j in 0..=i {
                    derivatives.hessian[i][j] += weight * p * (1.0 - p) * features[i] * features[j];
                }
            }
        }
        derivatives
    }
}

fn loss_at<const N: usize>(examples: &[NewtonExample<N>], coefficients: &[f64; N]) -> f64 {
    examples.iter().map(|e| e.weight * cross_entropy(dot(coefficients, &e.features), e.target)).sum()
}

/// $\ln(1 + e^z) - t z$ without overflow.
fn cross_entropy(z: f64, target: f64) -> f64 {
    z.max(0.0) + (-z.abs()).exp().ln_1p() - target * z
}

fn dot<const N: usize>(a: &[f64; N], b: &[f64; N]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

fn move_by<const N: usize>(from: &[f64; N], step: &[f64; N], length: f64) -> [f64; N] {
    std::array::from_fn(|i| from[i] - length * step[i])
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
        let fitted = minimize(&[example(1.0, 3.0), example(0.0, 1.0)], [0.0, 0.0]);
        assert!(fitted.converged);
        assert_eq!(fitted.coefficients[0], 0.0);
        assert!((fitted.coefficients[1] - 3f64.ln()).abs() < 1e-12);
    }
}
