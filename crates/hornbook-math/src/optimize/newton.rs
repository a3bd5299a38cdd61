//! Newton's method.

use super::{
    Iteration, Objective, OptimizeResult, StopReason, StoppingCriteria,
    line_search::{AcceptedPoint, Backtracking, LineSearch},
    progress::{SearchPoint, SearchProgress, largest},
};
use crate::{
    algebra::{Cholesky, HessianFactor, SymmetricEigen, vectors::inner},
    matrix::Matrix,
};
use hornbook_core::{Error, Result};
use std::ops::ControlFlow;

/// Where no step goes down any more, a promise below this fraction of the value is rounding.
const ROUNDING: f64 = 1e-10;

/// A function whose evaluations bring all that a step of Newton's method needs; see [`newton_search`].
pub trait NewtonObjective {
    /// What an evaluation brings: the value, derivatives and whatever else the caller wants to know.
    type Evaluation;
    /// Why a search ends.
    type End;

    /// Evaluates the function at a point.
    fn evaluate(&self, x: &[f64]) -> Result<Self::Evaluation>;

    /// The value; infinite where it is not defined.
    fn value(evaluation: &Self::Evaluation) -> f64;

    /// Sees where the search is, and gives its next step or ends it.
    fn step(
        &mut self,
        at: &NewtonIteration<'_, Self::Evaluation>,
    ) -> Result<ControlFlow<Self::End, NewtonStep>>;

    /// Why the search ends where no point along a step is low enough.
    fn no_descent(&self, at: &NewtonIteration<'_, Self::Evaluation>, step: &NewtonStep) -> Self::End;

    /// A point along a step that is low enough, if there is one.
    fn search(
        &self,
        at: &NewtonIteration<'_, Self::Evaluation>,
        step: &NewtonStep,
    ) -> Result<Option<AcceptedPoint<Self::Evaluation>>> {
        let along = LineSearch {
            point: at.x,
            direction: &step.direction,
            longest: step.longest,
            value: Self::value(at.evaluation),
            promise: step.promise,
        };
        along.backtrack(|x| self.evaluate(x), Self::value)
    }
}

/// Where a search is. Step 0 is the start.
#[derive(Debug, Clone, Copy)]
pub struct NewtonIteration<'a, E> {
    /// The number of the step.
    pub step: usize,
    /// The point.
    pub x: &'a [f64],
    /// What the function is there.
    pub evaluation: &'a E,
    /// The largest change of a variable in the last step.
    pub largest_change: f64,
    /// How far the last step went along its direction.
    pub rate: f64,
}

/// The next step of a search.
#[derive(Debug, Clone, PartialEq)]
pub struct NewtonStep {
    /// Where to.
    pub direction: Vec<f64>,
    /// By how much the gradient along the whole direction promises to lower the value.
    pub promise: f64,
    /// How far to go at most, in fractions of the direction.
    pub longest: f64,
}

/// Where a search ended.
#[derive(Debug, Clone, PartialEq)]
pub struct NewtonResult<E, R = StopReason> {
    /// The point.
    pub x: Vec<f64>,
    /// What the function is there.
    pub evaluation: E,
    /// How many steps were taken.
    pub steps: usize,
    /// Why the search ended.
    pub end: R,
}

/// Newton's method from a start, of which the evaluation is given: steps that the function itself gives, each shortened until the
/// value falls by a fair part of what the gradient promises.
pub fn newton_search<O: NewtonObjective>(
    objective: &mut O,
    start: Vec<f64>,
    evaluation: O::Evaluation,
) -> Result<NewtonResult<O::Evaluation, O::End>> {
    let mut x = start;
    let mut evaluation = evaluation;
    let mut steps = 0;
    let mut largest_change = 0.0;
    let mut rate = 0.0;
    let end = loop {
        let at = NewtonIteration { step: steps, x: &x, evaluation: &evaluation, largest_change, rate };
        let step = match objective.step(&at)? {
            ControlFlow::Continue(step) => step,
            ControlFlow::Break(end) => break end,
        };
        let Some(next) = objective.search(&at, &step)? else {
            break objective.no_descent(&at, &step);
        };
        largest_change = next.x.iter().zip(&x).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        AcceptedPoint { x, evaluation, rate } = next;
        steps += 1;
    };
    Ok(NewtonResult { x, evaluation, steps, end })
}

/// Newton's method with a line search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Newton {
    /// How lines are searched in [`minimize`](Newton::minimize).
    pub line_search: Backtracking,
    /// When to end.
    pub limits: StoppingCriteria,
}

impl Default for Newton {
    fn default() -> Self {
        Newton::with_max_steps(200)
    }
}

/// A convex function with its first and second derivatives, for [`Newton::minimize_convex`].
pub trait ConvexObjective {
    /// What else an evaluation says.
    type Extra;

