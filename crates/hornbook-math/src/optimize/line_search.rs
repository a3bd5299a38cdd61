//! How far to go along a direction.

use super::{Objective, progress::SearchPoint};
use hornbook_core::Result;

/// The fraction of the decrease that the gradient promises which a step must bring.
const DECREASE: f64 = 1e-4;
/// The shortest step, in fractions of the whole one.
const SHORTEST: f64 = 1e-12;

/// Steps that are shortened until the value falls enough (Armijo's rule).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Backtracking {
    /// The value must fall by this fraction of what the gradient promises.
    pub decrease: f64,
    /// What a step that is too long is multiplied by.
    pub shrink: f64,
    /// The most tries.
    pub max_tries: usize,
}

impl Default for Backtracking {
    fn default() -> Self {
        Backtracking { decrease: DECREASE, shrink: 0.5, max_tries: 60 }
    }
}

impl Backtracking {
    /// The point that the search ends at and how far that is, or `None` if no step lowers the value enough.
    pub(super) fn search(
        &self,
        objective: &(impl Objective + ?Sized),
        from: &SearchPoint,
        direction: &[f64],
        first_try: f64,
    ) -> Option<(SearchPoint, f64)> {
        let derivative = from.directional_derivative(direction);
        let mut rate = first_try;
        for _ in 0..self.max_tries {
            let x = from.moved(direction, rate);
            // The value first: many tries need no gradient.
            let value = objective.value(&x);
            let falls = value <= from.value + self.decrease * rate * derivative;
            if falls || value <= from.value + rounding(from.value) {
                let point = SearchPoint::at(objective, x);
                let flattens = point.directional_derivative(direction).abs() < 0.9 * derivative.abs();
                if point.is_finite() && (falls || flattens) {
                    return (point.x != from.x).then_some((point, rate));
                }
            }
            rate *= self.shrink;
        }
        None
    }
}

/// Near a minimum, values differ by less than this; gradients still tell the way.
fn rounding(value: f64) -> f64 {
    4.0 * f64::EPSILON * value.abs()
}

/// A search along a line of a function that is costly and gives all of an evaluation at once: steps are halved until the value
/// falls by a fair part of what is promised.
#[derive(Debug, Clone, Copy)]
pub struct LineSearch<'a> {
    /// Where it starts.
    pub point: &'a [f64],
    /// Where to.
    pub direction: &'a [f64],
    /// How far to go at most, in fractions of the direction.
    pub longest: f64,
    /// The value at the start.
    pub value: f64,
    /// By how much the whole direction is to lower it.
    pub promise: f64,
}

/// A point on a line that is low enough.
#[derive(Debug, Clone, PartialEq)]
pub struct AcceptedPoint<E> {
    /// The point.
    pub x: Vec<f64>,
    /// What the function is there.
    pub evaluation: E,
    /// How far along the direction it is.
    pub rate: f64,
}

impl LineSearch<'_> {
    /// A point that is low enough, with what is there and how far it is; none if rounding is all that is left.
    pub fn backtrack<T>(
        &self,
        evaluate: impl Fn(&[f64]) -> Result<T>,
        value: impl Fn(&T) -> f64,
    ) -> Result<Option<AcceptedPoint<T>>> {
        let rounding = 16.0 * f64::EPSILON * self.value.abs();
        let mut rate = self.longest.min(1.0);
        while rate > SHORTEST {
            let next = self.moved(rate);
            if next == self.point {
                break;
            }
            let there = evaluate(&next)?;
            if value(&there) <= self.value - DECREASE * rate * self.promise + rounding {
                return Ok(Some(AcceptedPoint { x: next, evaluation: there, rate }));
            }
            rate *= 0.5;
        }
        Ok(None)
    }

    fn moved(&self, rate: f64) -> Vec<f64> {
        self.point.iter().zip(self.direction).map(|(x, d)| x + rate * d).collect()
    }
}

/// Steps after which the value has fallen enough and the gradient has become small enough (the strong conditions of Wolfe).
///
/// A first part lengthens the step until a good one must lie in between, a second one closes in on it by cubic
/// interpolation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wolfe {
    /// The value must fall by this fraction of what the gradient promises.
    pub decrease: f64,
    /// The directional derivative must fall to this fraction of itself; near 0, the search is nearly exact.
    pub curvature: f64,
    /// The most points to look at.
    pub max_tries: usize,
}

impl Default for Wolfe {
    fn default() -> Self {
        Wolfe { decrease: DECREASE, curvature: 0.9, max_tries: 40 }
    }
}

/// A point on the line with the derivative there.
struct LineSearchPoint {
    rate: f64,
    derivative: f64,
    point: SearchPoint,
}

impl Wolfe {
    /// The point that the search ends at and how far that is, or `None` if no step lowers the value. It goes no further
    /// than `longest`.
    pub(super) fn search(
        &self,
        objective: &(impl Objective + ?Sized),
        from: &SearchPoint,
        direction: &[f64],
        first_try: f64,
        longest: f64,
    ) -> Option<(SearchPoint, f64)> {
        let derivative = from.directional_derivative(direction);
        if derivative.is_nan() || derivative >= 0.0 {
            return None;
        }
        let rounding = rounding(from.value);
        let too_far = |this: &LineSearchPoint, low: &LineSearchPoint| {
            let allowed = from.value + self.decrease * this.rate * derivative;
            !this.point.is_finite()
                || this.point.value > allowed + rounding
                || this.point.value > low.point.value + rounding
        };
        let mut low = LineSearchPoint { rate: 0.0, derivative, point: from.clone() };
        let mut high: Option<LineSearchPoint> = None;
        for _ in 0..self.max_tries {
            let rate = match &high {
                None if low.rate == 0.0 => first_try.min(longest),
                None => (4.0 * low.rate).min(longest),
                Some(high) => between(&low, high),
            };
            let point = SearchPoint::at(objective, from.moved(direction, rate));
            let this = LineSearchPoint { rate, derivative: point.directional_derivative(direction), point };
            if too_far(&this, &low) {
                high = Some(this);
                continue;
            }
            let nothing_beyond = rate >= longest && this.derivative < 0.0;
            if this.derivative.abs() <= -self.curvature * derivative || nothing_beyond {
                return (this.point.x != from.x).then_some((this.point, rate));
            }
            let uphill_from_here = this.derivative * (rate - low.rate) > 0.0;
            let before = std::mem::replace(&mut low, this);
            if uphill_from_here {
                high = Some(before);
            }
        }
        // Not flat, but lower: better than nothing.
        (low.point.value < from.value).then_some((low.point, low.rate))
    }
}

/// Where to look next: where the cubic through two points with their derivatives has its minimum, but a tenth of the interval
/// away from its ends.
fn between(low: &LineSearchPoint, high: &LineSearchPoint) -> f64 {
    let width = high.rate - low.rate;
    let steep = low.derivative + high.derivative - 3.0 * (high.point.value - low.point.value) / width;
    let root = (steep * steep - low.derivative * high.derivative).sqrt() * width.signum();
    let share = 1.0 - (high.derivative + root - steep) / (high.derivative - low.derivative + 2.0 * root);
    let share = if share.is_finite() { share.clamp(0.1, 0.9) } else { 0.5 };
    low.rate + share * width
}
