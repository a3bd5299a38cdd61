//! One pass over the rows: the deviance of given weights, its gradient and its Hessian.

use crate::blocks::{DesignBlock, add_products, for_blocks};
use crate::design::targets_of;
use crate::model::Link;
use hornbook_core::Result;
use hornbook_data::{Dataset, MatrixView, Scalars};
use hornbook_encoding::{Encoder, add_row_products};
use hornbook_learner::{PassOutcome, StatisticalQuery};
use hornbook_math::algebra::Gram;
use hornbook_math::loss::VarianceFunction;

/// Weights to be tried on all rows.
pub(super) struct GlmPass<'a> {
    pub design: &'a Encoder,
    pub variance: VarianceFunction,
    pub link: Link,
    /// What is taken off every row.
    pub origin: &'a [f64],
    /// The intercept at the origin.
    pub intercept: f64,
    pub weights: Vec<f64>,
    pub found: Option<GlmPassSums>,
}

/// Sums over rows.
pub(super) struct GlmPassSums {
    /// Half of the deviance; infinite if a sum has no mean that can be.
    pub loss: f64,
    /// Derivatives of half the deviance by the coefficients and by the intercept.
    pub gradient: Vec<f64>,
    /// Products of the columns and ones, each row times its expected second derivative.
    pub curvature: Gram,
    pub pearson: f64,
    pub smallest_mean: f64,
}

impl GlmPass<'_> {
    fn block(&self, block: &DesignBlock<'_, f64>, sums: &mut GlmPassSums) -> Result<()> {
        let (rows, width) = (block.targets.len(), self.design.width());
        let mut gradients = vec![self.intercept; rows];
        add_row_products(block.values, width, &self.weights, &mut gradients);
        let mut curvatures = Vec::with_capacity(rows);
        for ((gradient, &y), &weight) in gradients.iter_mut().zip(block.targets).zip(block.weights) {
            if weight == 0.0 {
                *gradient = 0.0;
                curvatures.push(0.0);
                continue;
            }
            let mean = self.link.mean(*gradient);
            if !self.variance.takes_mean(mean) {
                sums.loss = f64::INFINITY;
                return Ok(());
            }
            let (rate, variance) = (self.link.derivative(*gradient, mean), self.variance.of(mean));
            let error = y - mean;
            sums.loss += weight * self.variance.half_deviance(y, mean);
            sums.pearson += weight * error * error / variance;
            sums.smallest_mean = sums.smallest_mean.min(mean);
            *gradient = -weight * error * rate / variance;
            curvatures.push(weight * rate * rate / variance);
        }
        sums.gradient[width] += gradients.iter().sum::<f64>();
        add_products(block.values, &gradients, &mut sums.gradient[..width]);
        let view = MatrixView::new(rows, width, Scalars::F64(block.values))?;
        sums.curvature.add(view, &[], Some(&curvatures))
    }
}

impl StatisticalQuery for GlmPass<'_> {
    type Statistic = GlmPassSums;

    fn empty(&self) -> GlmPassSums {
        let width = self.design.width();
        GlmPassSums {
            loss: 0.0,
            gradient: vec![0.0; width + 1],
            curvature: Gram::new(width, 0),
            pearson: 0.0,
            smallest_mean: f64::INFINITY,
        }
    }

    fn add(&self, sums: &mut GlmPassSums, rows: &Dataset, _first: u64) -> Result<()> {
        for_blocks(self.design, rows, self.origin, &targets_of(rows)?, |block| self.block(block, sums))
    }

    fn merge(&self, into: &mut GlmPassSums, from: GlmPassSums) -> Result<()> {
        into.loss += from.loss;
        into.gradient.iter_mut().zip(from.gradient).for_each(|(a, b)| *a += b);
        into.curvature.merge(&from.curvature)?;
        into.pearson += from.pearson;
        into.smallest_mean = into.smallest_mean.min(from.smallest_mean);
        Ok(())
    }

    fn update(&mut self, sums: GlmPassSums) -> Result<PassOutcome> {
        self.found = Some(sums);
        Ok(PassOutcome::Done)
    }
}
