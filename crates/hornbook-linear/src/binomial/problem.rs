//! The loss function: the mean negative log likelihood of a row, with the penalty on the coefficients.

use super::pass::{BinomialPass, BinomialPassSums};
use crate::model::ClassLink;
use crate::standardized_parameters::StandardizedParameters;
use hornbook_core::{Error, Result, Run};
use hornbook_encoding::Encoder;
use hornbook_learner::RowSource;
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
    /// Whether the sums tell all rows of one class from all of the other.
    pub is_parted: bool,
    /// The logarithm of the smallest probability of a class that a row is not of.
    pub least: f64,
}

impl ConvexObjective for BinomialProblem<'_> {
    type Extra = BinomialExtra;

    fn evaluate(&self, point: &[f64]) -> Result<ConvexEvaluation<BinomialExtra>> {
        let (intercept, weights) = self.parameters.centered_weights(point);
        let mut pass = BinomialPass {
            design: self.design,
            link: self.link,
            second: self.second,
            origin: &self.parameters.center,
            intercept,
            weights,
            offset: self.parameters.offset,
            found: None,
        };
        self.source.run_query(&mut pass, self.run)?;
        let BinomialPassSums { loss, gradient, curvature, reach: [first, second], least } =
            pass.found.ok_or_else(Error::no_rows)?;
        let value = loss / self.weight + self.parameters.cost(point);
        // Without an intercept, larger weights only help if the sums lie on both sides of zero.
        let is_parted = first < second && (self.parameters.has_intercept || (first < 0.0 && second > 0.0));
        Ok(ConvexEvaluation {
            value: if value.is_nan() { f64::INFINITY } else { value },
            gradient: self.parameters.gradient(point, &gradient, self.weight),
            hessian: self.parameters.hessian(&curvature, self.weight),
            extra: BinomialExtra { deviance: 2.0 * loss, is_parted, least },
        })
    }
}

impl BinomialProblem<'_> {
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
