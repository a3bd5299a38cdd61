//! The gradient of the loss at any weights.

use super::objective::BatchObjective;
use super::params::DeltaRule;
use crate::design::design_of;
use crate::linear_machine::LinearMachine;
use crate::row_blocks::RowBlocks;
use crate::training_rows::RowOrder;
use hornbook_core::{Error, Result, Run};
use hornbook_data::{Dataset, Schema};
use hornbook_encoding::CategoricalEncoding;
use hornbook_learner::RowSource;
use hornbook_math::optimize::check_gradient;

/// The loss of a unit at some weights, and its gradient there, both as the formula and as differences give it.
///
/// Vectors are in the order of the weights: for each unit the intercept first, then the coefficients.
#[derive(Debug, Clone, PartialEq)]
pub struct LossGradient {
    /// The loss, for example $E(w) = \frac12 \sum_i (t_i - o_i)^2$.
    pub loss: f64,
    /// By the formula, for example $\nabla E = -\sum_i (t_i - o_i)\,x_i$: the direction of steepest increase.
    pub analytic: Vec<f64>,
    /// By central differences of the loss, extrapolated to a step of zero.
    pub numeric: Vec<f64>,
    /// How far the differences may be from the truth, estimated.
    pub numeric_error: Vec<f64>,
}

impl DeltaRule {
    /// The loss of this unit on some rows and its gradient, at any weights: for each unit the intercept first, then
    /// a coefficient for each column of the design (without an intercept its place is there, and its slope is 0).
    /// Two classes have one unit, more have one each.
    ///
    /// The loss is what the learner would make small: of its `unit` and `loss`, weighted, and summed or averaged over the
    /// rows as [`mode`](DeltaRule::mode) and [`reduction`](DeltaRule::reduction) say.
    ///
    /// ```
    /// use hornbook_data::Table;
    /// use hornbook_linear::{DeltaRule, Reduction, UpdateMode};
    ///
    /// let table = Table::builder().number("x", vec![1.0, 2.0]).number("t", vec![1.0, 3.0]).build()?;
    /// let unit = DeltaRule::default().mode(UpdateMode::Batch).reduction(Reduction::Sum);
    /// let at = unit.gradient(&table.dataset().target("t")?, &[0.5, 1.0])?;
    /// // The outputs are 1.5 and 2.5, the errors t - o are -0.5 and 0.5.
    /// assert_eq!((at.loss, &at.analytic[..]), (0.25, &[0.0, -0.5][..]));
    /// # Ok::<(), hornbook_core::Error>(())
    /// ```
    pub fn gradient(&self, data: &Dataset, weights: &[f64]) -> Result<LossGradient> {
        self.check_choices(data.task()?)?;
        let design = design_of(&Schema::of(data)?.inputs, CategoricalEncoding::OneHot);
        let run = Run::default();
        let blocks = RowBlocks::of(RowSource::Memory(data), &design, RowOrder::Given, None, &run)?;
        let units = BatchObjective::new(self, &blocks);
        let (outputs, expected) = (units.rule.outputs, units.rule.dimension());
        if weights.len() != expected || weights.iter().any(|weight| !weight.is_finite()) {
            return Err(Error::data(
                format!("there are {} weights, or some are not finite", weights.len()),
                format!(
                    "give {expected} finite weights: for each of {outputs} units the intercept, then the coefficients"
                ),
            ));
        }
        // Within, the constant of a unit stands behind its coefficients.
        let mut point = weights.to_vec();
        point.chunks_exact_mut(expected / outputs).for_each(|unit| unit.rotate_left(1));
        let mut gradient = vec![0.0; expected];
        let loss = units.evaluate(&point, &mut gradient)?;
        let checks = check_gradient(&units, &point)?;
        units.failure()?;
        let constants_first = |point: Vec<f64>| LinearMachine::with(outputs, point).constants_first();
        Ok(LossGradient {
            loss,
            analytic: constants_first(gradient),
            numeric: constants_first(checks.iter().map(|check| check.differences).collect()),
            numeric_error: constants_first(checks.iter().map(|check| check.error).collect()),
        })
    }
}
