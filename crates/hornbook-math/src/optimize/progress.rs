//! How a search goes, and why it ends.

use super::Objective;
use crate::{algebra::vectors, matrix::check_length};
use hornbook_core::{Error, Result};
use std::{fmt, ops::ControlFlow};

/// When to end a search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StoppingCriteria {
    /// The most steps.
    pub max_steps: usize,
    /// The search has converged when no component of the gradient is larger than this; where there are bounds or
    /// penalties, of what takes its place.
    pub gradient_tolerance: f64,
    /// The search has converged when a step lowers the value by no more than this fraction of it (or of 1,
    /// if the value is less).
    pub value_tolerance: f64,
}

impl Default for StoppingCriteria {
    fn default() -> Self {
        StoppingCriteria { max_steps: 10_000, gradient_tolerance: 1e-8, value_tolerance: 0.0 }
    }
}

/// What an observer sees: where the search is. Step 0 is the start.
#[derive(Debug, Clone, Copy)]
pub struct Iteration<'a> {
    /// The number of the step.
    pub step: usize,
    /// The value there.
    pub value: f64,
    /// The largest absolute component of the gradient there, or of what takes its place.
    pub gradient_norm: f64,
    /// The point.
    pub x: &'a [f64],
    /// How far the step went along its direction: the learning rate, the step of the line search, the damping; 0 at the
    /// start.
    pub rate: f64,
}

/// An observer that lets the search go on.
pub fn no_observer(_: &Iteration<'_>) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Why a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopReason {
    /// The gradient is as small as was asked.
    Gradient,
    /// The value hardly changes any more.
    Value,
    /// A step of Newton's method promised to lower the value by no more than was asked.
    Decrement,
    /// No step along the direction lowers the value: rounding is all that is left, or the gradient is wrong.
    NoDescent,
    /// All steps are taken.
    Steps,
    /// The observer said so.
    Observer,
    /// The value or the gradient is not finite any more.
    NotFinite,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StopReason::Gradient => "the gradient is as small as was asked",
            StopReason::Value => "the value hardly changes any more",
            StopReason::Decrement => "the next step would hardly lower the value",
            StopReason::NoDescent => "no step lowers the value any more",
            StopReason::Steps => "all steps are taken",
            StopReason::Observer => "the observer ended it",
            StopReason::NotFinite => "the value or the gradient is not finite any more",
        })
    }
}

/// What a search found.
#[derive(Debug, Clone, PartialEq)]
pub struct OptimizeResult {
    /// The point with the least value found.
    pub x: Vec<f64>,
    /// The value there.
    pub value: f64,
    /// The largest absolute component of the gradient there, or of what takes its place.
    pub gradient_norm: f64,
    /// How many steps were taken.
    pub steps: usize,
    /// Whether the point is a minimum as exactly as was asked.
    pub converged: bool,
    /// Why the search ended.
    pub stop_reason: StopReason,
}

/// Where a search is: the point, the value and the gradient there.
#[derive(Debug, Clone)]
pub(super) struct SearchPoint {
    pub x: Vec<f64>,
    pub value: f64,
    pub gradient: Vec<f64>,
}

impl SearchPoint {
    pub fn at(objective: &(impl Objective + ?Sized), x: Vec<f64>) -> SearchPoint {
        let mut gradient = vec![0.0; x.len()];
        let value = objective.value_and_gradient(&x, &mut gradient);
        SearchPoint { x, value, gradient }
    }

    /// The first point of a search: an error if it does not fit the function or is not in its domain.
    pub fn start(objective: &(impl Objective + ?Sized), start: &[f64]) -> Result<SearchPoint> {
        check_start(objective.dimension(), start)?;
        let point = SearchPoint::at(objective, start.to_vec());
        point.check_finite()?;
        Ok(point)
    }

    pub fn is_finite(&self) -> bool {
        self.value.is_finite() && self.gradient.iter().all(|g| g.is_finite())
    }

