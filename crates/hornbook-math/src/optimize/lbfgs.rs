//! L-BFGS.

use super::{
    Iteration, Objective, OptimizeResult, StopReason, StoppingCriteria,
    line_search::Wolfe,
    progress::{SearchPoint, SearchProgress},
};
use crate::algebra::vectors::{inner, norm};
use hornbook_core::Result;
use std::{collections::VecDeque, ops::ControlFlow};

/// The quasi-Newton method of Broyden, Fletcher, Goldfarb and Shanno with limited memory: curvature is learned from the
/// last few steps. The first choice for smooth functions of many variables.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lbfgs {
    /// How many steps are remembered.
    pub memory: usize,
    /// How lines are searched.
    pub line_search: Wolfe,
    /// When to end.
    pub limits: StoppingCriteria,
}

impl Default for Lbfgs {
    fn default() -> Self {
        Lbfgs { memory: 10, line_search: Wolfe::default(), limits: StoppingCriteria::default() }
    }
}

/// A step and what it did to the gradient.
struct CurvaturePair {
    step: Vec<f64>,
    change: Vec<f64>,
    product: f64,
}

impl Lbfgs {
    /// Searches from a start.
    pub fn minimize(
        &self,
        objective: &impl Objective,
        start: &[f64],
        observer: &mut dyn FnMut(&Iteration<'_>) -> ControlFlow<()>,
    ) -> Result<OptimizeResult> {
        let mut point = SearchPoint::start(objective, start)?;
        let mut progress = SearchProgress::new(self.limits, observer);
        let mut pairs: VecDeque<CurvaturePair> = VecDeque::new();
        let mut rate = 0.0;
        loop {
            if let Some(stop_reason) = progress.report_point(&point, rate) {
                return Ok(progress.minimum_at(point, stop_reason));
            }
            let search = |pairs: &VecDeque<CurvaturePair>| {
                let first_try = if pairs.is_empty() { 1.0 / norm(&point.gradient).max(1.0) } else { 1.0 };
                let direction = direction(pairs, &point.gradient);
                self.line_search.search(objective, &point, &direction, first_try, f64::INFINITY)
            };
            let mut found = search(&pairs);
            if found.is_none() && !pairs.is_empty() {
                pairs.clear();
                found = search(&pairs);
            }
            let Some((next, taken)) = found else {
                return Ok(progress.minimum_at(point, StopReason::NoDescent));
            };
            let step: Vec<f64> = next.x.iter().zip(&point.x).map(|(a, b)| a - b).collect();
            let change: Vec<f64> = next.gradient.iter().zip(&point.gradient).map(|(a, b)| a - b).collect();
            let product = inner(&step, &change);
            // Only positive curvature makes a direction that goes down.
            if product > f64::EPSILON * norm(&step) * norm(&change) {
                pairs.push_back(CurvaturePair { step, change, product });
                if pairs.len() > self.memory.max(1) {
                    pairs.pop_front();
                }
            }
            (point, rate) = (next, taken);
        }
    }
}

/// The inverse of what is known of the curvature, times the negative gradient, without ever writing the matrix.
fn direction(pairs: &VecDeque<CurvaturePair>, gradient: &[f64]) -> Vec<f64> {
    let mut direction: Vec<f64> = gradient.iter().map(|g| -g).collect();
    let mut shares = Vec::with_capacity(pairs.len());
    for l in pairs.iter().rev() {
        let share = inner(&l.step, &direction) / l.product;
        direction.iter_mut().zip(&l.change).for_each(|(d, change)| *d -= share * change);
        shares.push(share);
    }
    if let Some(last) = pairs.back() {
        let scale = last.product / inner(&last.change, &last.change);
        direction.iter_mut().for_each(|d| *d *= scale);
    }
    for (l, share) in pairs.iter().zip(shares.into_iter().rev()) {
        let back = inner(&l.change, &direction) / l.product;
        direction.iter_mut().zip(&l.step).for_each(|(d, step)| *d += (share - back) * step);
    }
    direction
}
