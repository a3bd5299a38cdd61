//! L-BFGS.

use super::{
    Limits, Minimum, Objective, Step, Why,
    line_search::Wolfe,
    progress::{Point, Progress},
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
    pub limits: Limits,
}

impl Default for Lbfgs {
    fn default() -> Self {
        Lbfgs { memory: 10, line_search: Wolfe::default(), limits: Limits::default() }
    }
}

/// A step and what it did to the gradient.
struct Learned {
    step: Vec<f64>,
    change: Vec<f64>,
    product: f64,
}

impl Lbfgs {
    /// Searches from a start.
    pub fn minimise(
        &self,
        objective: &impl Objective,
        start: &[f64],
        observer: &mut dyn FnMut(&Step<'_>) -> ControlFlow<()>,
    ) -> Result<Minimum> {
        let mut point = Point::start(objective, start)?;
        let mut progress = Progress::new(self.limits, observer);
        let mut learned: VecDeque<Learned> = VecDeque::new();
        let mut rate = 0.0;
        loop {
            if let Some(why) = progress.report_point(&point, rate) {
                return Ok(progress.minimum_at(point, why));
            }
            let search = |learned: &VecDeque<Learned>| {
                let first_try = if learned.is_empty() { 1.0 / norm(&point.gradient).max(1.0) } else { 1.0 };
                let direction = direction(learned, &point.gradient);
                self.line_search.search(objective, &point, &direction, first_try, f64::INFINITY)
            };
            let mut found = search(&learned);
            if found.is_none() && !learned.is_empty() {
                learned.clear();
                found = search(&learned);
            }
            let Some((next, taken)) = found else {
                return Ok(progress.minimum_at(point, Why::NoDescent));
            };
            let step: Vec<f64> = next.x.iter().zip(&point.x).map(|(a, b)| a - b).collect();
            let change: Vec<f64> = next.gradient.iter().zip(&point.gradient).map(|(a, b)| a - b).collect();
            let product = inner(&step, &change);
            // Only what bends upward makes a direction that goes down.
            if product > f64::EPSILON * norm(&step) * norm(&change) {
                learned.push_back(Learned { step, change, product });
                if learned.len() > self.memory.max(1) {
                    learned.pop_front();
                }
            }
            (point, rate) = (next, taken);
        }
    }
}

/// The inverse of what is known of the curvature, times the negative gradient, without ever writing the matrix.
fn direction(learned: &VecDeque<Learned>, gradient: &[f64]) -> Vec<f64> {
    let mut direction: Vec<f64> = gradient.iter().map(|g| -g).collect();
    let mut shares = Vec::with_capacity(learned.len());
    for l in learned.iter().rev() {
        let share = inner(&l.step, &direction) / l.product;
        direction.iter_mut().zip(&l.change).for_each(|(d, change)| *d -= share * change);
        shares.push(share);
    }
    if let Some(last) = learned.back() {
        let scale = last.product / inner(&last.change, &last.change);
        direction.iter_mut().for_each(|d| *d *= scale);
    }
    for (l, share) in learned.iter().zip(shares.into_iter().rev()) {
        let back = inner(&l.change, &direction) / l.product;
        direction.iter_mut().zip(&l.step).for_each(|(d, step)| *d += (share - back) * step);
    }
    direction
}