    fn check_finite(&self) -> Result<()> {
        if self.is_finite() {
            return Ok(());
        }
        Err(Error::data(
            "the function or its gradient is not finite at the start",
            "start where the function has a value",
        ))
    }

    /// The point this far along a direction.
    pub fn moved(&self, direction: &[f64], rate: f64) -> Vec<f64> {
        self.x.iter().zip(direction).map(|(x, d)| x + rate * d).collect()
    }

    /// How fast the value changes along a direction.
    pub fn directional_derivative(&self, direction: &[f64]) -> f64 {
        vectors::inner(&self.gradient, direction)
    }
}

pub(super) fn check_start(dimension: usize, start: &[f64]) -> Result<()> {
    check_length("the start", start.len(), dimension)?;
    match start.iter().all(|x| x.is_finite()) {
        true => Ok(()),
        false => Err(Error::data("the start has components that are not finite", "give finite numbers")),
    }
}

pub(super) fn largest(vector: &[f64]) -> f64 {
    vector.iter().fold(0.0, |largest: f64, x| if x.abs() > largest || x.is_nan() { x.abs() } else { largest })
}

/// Counts steps, shows them to the observer and knows when to end.
pub(super) struct SearchProgress<'a> {
    limits: StoppingCriteria,
    observer: &'a mut dyn FnMut(&Iteration<'_>) -> ControlFlow<()>,
    /// The number of the next step to report.
    next: usize,
    last_value: f64,
}

impl<'a> SearchProgress<'a> {
    pub fn new(
        limits: StoppingCriteria,
        observer: &'a mut dyn FnMut(&Iteration<'_>) -> ControlFlow<()>,
    ) -> SearchProgress<'a> {
        SearchProgress { limits, observer, next: 0, last_value: f64::INFINITY }
    }

    /// Reports where the search is; says why it ends, if it does. The first report is the start.
    pub fn report(&mut self, x: &[f64], value: f64, gradient_norm: f64, rate: f64) -> Option<StopReason> {
        let number = self.next;
        self.next += 1;
        let step = Iteration { step: number, value, gradient_norm, x, rate };
        let told_to_end = (self.observer)(&step).is_break();
        let gained = self.last_value - value;
        let scale = value.abs().max(self.last_value.abs()).max(1.0);
        self.last_value = value;
        if told_to_end {
            Some(StopReason::Observer)
        } else if !value.is_finite() || !gradient_norm.is_finite() {
            Some(StopReason::NotFinite)
        } else if gradient_norm <= self.limits.gradient_tolerance {
            Some(StopReason::Gradient)
        } else if self.limits.value_tolerance > 0.0
            && number > 0
            && (0.0..=self.limits.value_tolerance * scale).contains(&gained)
        {
            Some(StopReason::Value)
        } else {
            (number >= self.limits.max_steps).then_some(StopReason::Steps)
        }
    }

    /// Whether there are steps left, to go on though the gradient is small, as from a saddle.
    pub fn may_go_on(&self) -> bool {
        self.next <= self.limits.max_steps
    }

    pub fn report_point(&mut self, point: &SearchPoint, rate: f64) -> Option<StopReason> {
        self.report(&point.x, point.value, largest(&point.gradient), rate)
    }

    /// What was found, when the search ends here.
    pub fn minimum(
        &self,
        x: Vec<f64>,
        value: f64,
        gradient_norm: f64,
        stop_reason: StopReason,
    ) -> OptimizeResult {
        let converged =
            matches!(stop_reason, StopReason::Gradient | StopReason::Value | StopReason::Decrement);
        OptimizeResult { x, value, gradient_norm, steps: self.next.saturating_sub(1), converged, stop_reason }
    }

    pub fn minimum_at(&self, point: SearchPoint, stop_reason: StopReason) -> OptimizeResult {
        let gradient_norm = largest(&point.gradient);
        self.minimum(point.x, point.value, gradient_norm, stop_reason)
    }
}