    /// The function at a point; its value is infinite where it is not defined.
    fn evaluate(&self, x: &[f64]) -> Result<ConvexEvaluation<Self::Extra>>;

    /// How far to go along a direction at most, in fractions of it.
    fn longest_step(&self, _x: &[f64], _direction: &[f64]) -> f64 {
        1.0
    }
}

/// A convex function at a point.
#[derive(Debug, Clone, PartialEq)]
pub struct ConvexEvaluation<E> {
    /// The value.
    pub value: f64,
    /// The first derivatives.
    pub gradient: Vec<f64>,
    /// The second derivatives, or what is expected of them: positive semidefinite.
    pub hessian: Matrix,
    /// What else is known.
    pub extra: E,
}

/// What an observer of [`Newton::minimize_convex`] sees.
pub type ConvexIteration<'a, E> = NewtonIteration<'a, ConvexEvaluation<E>>;

impl Newton {
    /// The method with at most so many steps.
    pub fn with_max_steps(max_steps: usize) -> Newton {
        let limits = StoppingCriteria { max_steps, ..StoppingCriteria::default() };
        Newton { line_search: Backtracking::default(), limits }
    }

    /// Minimizes a convex function from a start, of which the evaluation is given. Directions that the Hessian leaves
    /// undetermined are not moved in. The search has converged with the first step that promises to lower the value by no more
    /// than `decrement`, which is half the square of Newton's decrement; of the limits it knows the number of steps.
    pub fn minimize_convex<F: ConvexObjective>(
        &self,
        objective: &F,
        start: Vec<f64>,
        evaluation: ConvexEvaluation<F::Extra>,
        decrement: f64,
        observer: &mut dyn FnMut(&ConvexIteration<'_, F::Extra>) -> ControlFlow<()>,
    ) -> Result<NewtonResult<ConvexEvaluation<F::Extra>>> {
        let max_steps = self.limits.max_steps;
        let mut search = ConvexSearch { objective, observer, decrement, max_steps, is_last: false };
        newton_search(&mut search, start, evaluation)
    }

    /// Minimizes any function whose [`hessian`](Objective::hessian) is known, from a start; an error if it is not.
    ///
    /// Where the Hessian is not positive definite, the absolute curvature is used in each direction of its own, so that steps
    /// go down there too; a stationary point with negative curvature in some direction is left in that direction.
    pub fn minimize(
        &self,
        objective: &impl Objective,
        start: &[f64],
        observer: &mut dyn FnMut(&Iteration<'_>) -> ControlFlow<()>,
    ) -> Result<OptimizeResult> {
        let point = SearchPoint::start(objective, start)?;
        let progress = SearchProgress::new(self.limits, observer);
        let mut search =
            GeneralSearch { objective, line_search: self.line_search, progress, at_saddle: false };
        let found = newton_search(&mut search, start.to_vec(), point)?;
        Ok(search.progress.minimum_at(found.evaluation, found.end))
    }
}

struct ConvexSearch<'a, F: ConvexObjective> {
    objective: &'a F,
    observer: &'a mut dyn FnMut(&ConvexIteration<'_, F::Extra>) -> ControlFlow<()>,
    decrement: f64,
    max_steps: usize,
    /// Whether the last step promised no more than was asked.
    is_last: bool,
}

impl<F: ConvexObjective> NewtonObjective for ConvexSearch<'_, F> {
    type Evaluation = ConvexEvaluation<F::Extra>;
    type End = StopReason;

    fn evaluate(&self, x: &[f64]) -> Result<Self::Evaluation> {
        self.objective.evaluate(x)
    }

    fn value(evaluation: &Self::Evaluation) -> f64 {
        evaluation.value
    }

    fn step(&mut self, at: &ConvexIteration<'_, F::Extra>) -> Result<ControlFlow<StopReason, NewtonStep>> {
        let told_to_end = (self.observer)(at).is_break();
        if self.is_last {
            return Ok(ControlFlow::Break(StopReason::Decrement));
        }
        if told_to_end {
            return Ok(ControlFlow::Break(StopReason::Observer));
        }
        if at.step >= self.max_steps {
            return Ok(ControlFlow::Break(StopReason::Steps));
        }
        let ConvexEvaluation { gradient, hessian, .. } = at.evaluation;
        if !hessian.values().iter().chain(gradient).all(|x| x.is_finite()) {
            return Err(Error::data(
                "the numbers are too large for their squares",
                "measure the columns and the target in other units",
            ));
        }
        let downhill: Vec<f64> = gradient.iter().map(|g| -g).collect();
        let direction = HessianFactor::new(hessian)?.solve(&downhill)?;
        let promise = inner(&downhill, &direction);
        self.is_last = 0.5 * promise <= self.decrement;
        let longest = self.objective.longest_step(at.x, &direction);
        Ok(ControlFlow::Continue(NewtonStep { direction, promise, longest }))
    }

    fn no_descent(&self, at: &ConvexIteration<'_, F::Extra>, step: &NewtonStep) -> StopReason {
        let is_rounding = self.is_last || 0.5 * step.promise <= ROUNDING * at.evaluation.value.abs();
        if is_rounding { StopReason::Decrement } else { StopReason::NoDescent }
    }
}

