//! Proximal gradient descent.

use super::{
    Iteration, Objective, OptimizeResult, StopReason, StoppingCriteria,
    progress::{SearchPoint, SearchProgress, largest},
    proximal::ProxPenalty,
};
use crate::algebra::vectors::inner;
use hornbook_core::{Error, Result};
use std::ops::ControlFlow;

/// Minimizes $f(x) + h(x)$, a smooth function and a [`ProxPenalty`]: steps down the gradient of $f$, each followed by the
/// proximal map of $h$ (ISTA), with Nesterov's acceleration (FISTA) that starts anew where it would overshoot.
///
/// The rate is halved until the quadratic model is above the function. In place of the gradient stands
/// $(y - \mathrm{prox}_{\eta h}(y - \eta\nabla f(y)))/\eta$.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ProximalGradient {
    /// The rate to try first.
    pub rate: f64,
    /// Whether steps are accelerated.
    pub accelerate: bool,
    /// When to end.
    pub limits: StoppingCriteria,
}

impl Default for ProximalGradient {
    fn default() -> Self {
        ProximalGradient { rate: 1.0, accelerate: true, limits: StoppingCriteria::default() }
    }
}

impl ProximalGradient {
    /// Searches from a start, to which the proximal map is applied once if the penalty does not allow it.
    pub fn minimize(
        &self,
        objective: &impl Objective,
        penalty: &impl ProxPenalty,
        start: &[f64],
        observer: &mut dyn FnMut(&Iteration<'_>) -> ControlFlow<()>,
    ) -> Result<OptimizeResult> {
        penalty.check(objective.dimension())?;
        if !(self.rate > 0.0 && self.rate.is_finite()) {
            return Err(Error::data(format!("the first rate is {}", self.rate), "give a positive number"));
        }
        let mut x = start.to_vec();
        if penalty.value(&x).is_infinite() && x.len() == objective.dimension() {
            penalty.shrink(&mut x, self.rate);
        }
        let mut ahead = SearchPoint::start(objective, &x)?;
        let mut value = ahead.value + penalty.value(&x);
        let mut progress = SearchProgress::new(self.limits, observer);
        let (mut rate, mut momentum) = (self.rate, 1.0);
        let mut left = self.step(&ahead, penalty, rate).1;
        let mut taken = 0.0;
        loop {
            if let Some(stop_reason) = progress.report(&x, value, left, taken) {
                return Ok(progress.minimum(x, value, left, stop_reason));
            }
            let (next, smooth) = loop {
                let (next, mapped) = self.step(&ahead, penalty, rate);
                let smooth = objective.value(&next);
                let moved: Vec<f64> = next.iter().zip(&ahead.x).map(|(next, from)| next - from).collect();
                let model =
                    ahead.value + inner(&ahead.gradient, &moved) + inner(&moved, &moved) / (2.0 * rate);
                // Near the minimum both sides differ by rounding only.
                if smooth <= model + 4.0 * f64::EPSILON * model.abs() {
                    left = mapped;
                    break (next, smooth);
                }
                rate *= 0.5;
                if rate < f64::MIN_POSITIVE {
                    return Ok(progress.minimum(x, value, left, StopReason::NoDescent));
                }
            };
            taken = rate;
            value = smooth + penalty.value(&next);
            // Momentum that points back has overshot.
            let back: f64 =
                ahead.x.iter().zip(&next).zip(&x).map(|((y, new), old)| (y - new) * (new - old)).sum();
            let mut share = 0.0;
            if self.accelerate && back <= 0.0 {
                let grown = 0.5 * (1.0 + f64::sqrt(1.0 + 4.0 * momentum * momentum));
                share = (momentum - 1.0) / grown;
                momentum = grown;
            } else {
                momentum = 1.0;
            }
            let mut beyond: Vec<f64> =
                next.iter().zip(&x).map(|(new, old)| new + share * (new - old)).collect();
            if share > 0.0 && !objective.value(&beyond).is_finite() {
                beyond.clone_from(&next);
            }
            x = next;
            ahead = SearchPoint::at(objective, beyond);
        }
    }

    /// A step from a point, and the size of what stands in place of the gradient there.
    fn step(&self, from: &SearchPoint, penalty: &impl ProxPenalty, rate: f64) -> (Vec<f64>, f64) {
        let mut next = from.moved(&from.gradient, -rate);
        penalty.shrink(&mut next, rate);
        let mapped: Vec<f64> = next.iter().zip(&from.x).map(|(next, from)| (next - from) / rate).collect();
        (next, largest(&mapped))
    }
}
