//! One pass over the rows: the deviance of given weights, its slope and how it bends.

use super::variance::Variance;
use crate::blocks::{Block, add_products, for_blocks};
use crate::design::{Design, add_rows, targets_of};
use crate::model::Link;
use hornbook_core::Result;
use hornbook_data::{Dataset, MatrixView, Scalars};
use hornbook_learner::{Query, Step};
use hornbook_math::algebra::Gram;

/// Weights to be tried on all rows.
pub(super) struct Pass<'a> {
    pub design: &'a Design,
    pub variance: Variance,
    pub link: Link,
    /// What is taken off every row.
    pub origin: &'a [f64],
    /// The constant at the origin.
    pub constant: f64,
    pub weights: Vec<f64>,
    pub found: Option<Sums>,
}

/// Sums over rows.
pub(super) struct Sums {
    /// Half of the deviance; infinite if a sum has no mean that can be.
    pub loss: f64,
    /// Derivatives of half the deviance by the weights and by the constant.
    pub gradient: Vec<f64>,
    /// Products of the columns and ones, each row times what it is expected to bend.
    pub curvature: Gram,
    pub pearson: f64,
    pub smallest_mean: f64,
}

impl Pass<'_> {
    fn block(&self, block: &Block<'_, f64>, sums: &mut Sums) -> Result<()> {
        let (rows, width) = (block.targets.len(), self.design.width());
        let mut slopes = vec![self.constant; rows];
        add_rows(block.values, width, &self.weights, &mut slopes);
        let mut bends = Vec::with_capacity(rows);
        for ((slope, &y), &weight) in slopes.iter_mut().zip(block.targets).zip(block.weights) {
            if weight == 0.0 {
                *slope = 0.0;
                bends.push(0.0);
                continue;
            }
            let mean = self.link.mean(*slope);
            if !self.variance.takes_mean(mean) {
                sums.loss = f64::INFINITY;
                return Ok(());
            }
            let (rate, variance) = (self.link.slope(*slope, mean), self.variance.of(mean));
            let error = y - mean;
            sums.loss += weight * self.variance.half_deviance(y, mean);
            sums.pearson += weight * error * error / variance;
            sums.smallest_mean = sums.smallest_mean.min(mean);
            *slope = -weight * error * rate / variance;
            bends.push(weight * rate * rate / variance);
        }
        sums.gradient[width] += slopes.iter().sum::<f64>();
        add_products(block.values, &slopes, &mut sums.gradient[..width]);
        let view = MatrixView::new(rows, width, Scalars::F64(block.values))?;
        sums.curvature.add(view, &[], Some(&bends))
    }
}

impl Query for Pass<'_> {
    type Statistic = Sums;

    fn empty(&self) -> Sums {
        let width = self.design.width();
        Sums {
            loss: 0.0,
            gradient: vec![0.0; width + 1],
            curvature: Gram::new(width, 0),
            pearson: 0.0,
            smallest_mean: f64::INFINITY,
        }
    }

    fn add(&self, sums: &mut Sums, rows: &Dataset, _first: u64) -> Result<()> {
        for_blocks(self.design, rows, self.origin, &targets_of(rows)?, |block| self.block(block, sums))
    }

    fn merge(&self, into: &mut Sums, from: Sums) -> Result<()> {
        into.loss += from.loss;
        into.gradient.iter_mut().zip(from.gradient).for_each(|(a, b)| *a += b);
        into.curvature.merge(&from.curvature)?;
        into.pearson += from.pearson;
        into.smallest_mean = into.smallest_mean.min(from.smallest_mean);
        Ok(())
    }

    fn update(&mut self, sums: Sums) -> Result<Step> {
        self.found = Some(sums);
        Ok(Step::Done)
    }
}
