//! The loss function: half of the mean deviance of a row, with the penalty on the coefficients.

use super::irls_init::IrlsInit;
use super::params::GlmConfig;
use crate::model::Link;
use crate::predictor_pass::{PredictedRow, PredictorLoss, PredictorRows};
use crate::standardized_parameters::StandardizedParameters;
use hornbook_core::{Error, Result, Run};
use hornbook_encoding::Encoder;
use hornbook_learner::RowSource;
use hornbook_math::algebra::HessianFactor;
use hornbook_math::loss::LossDerivatives;
use hornbook_math::optimize::{ConvexEvaluation, ConvexObjective, Newton};
use std::ops::ControlFlow;

/// A deviance that is rounding, in units of that of a mean from zero.
const ROUNDING: f64 = 1e-28;

pub(super) struct GlmProblem<'a> {
    pub design: &'a Encoder,
    pub source: RowSource<'a>,
    pub run: &'a Run,
    pub config: GlmConfig,
    pub parameters: StandardizedParameters,
    /// The weight of the rows.
    pub weight: f64,
    /// The mean of the targets.
    pub mean: f64,
}

/// What a pass says beside the loss.
pub(super) struct GlmExtra {
    pub deviance: f64,
    pub pearson: f64,
    pub smallest_mean: f64,
}

impl ConvexObjective for GlmProblem<'_> {
    type Extra = GlmExtra;

    fn evaluate(&self, point: &[f64]) -> Result<ConvexEvaluation<GlmExtra>> {
        self.rows().evaluate(&self.config, point)
    }
}

/// Half of the deviance.
impl PredictorLoss for GlmConfig {
    type Extra = GlmExtra;

    fn nothing(&self) -> GlmExtra {
        GlmExtra { deviance: 0.0, pearson: 0.0, smallest_mean: f64::INFINITY }
    }

    fn of_row(&self, row: &PredictedRow<'_>, extra: &mut GlmExtra) -> Option<LossDerivatives> {
        let mean = self.link.mean(row.predictor);
        if !self.variance.takes_mean(mean) {
            extra.deviance = f64::INFINITY;
            return None;
        }
        let rate = self.link.derivative(row.predictor, mean);
        let variance = self.variance.of(mean);
        let error = row.target - mean;
        let loss = self.variance.half_deviance(row.target, mean);
        extra.deviance += 2.0 * row.weight * loss;
        extra.pearson += row.weight * error * error / variance;
        extra.smallest_mean = extra.smallest_mean.min(mean);
        Some(LossDerivatives { loss, gradient: -error * rate / variance, hessian: rate * rate / variance })
    }

    fn merge(&self, into: &mut GlmExtra, from: GlmExtra) {
        into.deviance += from.deviance;
        into.pearson += from.pearson;
        into.smallest_mean = into.smallest_mean.min(from.smallest_mean);
    }
}

impl GlmProblem<'_> {
    fn rows(&self) -> PredictorRows<'_> {
        let GlmProblem { design, source, run, parameters, weight, .. } = self;
        PredictorRows { design, source: *source, run, parameters, weight: *weight }
    }

    /// A deviance that is rounding.
    pub fn rounding(&self) -> f64 {
        let unit = self.mean.abs().powf(2.0 - self.config.variance.power);
        if unit.is_finite() { ROUNDING * unit } else { 0.0 }
    }

    /// A point where every row has a mean, and what is there.
    pub fn start(&self) -> Result<(Vec<f64>, ConvexEvaluation<GlmExtra>)> {
        let mut point = vec![0.0; self.parameters.width() + 1];
        if self.parameters.has_intercept {
            point[self.parameters.width()] = self.config.link.sum(self.mean);
        }
        let mut there = self.evaluate(&point)?;
        if !self.parameters.has_intercept && !there.value.is_finite() {
            point = self.weights_near_targets()?;
            there = self.evaluate(&point)?;
        }
        match there.value.is_finite() {
            true if self.parameters.offset.is_some() && self.parameters.has_intercept => {
                self.constant_from(point, there)
            }
            true => Ok((point, there)),
            false => Err(self.no_start()),
        }
    }

    /// The best intercept where every row has an offset of its own, so that it is no function of the mean.
    fn constant_from(
        &self,
        point: Vec<f64>,
        there: ConvexEvaluation<GlmExtra>,
    ) -> Result<(Vec<f64>, ConvexEvaluation<GlmExtra>)> {
        let alone = GlmProblem { parameters: self.parameters.without_columns(), ..*self };
        let tolerance = (self.config.tol * 0.5 * there.extra.deviance / self.weight).max(self.rounding());
        // The gradients of the other weights are no part of this search.
        let there = alone.evaluate(&point)?;
        let newton = Newton::with_max_steps(self.config.max_iter as usize);
        let found =
            newton.minimize_convex(&alone, point, there, tolerance, &mut |_| ControlFlow::Continue(()))?;
        let there = self.evaluate(&found.x)?;
        Ok((found.x, there))
    }

    /// The deviance of a sum of zero, or of the offset alone.
    pub fn null_deviance(&self) -> Result<f64> {
        Ok(self.evaluate(&vec![0.0; self.parameters.width() + 1])?.extra.deviance)
    }

    /// Where a sum of zero has no mean: least squares of what the sums would be if the means were half way between the
    /// targets and their mean.
    fn weights_near_targets(&self) -> Result<Vec<f64>> {
        let mut pass = IrlsInit {
            design: self.design,
            variance: self.config.variance,
            link: self.config.link,
            mean: self.mean,
            offset: self.parameters.offset,
            found: None,
        };
        self.source.run_query(&mut pass, self.run)?;
        let gram = pass.found.ok_or_else(Error::no_rows)?;
        let nothing = vec![0.0; self.parameters.width() + 1];
        let right = [gram.products().column(0), vec![0.0]].concat();
        let right = self.parameters.gradient(&nothing, &right, self.weight);
        HessianFactor::new(&self.parameters.hessian(&gram, self.weight))?.solve(&right)
    }

    fn no_start(&self) -> Error {
        let advice = "choose the link 'log', or another family";
        match (self.parameters.has_intercept, self.config.link) {
            (true, Link::Identity) => Error::data(
                format!("the mean of the target is {}, and means of this family are above zero", self.mean),
                advice,
            ),
            (true, _) => Error::data(
                format!(
                    "the mean of the target is {}, and this link function is not defined there",
                    self.mean
                ),
                "choose the link 'identity', or look at the target",
            ),
            (false, _) => Error::data(
                "no coefficients were found that give every row a mean of this family",
                "allow an intercept (fit_intercept), or choose the link 'log'",
            ),
        }
    }
}
