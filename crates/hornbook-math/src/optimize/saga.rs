//! SAGA.

use super::{
    Iteration, MeanObjective, Objective, OptimizeResult, StoppingCriteria, SumObjective,
    progress::{SearchProgress, check_start, largest},
    proximal::ProxPenalty,
    stochastic::check_terms,
};
use crate::matrix::Matrix;
use hornbook_core::{Error, Result, Seed};
use std::ops::ControlFlow;

/// Minimizes the mean of many terms plus a [`ProxPenalty`], one random term a step, with the last gradient of every term
/// remembered: what a step knows of the others makes it nearly as good as one down the whole gradient, so that a fixed rate
/// converges.
///
/// Memory is a gradient for each term. Progress is reported once an epoch, which is as many steps as there are terms; so
/// `max_steps` counts epochs. In place of the gradient stands that of [`ProximalGradient`](super::ProximalGradient).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Saga {
    /// How long the steps are; a third of the reciprocal of the largest curvature of a term is safe.
    pub rate: f64,
    /// Where the order of the terms comes from.
    pub seed: Seed,
    /// When to end.
    pub limits: StoppingCriteria,
}

impl Saga {
    /// Searches from a start.
    pub fn minimize(
        &self,
        objective: &impl SumObjective,
        penalty: &impl ProxPenalty,
        start: &[f64],
        observer: &mut dyn FnMut(&Iteration<'_>) -> ControlFlow<()>,
    ) -> Result<OptimizeResult> {
        check_start(objective.dimension(), start)?;
        check_terms(objective)?;
        penalty.check(start.len())?;
        if !(self.rate > 0.0 && self.rate.is_finite()) {
            return Err(Error::data(format!("the rate is {}", self.rate), "give a positive number"));
        }
        let (terms, size) = (objective.terms(), start.len());
        let share = 1.0 / terms as f64;
        let mut x = start.to_vec();
        let mut remembered = Matrix::zeros(terms, size);
        let mut mean = vec![0.0; size];
        for term in 0..terms {
            objective.add_term(term, &x, 1.0, remembered.row_mut(term));
            mean.iter_mut().zip(remembered.row(term)).for_each(|(mean, g)| *mean += share * g);
        }
        let mut progress = SearchProgress::new(self.limits, observer);
        let mut gradient = vec![0.0; size];
        let (mut epoch, mut rate) = (0, 0.0);
        loop {
            let value = MeanObjective(objective).value_and_gradient(&x, &mut gradient) + penalty.value(&x);
            let mut next: Vec<f64> = x.iter().zip(&gradient).map(|(x, g)| x - self.rate * g).collect();
            penalty.shrink(&mut next, self.rate);
            let mapped: Vec<f64> = next.iter().zip(&x).map(|(next, x)| (next - x) / self.rate).collect();
            if let Some(stop_reason) = progress.report(&x, value, largest(&mapped), rate) {
                return Ok(progress.minimum(x, value, largest(&mapped), stop_reason));
            }
            let mut rng = self.seed.derive(epoch).rng();
            for _ in 0..terms {
                let term = rng.below(terms);
                gradient.fill(0.0);
                objective.add_term(term, &x, 1.0, &mut gradient);
                let old = remembered.row_mut(term);
                for (((x, new), old), mean) in x.iter_mut().zip(&gradient).zip(old).zip(&mut mean) {
                    let change = new - *old;
                    *x -= self.rate * (change + *mean);
                    *mean += share * change;
                    *old = *new;
                }
                penalty.shrink(&mut x, self.rate);
            }
            epoch += 1;
            rate = self.rate;
        }
    }
}
