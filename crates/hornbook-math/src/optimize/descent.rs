//! Gradient descent.

use super::{
    Iteration, LearningRate, Objective, OptimizeResult, StepRule, StopReason, StoppingCriteria,
    line_search::Backtracking,
    progress::{SearchPoint, SearchProgress},
    update::{LearningRateState, StepUpdate},
};
use hornbook_core::{Error, Result};
use std::ops::ControlFlow;

/// Steps against the gradient, $x \leftarrow x - \eta\nabla f(x)$.
///
/// ```
/// use hornbook_math::optimize::{GradientDescent, Objective, LearningRate, no_observer};
///
/// struct Parabola;
///
/// impl Objective for Parabola {
///     fn dimension(&self) -> usize {
///         1
///     }
///
///     fn value_and_gradient(&self, x: &[f64], gradient: &mut [f64]) -> f64 {
///         gradient[0] = 2.0 * (x[0] - 3.0);
///         (x[0] - 3.0).powi(2)
///     }
/// }
///
/// let descent = GradientDescent { rate: LearningRate::Fixed(0.1), ..GradientDescent::default() };
/// let minimum = descent.minimize(&Parabola, &[0.0], &mut no_observer)?;
/// assert!((minimum.x[0] - 3.0).abs() < 1e-7);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GradientDescent {
    /// How long the steps are.
    pub rate: LearningRate,
    /// What past gradients do. A line search takes none.
    pub acceleration: StepRule,
    /// When to end.
    pub limits: StoppingCriteria,
}

impl Default for GradientDescent {
    fn default() -> Self {
        GradientDescent {
            rate: LearningRate::Backtracking { initial: 1.0 },
            acceleration: StepRule::None,
            limits: StoppingCriteria::default(),
        }
    }
}

impl GradientDescent {
    /// Searches from a start. A rate that is too large may lead away for ever, which is not hidden: the search ends where
    /// numbers do.
    pub fn minimize(
        &self,
        objective: &impl Objective,
        start: &[f64],
        observer: &mut dyn FnMut(&Iteration<'_>) -> ControlFlow<()>,
    ) -> Result<OptimizeResult> {
        self.rate.check()?;
        self.acceleration.check()?;
        let searches = matches!(self.rate, LearningRate::Backtracking { .. });
        if searches && self.acceleration != StepRule::None {
            return Err(Error::data(
                "a descent by line search takes no momentum, since its steps must go downhill",
                "give another rate, or no acceleration",
            ));
        }
        let mut point = SearchPoint::start(objective, start)?;
        let mut progress = SearchProgress::new(self.limits, observer);
        let mut update = StepUpdate::new(self.acceleration, start.len());
        let mut rate = LearningRateState::new(self.rate);
        let mut taken = 0.0;
        loop {
            if let Some(stop_reason) = progress.report_point(&point, taken) {
                return Ok(progress.minimum_at(point, stop_reason));
            }
            if searches {
                let downhill: Vec<f64> = point.gradient.iter().map(|g| -g).collect();
                let first_try = if taken > 0.0 { 2.0 * taken } else { rate.now() };
                match Backtracking::default().search(objective, &point, &downhill, first_try) {
                    Some((next, rate)) => (point, taken) = (next, rate),
                    None => return Ok(progress.minimum_at(point, StopReason::NoDescent)),
                }
                continue;
            }
            rate.saw(point.value);
            taken = rate.now();
            let mut x = point.x.clone();
            match self.acceleration {
                StepRule::Nesterov(_) => {
                    let ahead = SearchPoint::at(objective, update.looks_at(&x).into_owned());
                    update.apply(&mut x, &ahead.gradient, taken);
                }
                _ => update.apply(&mut x, &point.gradient, taken),
            }
            point = SearchPoint::at(objective, x);
        }
    }
}
