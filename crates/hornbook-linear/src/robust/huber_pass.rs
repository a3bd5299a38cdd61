//! One pass over the rows: the Huber loss of given weights and scale, its gradient and its Hessian.

use crate::blocks::{DesignBlock, add_products, for_blocks};
use crate::design::targets_of;
use hornbook_core::Result;
use hornbook_data::{Dataset, MatrixView, Scalars};
use hornbook_encoding::{Encoder, add_row_products};
use hornbook_learner::{PassOutcome, StatisticalQuery};
use hornbook_math::algebra::Gram;
use hornbook_math::loss::{HuberLoss, PointLoss};

/// How much a row beyond the corner counts in a search, beside how much a parabola that touches its loss would curve.
const A_LITTLE: f64 = 1e-2;

/// Which products of the columns are gathered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HuberProducts {
    /// Those of the rows before the corner: the Hessian of the loss.
    Bending,
    /// The same, with a little of the others, so that steps are sound where all rows are beyond the corner.
    Searching,
    /// Those of all rows, each times the square of its residual, cut at the corner: how the gradient varies
    /// by chance.
    Chance,
}

/// Coefficients and a scale to be tried on all rows.
pub(super) struct HuberPass<'a> {
    pub design: &'a Encoder,
    pub origin: &'a [f64],
    pub intercept: f64,
    pub weights: Vec<f64>,
    pub scale: f64,
    pub epsilon: f64,
    pub products: HuberProducts,
    pub found: Option<HuberPassSums>,
}

/// Sums over rows.
pub(super) struct HuberPassSums {
    pub loss: f64,
    /// Derivatives by the coefficients and by the intercept.
    pub gradient: Vec<f64>,
    pub by_scale: f64,
    /// Products of the columns, and of the residuals before the corner as a target.
    pub products: Gram,
    /// The weight of the rows beyond the corner.
    pub outliers: f64,
}

impl HuberPass<'_> {
    fn block(&self, block: &DesignBlock<'_, f64>, sums: &mut HuberPassSums) -> Result<()> {
        let (rows, width, corner) = (block.targets.len(), self.design.width(), self.epsilon * self.scale);
        let mut residuals = vec![self.intercept; rows];
        add_row_products(block.values, width, &self.weights, &mut residuals);
        let (mut gradients, mut shares) = (Vec::with_capacity(rows), Vec::with_capacity(rows));
        let huber = HuberLoss { corner };
        for ((residual, &y), &weight) in residuals.iter_mut().zip(block.targets).zip(block.weights) {
            *residual = if weight > 0.0 { y - *residual } else { 0.0 };
            // Of the residual against a prediction of zero, whose gradient is the residual cut at the corner.
            let of_residual = huber.derivatives(0.0, *residual);
            let is_inside = residual.abs() <= corner;
            let cut = of_residual.gradient;
            let near = cut / self.scale;
            sums.loss += weight * (self.scale + 2.0 * of_residual.loss / self.scale);
            sums.by_scale += weight * (1.0 - near * near);
            sums.outliers += if is_inside { 0.0 } else { weight };
            gradients.push(-2.0 * weight * near);
            shares.push(match self.products {
                HuberProducts::Bending | HuberProducts::Searching if is_inside => weight,
                HuberProducts::Bending => 0.0,
                HuberProducts::Searching => weight * A_LITTLE * corner / residual.abs(),
                HuberProducts::Chance => weight * cut * cut,
            });
        }
        // Beyond the corner, residuals add no curvature to the loss, whatever the scale is.
        residuals.iter_mut().filter(|residual| residual.abs() > corner).for_each(|residual| *residual = 0.0);
        sums.gradient[width] += gradients.iter().sum::<f64>();
        add_products(block.values, &gradients, &mut sums.gradient[..width]);
        let view = MatrixView::new(rows, width, Scalars::F64(block.values))?;
        sums.products.add(view, &residuals, Some(&shares))
    }
}

impl StatisticalQuery for HuberPass<'_> {
    type Statistic = HuberPassSums;

    fn empty(&self) -> HuberPassSums {
        let width = self.design.width();
        let products = Gram::new(width, 1);
        HuberPassSums { loss: 0.0, gradient: vec![0.0; width + 1], by_scale: 0.0, products, outliers: 0.0 }
    }

    fn add(&self, sums: &mut HuberPassSums, rows: &Dataset, _first: u64) -> Result<()> {
        for_blocks(self.design, rows, self.origin, &targets_of(rows)?, |block| self.block(block, sums))
    }

    fn merge(&self, into: &mut HuberPassSums, from: HuberPassSums) -> Result<()> {
        into.loss += from.loss;
        into.gradient.iter_mut().zip(from.gradient).for_each(|(a, b)| *a += b);
        into.by_scale += from.by_scale;
        into.outliers += from.outliers;
        into.products.merge(&from.products)
    }

    fn update(&mut self, sums: HuberPassSums) -> Result<PassOutcome> {
        self.found = Some(sums);
        Ok(PassOutcome::Done)
    }
}
