//! Newton's method with halved steps, for losses that bend upward.

use crate::system::System;
use hornbook_core::{Error, Result, Verdict};
use hornbook_data::Matrix;

/// The share of the decrease that the slope promises which a step must bring.
const DECREASE: f64 = 1e-4;
/// The shortest step, in shares of the whole one.
const SHORTEST: f64 = 1e-12;
/// Where no step goes down any more, a promise below this share of the value is rounding.
const ROUNDING: f64 = 1e-10;

/// A loss that is to be made small.
pub(crate) trait Loss {
    /// What else a look at all rows says.
    type More;

    /// The loss at a point; infinite where it is not defined.
    fn evaluate(&self, point: &[f64]) -> Result<Evaluation<Self::More>>;

    /// How far to go along a direction at most, in shares of it.
    fn longest(&self, _point: &[f64], _direction: &[f64]) -> f64 {
        1.0
    }
}

/// A loss at a point.
pub(crate) struct Evaluation<M> {
    pub value: f64,
    pub gradient: Vec<f64>,
    pub hessian: Matrix,
    pub more: M,
}

/// Why a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    Converged,
    /// All steps are taken, or no step goes down.
    Unfinished,
    /// Whoever watches had enough.
    Stopped,
}

/// Where a search ended.
pub(crate) struct Found<M> {
    pub point: Vec<f64>,
    pub there: Evaluation<M>,
    pub steps: usize,
    pub end: End,
}

/// A step that was taken; the start is the first.
pub(crate) struct Taken<'a, M> {
    pub step: usize,
    pub point: &'a [f64],
    pub there: &'a Evaluation<M>,
    pub largest_change: f64,
    pub rate: f64,
}

/// Steps to the minimum of the quadratic model of the loss, halved until they go down. The search ends with the first step
/// that promises a decrease of no more than `tolerance`.
pub(crate) fn newton<L: Loss>(
    loss: &L,
    start: Vec<f64>,
    start_there: Evaluation<L::More>,
    tolerance: f64,
    most_steps: u32,
    mut show: impl FnMut(&Taken<'_, L::More>) -> Verdict,
) -> Result<Found<L::More>> {
    let (mut point, mut here, mut steps) = (start, start_there, 0);
    let (mut largest_change, mut rate, mut is_last) = (0.0, 0.0, false);
    loop {
        let verdict = show(&Taken { step: steps, point: &point, there: &here, largest_change, rate });
        let end = match verdict {
            _ if is_last => Some(End::Converged),
            Verdict::Finish => Some(End::Stopped),
            Verdict::Continue if steps as u64 >= u64::from(most_steps) => Some(End::Unfinished),
            Verdict::Continue => None,
        };
        if let Some(end) = end {
            return Ok(Found { point, there: here, steps, end });
        }
        if !here.hessian.values().iter().chain(&here.gradient).all(|x| x.is_finite()) {
            return Err(Error::data(
                "the numbers are too large for their squares",
                "measure the columns and the target in other units",
            ));
        }
        let down: Vec<f64> = here.gradient.iter().map(|slope| -slope).collect();
        let direction = System::new(&here.hessian)?.solve(&down)?;
        let promise = 0.5 * down.iter().zip(&direction).map(|(a, b)| a * b).sum::<f64>();
        is_last = promise <= tolerance;
        let along = Along {
            point: &point,
            direction: &direction,
            longest: loss.longest(&point, &direction),
            value: here.value,
            promise: 2.0 * promise,
        };
        match along.downhill(|point| loss.evaluate(point), |there| there.value)? {
            Some((next, there, taken)) => {
                largest_change = next.iter().zip(&point).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
                (point, here, rate, steps) = (next, there, taken, steps + 1);
            }
            None => {
                let is_rounding = is_last || promise <= ROUNDING * here.value.abs();
                let end = if is_rounding { End::Converged } else { End::Unfinished };
                return Ok(Found { point, there: here, steps, end });
            }
        }
    }
}

/// A search along a line.
pub(crate) struct Along<'a> {
    pub point: &'a [f64],
    pub direction: &'a [f64],
    /// How far to go at most, in shares of the direction.
    pub longest: f64,
    /// What the loss is at the point, and by how much the whole direction is to lower it.
    pub value: f64,
    pub promise: f64,
}

impl Along<'_> {
    /// A point that is low enough, with what is there and how far it is; none if rounding is all that is left.
    pub fn downhill<T>(
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
