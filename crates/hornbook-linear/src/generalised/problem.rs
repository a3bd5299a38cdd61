//! What is made small: half of the mean deviance of a row, with the price of the weights.

use super::params::Plan;
use super::pass::{Pass, Sums};
use super::start::StartPass;
use crate::design::Design;
use crate::frame::Frame;
use crate::model::Link;
use crate::newton::{Evaluation, Loss, newton};
use crate::source::Source;
use crate::system::System;
use hornbook_core::{Error, Result, Run, Verdict};

/// A deviance that is rounding, in units of that of a mean from zero.
const ROUNDING: f64 = 1e-28;

pub(super) struct Problem<'a> {
    pub design: &'a Design,
    pub source: Source<'a>,
    pub run: &'a Run,
    pub plan: Plan,
    pub frame: Frame,
    /// The weight of the rows.
    pub weight: f64,
    /// The mean of the targets.
    pub mean: f64,
}

/// What a pass says beside the loss.
pub(super) struct More {
    pub deviance: f64,
    pub pearson: f64,
    pub smallest_mean: f64,
}

impl Loss for Problem<'_> {
    type More = More;

    fn evaluate(&self, point: &[f64]) -> Result<Evaluation<More>> {
        let (constant, weights) = self.frame.centred_weights(point);
        let mut pass = Pass {
            design: self.design,
            variance: self.plan.variance,
            link: self.plan.link,
            origin: &self.frame.origin,
            constant,
            weights,
            found: None,
        };
        self.source.ask(&mut pass, self.run)?;
        let Sums { loss, gradient, curvature, pearson, smallest_mean } =
            pass.found.ok_or_else(Error::no_rows)?;
        let value = loss / self.weight + self.frame.cost(point);
        Ok(Evaluation {
            // Where squares are too large for numbers, nothing is known.
            value: if value.is_nan() { f64::INFINITY } else { value },
            gradient: self.frame.gradient(point, &gradient, self.weight),
            hessian: self.frame.hessian(&curvature, self.weight),
            more: More { deviance: 2.0 * loss, pearson, smallest_mean },
        })
    }
}

impl Problem<'_> {
    /// A deviance that is rounding.
    pub fn rounding(&self) -> f64 {
        let unit = self.mean.abs().powf(2.0 - self.plan.variance.power);
        if unit.is_finite() { ROUNDING * unit } else { 0.0 }
    }

    /// A point where every row has a mean, and what is there.
    pub fn start(&self) -> Result<(Vec<f64>, Evaluation<More>)> {
        let mut point = vec![0.0; self.frame.width() + 1];
        if self.frame.has_constant {
            point[self.frame.width()] = self.plan.link.sum(self.mean);
        }
        let mut there = self.evaluate(&point)?;
        if !self.frame.has_constant && !there.value.is_finite() {
            point = self.weights_near_targets()?;
            there = self.evaluate(&point)?;
        }
        match there.value.is_finite() {
            true if self.frame.offset.is_some() && self.frame.has_constant => {
                self.constant_from(point, there)
            }
            true => Ok((point, there)),
            false => Err(self.no_start()),
        }
    }

    /// The best constant where every row has an offset of its own, so that it is no function of the mean.
    fn constant_from(
        &self,
        point: Vec<f64>,
        there: Evaluation<More>,
    ) -> Result<(Vec<f64>, Evaluation<More>)> {
        let alone = Problem { frame: self.frame.without_columns(), ..*self };
        let tolerance = (self.plan.tol * 0.5 * there.more.deviance / self.weight).max(self.rounding());
        // The slopes of the other weights are no part of this search.
        let there = alone.evaluate(&point)?;
        let found = newton(&alone, point, there, tolerance, self.plan.max_iter, |_| Verdict::Continue)?;
        let there = self.evaluate(&found.point)?;
        Ok((found.point, there))
    }

    /// The deviance of a sum of zero, or of the offset alone.
    pub fn null_deviance(&self) -> Result<f64> {
        Ok(self.evaluate(&vec![0.0; self.frame.width() + 1])?.more.deviance)
    }

    /// Where a sum of zero has no mean: least squares of what the sums would be if the means were half way between the
    /// targets and their mean.
    fn weights_near_targets(&self) -> Result<Vec<f64>> {
        let mut pass = StartPass {
            design: self.design,
            variance: self.plan.variance,
            link: self.plan.link,
            mean: self.mean,
            offset: self.frame.offset,
            found: None,
        };
        self.source.ask(&mut pass, self.run)?;
        let gram = pass.found.ok_or_else(Error::no_rows)?;
        let nothing = vec![0.0; self.frame.width() + 1];
        let right = [gram.products().column(0), vec![0.0]].concat();
        let right = self.frame.gradient(&nothing, &right, self.weight);
        System::new(&self.frame.hessian(&gram, self.weight))?.solve(&right)
    }

    fn no_start(&self) -> Error {
        let advice = "choose the link 'log', or another family";
        match (self.frame.has_constant, self.plan.link) {
            (true, Link::Identity) => Error::data(
                format!("the mean of the target is {}, and means of this family are above zero", self.mean),
                advice,
            ),
            (true, _) => Error::data(
                format!("the mean of the target is {}, and this link has no sum for it", self.mean),
                "choose the link 'identity', or look at the target",
            ),
            (false, _) => Error::data(
                "no weights were found that give every row a mean of this family",
                "allow a constant term (fit_intercept), or choose the link 'log'",
            ),
        }
    }
}
