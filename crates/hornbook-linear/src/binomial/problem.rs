//! What is made small: the mean negative log likelihood of a row, with the price of the weights.

use super::pass::{Pass, Sums};
use crate::design::Design;
use crate::frame::Frame;
use crate::model::ClassLink;
use crate::newton::{Evaluation, Loss, newton};
use crate::source::Source;
use hornbook_core::{Error, Result, Run, Verdict};

pub(super) struct Problem<'a> {
    pub design: &'a Design,
    pub source: Source<'a>,
    pub run: &'a Run,
    pub link: ClassLink,
    pub frame: Frame,
    /// The code of the class whose probability grows with the sum.
    pub second: u32,
    /// The weight of the rows, and the share of those of the second class.
    pub weight: f64,
    pub share: f64,
    /// When a search ends: the share of the loss of the start that a step must promise, and the most steps.
    pub tol: f64,
    pub most_steps: u32,
}

/// What a pass says beside the loss.
pub(super) struct More {
    pub deviance: f64,
    /// Whether the sums tell all rows of one class from all of the other.
    pub is_parted: bool,
    /// The logarithm of the smallest probability of a class that a row is not of.
    pub least: f64,
}

impl Loss for Problem<'_> {
    type More = More;

    fn evaluate(&self, point: &[f64]) -> Result<Evaluation<More>> {
        let (constant, weights) = self.frame.centred_weights(point);
        let mut pass = Pass {
            design: self.design,
            link: self.link,
            second: self.second,
            origin: &self.frame.origin,
            constant,
            weights,
            offset: self.frame.offset,
            found: None,
        };
        self.source.ask(&mut pass, self.run)?;
        let Sums { loss, gradient, curvature, reach: [first, second], least } =
            pass.found.ok_or_else(Error::no_rows)?;
        let value = loss / self.weight + self.frame.cost(point);
        // Without a constant, larger weights only help if the sums lie on both sides of zero.
        let is_parted = first < second && (self.frame.has_constant || (first < 0.0 && second > 0.0));
        Ok(Evaluation {
            value: if value.is_nan() { f64::INFINITY } else { value },
            gradient: self.frame.gradient(point, &gradient, self.weight),
            hessian: self.frame.hessian(&curvature, self.weight),
            more: More { deviance: 2.0 * loss, is_parted, least },
        })
    }
}

impl Problem<'_> {
    /// Weights of zero, with the constant that is best for them; without one, the offset alone or even chances.
    pub fn start(&self) -> Result<(Vec<f64>, Evaluation<More>)> {
        let mut point = vec![0.0; self.frame.width() + 1];
        if !self.frame.has_constant {
            let there = self.evaluate(&point)?;
            return Ok((point, there));
        }
        point[self.frame.width()] = self.link.sum(self.share);
        let there = self.evaluate(&point)?;
        if self.frame.offset.is_none() {
            return Ok((point, there));
        }
        let alone = Problem { frame: self.frame.without_columns(), ..*self };
        let tolerance = self.tol * there.value;
        // The slopes of the other weights are no part of this search.
        let there = alone.evaluate(&point)?;
        let found = newton(&alone, point, there, tolerance, self.most_steps, |_| Verdict::Continue)?;
        let there = self.evaluate(&found.point)?;
        Ok((found.point, there))
    }
}
