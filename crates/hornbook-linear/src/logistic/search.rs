//! Newton's method, with or without penalties on sizes; and how every search ends.

use super::events::LogisticEvent;
use super::problem::{LogisticEvaluation, LogisticProblem};
use super::quadratic::QuadraticModel;
use hornbook_core::{ObserverAction, Result, Run};
use hornbook_data::Matrix;
use hornbook_math::algebra::HessianFactor;
use hornbook_math::optimize::{NewtonIteration, NewtonObjective, NewtonResult, NewtonStep, newton_search};
use std::ops::ControlFlow;

/// A step shorter than this changes nothing; a point with a small gradient and longer steps is not near a
/// minimum.
const SHORT: f64 = 1e-2;
/// So many long steps though the gradient is small: there is no minimum to come near to.
const DRIFTING: u32 = 5;
/// How exactly the quadratic model is solved, beside how far its start is from the minimum.
const EXACTNESS: f64 = 1e-3;
/// Where no step goes down any more, a gradient below this is rounding.
pub(super) const ROUNDING_SLOPE: f64 = 1e-8;

/// When to end, and who watches.
#[derive(Clone, Copy)]
pub(super) struct LogisticStopping<'a> {
    pub run: &'a Run,
    pub tolerance: f64,
    pub most_steps: u32,
}

/// Why a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LogisticStopReason {
    Converged,
    /// Larger weights are always better.
    Separated,
    /// All steps are taken, or no step goes down.
    Unfinished,
    /// Whoever watches had enough.
    Stopped,
}

/// Where a search ended.
pub(super) type LogisticResult = NewtonResult<LogisticEvaluation, LogisticStopReason>;

impl LogisticStopping<'_> {
    /// Shows a step, and hears whether to go on.
    pub fn show(
        &self,
        problem: &LogisticProblem<'_>,
        step: usize,
        point: &[f64],
        (loss, gradient_norm, rate): (f64, f64, f64),
    ) -> ObserverAction {
        self.run.trace(|| {
            let (intercepts, weights) = problem.weights_of(point);
            let weights = weights.into_values();
            LogisticEvent::Step { step, loss, gradient_norm, rate, intercepts, weights }
        });
        self.run.progress("fitting", step as u64, Some(u64::from(self.most_steps)))
    }
}

/// Newton's method from the start of a problem: steps to the minimum of the quadratic model of the loss
/// (with the penalties of sizes, where there are any), halved until they go down. Where there are more
/// variables than second derivatives can be had of, a step moves those that break the conditions of a
/// minimum most, and those that are not zero.
pub(super) fn newton(
    problem: &LogisticProblem<'_>,
    watch: LogisticStopping<'_>,
    most_curved: usize,
) -> Result<LogisticResult> {
    let mut search =
        LogisticSearch { problem, watch, most_curved, columns: problem.columns(), drifting: 0, slope: 0.0 };
    let start = problem.start().to_vec();
    let there = search.evaluate(&start)?;
    newton_search(&mut search, start, there)
}

struct LogisticSearch<'a> {
    problem: &'a LogisticProblem<'a>,
    watch: LogisticStopping<'a>,
    most_curved: usize,
    columns: Vec<usize>,
    /// How many long steps there were though the gradient is small.
    drifting: u32,
    /// How far the conditions of a minimum are broken at the point that was looked at last.
    slope: f64,
}

impl NewtonObjective for LogisticSearch<'_> {
    type Evaluation = LogisticEvaluation;
    type End = LogisticStopReason;

    fn evaluate(&self, x: &[f64]) -> Result<LogisticEvaluation> {
        let is_curved = self.problem.dimension() <= self.most_curved;
        self.problem.evaluate(x, is_curved.then_some(&self.columns))
    }

    fn value(evaluation: &LogisticEvaluation) -> f64 {
        evaluation.value
    }

    fn step(
        &mut self,
        at: &NewtonIteration<'_, LogisticEvaluation>,
    ) -> Result<ControlFlow<LogisticStopReason, NewtonStep>> {
        let problem = self.problem;
        let here = at.evaluation;
        let broken = problem.broken(at.x, &here.gradient);
        self.slope = largest(&broken);
        let action = self.watch.show(problem, at.step, at.x, (here.value, self.slope, at.rate));
        if action == ObserverAction::Finish {
            return Ok(ControlFlow::Break(LogisticStopReason::Stopped));
        }
        let is_level = self.slope <= self.watch.tolerance;
        if is_level && !problem.is_free {
            return Ok(ControlFlow::Break(LogisticStopReason::Converged));
        }
        if is_level && here.is_parted {
            return Ok(ControlFlow::Break(LogisticStopReason::Separated));
        }
        let direction = self.direction(at, &broken)?;
        if is_level && largest(&direction) <= SHORT {
            return Ok(ControlFlow::Break(LogisticStopReason::Converged));
        }
        self.drifting = if is_level { self.drifting + 1 } else { 0 };
        if self.drifting == DRIFTING {
            return Ok(ControlFlow::Break(LogisticStopReason::Separated));
        }
        if at.step as u64 >= u64::from(self.watch.most_steps) {
            let is_separated = problem.is_free && here.is_parted;
            let end =
                if is_separated { LogisticStopReason::Separated } else { LogisticStopReason::Unfinished };
            return Ok(ControlFlow::Break(end));
        }
        let end: Vec<f64> = at.x.iter().zip(&direction).map(|(x, d)| x + d).collect();
        let derivative: f64 = here.gradient.iter().zip(&direction).map(|(g, d)| g * d).sum();
        let promise = problem.l1_cost(at.x) - problem.l1_cost(&end) - derivative;
        Ok(ControlFlow::Continue(NewtonStep { direction, promise, longest: 1.0 }))
    }

    fn no_descent(&self, _: &NewtonIteration<'_, LogisticEvaluation>, _: &NewtonStep) -> LogisticStopReason {
        let is_rounding = self.slope <= ROUNDING_SLOPE;
        if is_rounding { LogisticStopReason::Converged } else { LogisticStopReason::Unfinished }
    }
}