struct GeneralSearch<'a, O> {
    objective: &'a O,
    line_search: Backtracking,
    progress: SearchProgress<'a>,
    /// Whether the gradient is as small as was asked though the function bends down.
    at_saddle: bool,
}

impl<O: Objective> NewtonObjective for GeneralSearch<'_, O> {
    type Evaluation = SearchPoint;
    type End = StopReason;

    fn evaluate(&self, x: &[f64]) -> Result<SearchPoint> {
        Ok(SearchPoint::at(self.objective, x.to_vec()))
    }

    fn value(point: &SearchPoint) -> f64 {
        point.value
    }

    fn step(&mut self, at: &NewtonIteration<'_, SearchPoint>) -> Result<ControlFlow<StopReason, NewtonStep>> {
        let point = at.evaluation;
        let stop_reason = self.progress.report_point(point, at.rate);
        if let Some(stop_reason) = stop_reason.filter(|&stop_reason| stop_reason != StopReason::Gradient) {
            return Ok(ControlFlow::Break(stop_reason));
        }
        let hessian = self.objective.hessian(&point.x).ok_or_else(|| {
            Error::data(
                "Newton's method needs second derivatives, and the function gives none",
                "implement Objective::hessian, or use L-BFGS",
            )
        })?;
        let (direction, bends_down) = direction(&hessian, point)?;
        self.at_saddle = stop_reason.is_some();
        if self.at_saddle && (!bends_down || !self.progress.may_go_on()) {
            return Ok(ControlFlow::Break(StopReason::Gradient));
        }
        let promise = -point.directional_derivative(&direction);
        Ok(ControlFlow::Continue(NewtonStep { direction, promise, longest: 1.0 }))
    }

    fn no_descent(&self, _: &NewtonIteration<'_, SearchPoint>, _: &NewtonStep) -> StopReason {
        if self.at_saddle { StopReason::Gradient } else { StopReason::NoDescent }
    }

    fn search(
        &self,
        at: &NewtonIteration<'_, SearchPoint>,
        step: &NewtonStep,
    ) -> Result<Option<AcceptedPoint<SearchPoint>>> {
        let found = match self.at_saddle {
            // A saddle has no gradient to measure a step by: any fall will do.
            true => lower(self.objective, at.evaluation, &step.direction),
            false => self.line_search.search(self.objective, at.evaluation, &step.direction, step.longest),
        };
        Ok(found.map(|(point, rate)| AcceptedPoint { x: point.x.clone(), evaluation: point, rate }))
    }
}

/// Newton's direction, and whether there is negative curvature.
fn direction(hessian: &Matrix, point: &SearchPoint) -> Result<(Vec<f64>, bool)> {
    let downhill: Vec<f64> = point.gradient.iter().map(|g| -g).collect();
    if let Ok(cholesky) = Cholesky::new(hessian) {
        return Ok((cholesky.solve(&downhill)?, false));
    }
    let eigen = SymmetricEigen::new(hessian)?;
    let scale = largest(&eigen.values).max(f64::MIN_POSITIVE);
    let floor = 1e-8 * scale;
    let mut coordinates = eigen.coordinates(&downhill)?;
    for (coordinate, value) in coordinates.iter_mut().zip(&eigen.values) {
        *coordinate /= value.abs().max(floor);
    }
    let least = eigen.values[eigen.values.len() - 1];
    let bends_down = least < -1e-10 * scale;
    if bends_down {
        // Along the most negative curvature, by about as much as the point is large.
        let last = eigen.values.len() - 1;
        let along = eigen.vectors.column(last);
        let sign = if inner(&along, &downhill) < 0.0 { -1.0 } else { 1.0 };
        let length = 0.1 * largest(&point.x).max(1.0);
        if coordinates[last].abs() < 1e-3 * length {
            coordinates[last] = sign * length;
        }
    }
    Ok((eigen.vectors.times(&coordinates)?, bends_down))
}

fn lower(objective: &impl Objective, from: &SearchPoint, direction: &[f64]) -> Option<(SearchPoint, f64)> {
    let rates = (0..30).map(|power| 0.5f64.powi(power));
    rates
        .map(|rate| (SearchPoint::at(objective, from.moved(direction, rate)), rate))
        .find(|(point, _)| point.is_finite() && point.value < from.value)
}
