//! Newton's method with halved steps, for convex losses.

use crate::hessian_factor::HessianFactor;
use hornbook_core::{Error, ObserverAction, Result};
use hornbook_data::Matrix;

/// The fraction of the decrease that the gradient promises which a step must bring.
const DECREASE: f64 = 1e-4;
/// The shortest step, in fractions of the whole one.
const SHORTEST: f64 = 1e-12;
/// Where no step goes down any more, a promise below this fraction of the value is rounding.
const ROUNDING: f64 = 1e-10;

/// A loss that is to be minimized.
pub(crate) trait Loss {
    /// What else a look at all rows says.
    type Extra;

    /// The loss at a point; infinite where it is not defined.
    fn evaluate(&self, point: &[f64]) -> Result<LossEvaluation<Self::Extra>>;

    /// How far to go along a direction at most, in fractions of it.
    fn longest(&self, _point: &[f64], _direction: &[f64]) -> f64 {
        1.0
    }
}

/// A loss at a point.
pub(crate) struct LossEvaluation<M> {
    pub value: f64,
    pub gradient: Vec<f64>,
    pub hessian: Matrix,
    pub extra: M,
}

/// Why a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NewtonStopReason {
    Converged,
    /// All steps are taken, or no step goes down.
    Unfinished,
    /// Whoever watches had enough.
    Stopped,
}

/// Where a search ended.
pub(crate) struct NewtonResult<M> {
    pub point: Vec<f64>,
    pub there: LossEvaluation<M>,
    pub steps: usize,
    pub end: NewtonStopReason,
}

/// A step that was taken; the start is the first.
pub(crate) struct AcceptedStep<'a, M> {
    pub step: usize,
    pub point: &'a [f64],
    pub there: &'a LossEvaluation<M>,
    pub largest_change: f64,
    pub rate: f64,
}

/// Steps to the minimum of the quadratic model of the loss, halved until they go down. The search ends with the first step
/// that promises a decrease of no more than `tolerance`.
pub(crate) fn newton<L: Loss>(
    loss: &L,
    start: Vec<f64>,
    start_there: LossEvaluation<L::Extra>,
    tolerance: f64,
    most_steps: u32,
    mut show: impl FnMut(&AcceptedStep<'_, L::Extra>) -> ObserverAction,
) -> Result<NewtonResult<L::Extra>> {
    let (mut point, mut here, mut steps) = (start, start_there, 0);
    let (mut largest_change, mut rate, mut is_last) = (0.0, 0.0, false);
    loop {
        let action = show(&AcceptedStep { step: steps, point: &point, there: &here, largest_change, rate });
        let end = match action {
            _ if is_last => Some(NewtonStopReason::Converged),
            ObserverAction::Finish => Some(NewtonStopReason::Stopped),
            ObserverAction::Continue if steps as u64 >= u64::from(most_steps) => {
                Some(NewtonStopReason::Unfinished)
            }
            ObserverAction::Continue => None,
        };
        if let Some(end) = end {
            return Ok(NewtonResult { point, there: here, steps, end });
        }
        if !here.hessian.values().iter().chain(&here.gradient).all(|x| x.is_finite()) {
            return Err(Error::data(
                "the numbers are too large for their squares",
                "measure the columns and the target in other units",
            ));
        }
        let down: Vec<f64> = here.gradient.iter().map(|slope| -slope).collect();
        let direction = HessianFactor::new(&here.hessian)?.solve(&down)?;
        let promise = 0.5 * down.iter().zip(&direction).map(|(a, b)| a * b).sum::<f64>();
        is_last = promise <= tolerance;
        let along = LineSearch {
            point: &point,
            direction: &direction,
            longest: loss.longest(&point, &direction),
            value: here.value,
            promise: 2.0 * promise,
        };
        match along.backtrack(|point| loss.evaluate(point), |there| there.value)? {
            Some((next, there, taken)) => {
                largest_change = next.iter().zip(&point).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
                (point, here, rate, steps) = (next, there, taken, steps + 1);
            }
            None => {
                let is_rounding = is_last || promise <= ROUNDING * here.value.abs();
                let end =
                    if is_rounding { NewtonStopReason::Converged } else { NewtonStopReason::Unfinished };
                return Ok(NewtonResult { point, there: here, steps, end });
            }
        }
    }
}

/// A search along a line.
pub(crate) struct LineSearch<'a> {
    pub point: &'a [f64],
    pub direction: &'a [f64],
    /// How far to go at most, in fractions of the direction.
    pub longest: f64,
    /// What the loss is at the point, and by how much the whole direction is to lower it.
    pub value: f64,
    pub promise: f64,
}

impl LineSearch<'_> {
    /// A point that is low enough, with what is there and how far it is; none if rounding is all that is left.
    pub fn backtrack<T>(
        &self,
        evaluate: impl Fn(&[f64]) -> Result<T>,
        value: impl Fn(&T) -> f64,
    ) -> Result<Option<(Vec<f64>, T, f64)>> {
        let rounding = 16.0 * f64::EPSILON * self.value.abs();
        let mut rate = self.longest.min(1.0);
        while rate > SHORTEST {
            let next = self.moved(rate);
            if next == self.point {
                break;
            }
            let there = evaluate(&next)?;
            if value(&there) <= self.value - DECREASE * rate * self.promise + rounding {
                return Ok(Some((next, there, rate)));
            }
            rate *= 0.5;
        }
        Ok(None)
    }

    fn moved(&self, rate: f64) -> Vec<f64> {
        self.point.iter().zip(self.direction).map(|(x, d)| x + rate * d).collect()
    }
}