impl LogisticSearch<'_> {
    /// The way to the minimum of the quadratic model, in all variables or in those that should move.
    fn direction(&self, at: &NewtonIteration<'_, LogisticEvaluation>, broken: &[f64]) -> Result<Vec<f64>> {
        let gradient = &at.evaluation.gradient;
        if let Some(hessian) = &at.evaluation.hessian {
            return direction(self.problem, at.x, gradient, hessian, &self.columns, self.slope);
        }
        let some = working_set(self.problem, at.x, broken, self.most_curved);
        match self.problem.evaluate(at.x, Some(&some))?.hessian {
            Some(hessian) => direction(self.problem, at.x, gradient, &hessian, &some, self.slope),
            None => Ok(vec![0.0; at.x.len()]),
        }
    }
}

fn largest(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |most: f64, x| if x.abs() > most || x.is_nan() { x.abs() } else { most })
}

/// The columns whose weights should move: those that break the conditions of a minimum most, then those that are not zero.
fn working_set(
    problem: &LogisticProblem<'_>,
    point: &[f64],
    broken: &[f64],
    most_curved: usize,
) -> Vec<usize> {
    let (outputs, stride) = (problem.outputs(), problem.per_output());
    let of = |values: &[f64], column: usize| {
        (0..outputs).map(|k| values[k * stride + column].abs()).fold(0.0, f64::max)
    };
    let rank = |&column: &usize| (of(broken, column), of(point, column));
    let mut columns = problem.columns();
    columns.retain(|column| rank(column) != (0.0, 0.0));
    columns.sort_by(|a, b| {
        let ((one, one_size), (other, other_size)) = (rank(a), rank(b));
        other.total_cmp(&one).then(other_size.total_cmp(&one_size)).then(a.cmp(b))
    });
    columns.truncate((most_curved / outputs).saturating_sub(1).max(1));
    columns.sort_unstable();
    columns
}

/// The way to the minimum of the quadratic model in the coefficients of some columns.
fn direction(
    problem: &LogisticProblem<'_>,
    point: &[f64],
    gradient: &[f64],
    hessian: &Matrix,
    columns: &[usize],
    broken: f64,
) -> Result<Vec<f64>> {
    if !problem.has_l1_penalty() {
        let down: Vec<f64> = gradient.iter().map(|derivative| -derivative).collect();
        return HessianFactor::new(&settled(problem, hessian).0)?.solve(&down);
    }
    let stride = problem.per_output();
    let of_sum = |k: usize| columns.iter().copied().chain([stride - 1]).map(move |place| k * stride + place);
    let variables: Vec<usize> = (0..problem.outputs()).flat_map(of_sum).collect();
    let pick = |values: &[f64]| variables.iter().map(|&variable| values[variable]).collect::<Vec<f64>>();
    let penalties: Vec<f64> = variables.iter().map(|&variable| problem.l1_penalty(variable)).collect();
    let model =
        QuadraticModel { hessian, gradient: &pick(gradient), point: &pick(point), penalties: &penalties };
    let mut direction = vec![0.0; point.len()];
    for (&variable, step) in variables.iter().zip(model.step(EXACTNESS * broken)?) {
        direction[variable] = step;
    }
    Ok(direction)
}

/// The second derivatives with something to hold the sums of weights over classes, which are of no consequence for the loss
/// of more than two classes; and what was added for each variable of a sum.
pub(super) fn settled(problem: &LogisticProblem<'_>, hessian: &Matrix) -> (Matrix, Vec<f64>) {
    let (outputs, stride) = (problem.outputs(), problem.per_output());
    let mut settled = hessian.clone();
    if outputs == 1 {
        return (settled, vec![0.0; stride]);
    }
    let curvature = |place: usize| {
        (0..outputs).map(|k| hessian.at(k * stride + place, k * stride + place)).sum::<f64>() / outputs as f64
    };
    let added: Vec<f64> = (0..stride).map(curvature).collect();
    for (place, &more) in added.iter().enumerate().filter(|(place, _)| problem.is_active(*place)) {
        for k in 0..outputs {
            for l in 0..outputs {
                *settled.at_mut(k * stride + place, l * stride + place) += more;
            }
        }
    }
    (settled, added)
}
