//! The loss function: the mean negative log likelihood of a row, with the penalty on the coefficients.

use crate::model::ClassLink;
use crate::predictor_pass::{PredictedRow, PredictorLoss, PredictorRows};
use crate::standardized_parameters::StandardizedParameters;
use hornbook_core::{Result, Run};
use hornbook_encoding::Encoder;
use hornbook_learner::RowSource;
use hornbook_math::loss::LossDerivatives;
use hornbook_math::optimize::{ConvexEvaluation, ConvexObjective, Newton};
use std::ops::ControlFlow;

pub(super) struct BinomialProblem<'a> {
    pub design: &'a Encoder,
    pub source: RowSource<'a>,
    pub run: &'a Run,
    pub link: ClassLink,
    pub parameters: StandardizedParameters,
    /// The code of the class whose probability grows with the sum.
    pub second: u32,
    /// The weight of the rows, and the fraction of those of the second class.
    pub weight: f64,
    pub share: f64,
    /// When a search ends: the fraction of the loss of the start that a step must promise, and the most
    /// steps.
    pub tol: f64,
    pub most_steps: u32,
}

/// What a pass says beside the loss.
pub(super) struct BinomialExtra {
    pub deviance: f64,
    /// The largest sum of a row of the first class, without its offset, and the smallest of one of the second.
    reach: [f64; 2],
    /// The logarithm of the smallest probability of a class that a row is not of.
    pub least: f64,
}

impl ConvexObjective for BinomialProblem<'_> {
    type Extra = BinomialExtra;

    fn evaluate(&self, point: &[f64]) -> Result<ConvexEvaluation<BinomialExtra>> {
        let BinomialProblem { design, source, run, parameters, weight, .. } = self;
        let rows = PredictorRows { design, source: *source, run, parameters, weight: *weight };
        rows.evaluate(self, point)
    }
}

/// The negative log likelihood.
impl PredictorLoss for BinomialProblem<'_> {
    type Extra = BinomialExtra;

    fn nothing(&self) -> BinomialExtra {
        BinomialExtra { deviance: 0.0, reach: [f64::NEG_INFINITY, f64::INFINITY], least: 0.0 }
    }

    fn of_row(&self, row: &PredictedRow<'_>, extra: &mut BinomialExtra) -> Option<LossDerivatives> {
        let logs = self.link.logs(row.predictor);
        let learned = row.predictor - self.parameters.offset.map_or(0.0, |column| row.values[column]);
        let is_second = row.target == f64::from(self.second);
        let (own, other, sign) = match is_second {
            true => (logs.second, logs.first, -1.0),
            false => (logs.first, logs.second, 1.0),
        };
        let reach = &mut extra.reach[usize::from(is_second)];
        *reach = if is_second { reach.min(learned) } else { reach.max(learned) };
        extra.least = extra.least.min(other);
        extra.deviance -= 2.0 * row.weight * own;
        Some(LossDerivatives {
            loss: -own,
            gradient: sign * (logs.rate - own).exp(),
            hessian: (2.0 * logs.rate - own - other).exp(),
        })
    }

    fn merge(&self, into: &mut BinomialExtra, from: BinomialExtra) {
        into.deviance += from.deviance;
        into.reach = [into.reach[0].max(from.reach[0]), into.reach[1].min(from.reach[1])];
        into.least = into.least.min(from.least);
    }
}

impl BinomialProblem<'_> {
    /// Whether the sums tell all rows of one class from all of the other. Without an intercept, larger weights only help if the
    /// sums lie on both sides of zero.
    pub fn is_parted(&self, extra: &BinomialExtra) -> bool {
        let [first, second] = extra.reach;
        first < second && (self.parameters.has_intercept || (first < 0.0 && second > 0.0))
    }

    /// Weights of zero, with the intercept that is best for them; without one, the offset alone or even chances.
    pub fn start(&self) -> Result<(Vec<f64>, ConvexEvaluation<BinomialExtra>)> {
        let mut point = vec![0.0; self.parameters.width() + 1];
        if !self.parameters.has_intercept {
            let there = self.evaluate(&point)?;
            return Ok((point, there));
        }
        point[self.parameters.width()] = self.link.sum(self.share);
        let there = self.evaluate(&point)?;
        if self.parameters.offset.is_none() {
            return Ok((point, there));
        }
        let alone = BinomialProblem { parameters: self.parameters.without_columns(), ..*self };
        let tolerance = self.tol * there.value;
        // The gradients of the other weights are no part of this search.
        let there = alone.evaluate(&point)?;
        let newton = Newton::with_max_steps(self.most_steps as usize);
        let found =
            newton.minimize_convex(&alone, point, there, tolerance, &mut |_| ControlFlow::Continue(()))?;
        let there = self.evaluate(&found.x)?;
        Ok((found.x, there))
    }
}
