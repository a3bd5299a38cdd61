//! One pass over the rows: Huber's loss of given weights and scale, its slope and how it bends.

use crate::blocks::{Block, add_products, for_blocks};
use crate::design::{Design, add_rows, targets_of};
use hornbook_core::Result;
use hornbook_data::{Dataset, MatrixView, Scalars};
use hornbook_learner::{Query, Step};
use hornbook_math::algebra::Gram;

/// How much a row beyond the corner counts in a search, beside how much a parabola that touches its loss would bend.
const A_LITTLE: f64 = 1e-2;

/// Which products of the columns are gathered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Products {
    /// Those of the rows before the corner: how the loss bends.
    Bending,
    /// The same, with a little of the others, so that steps are sound where all rows are beyond the corner.
    Searching,
    /// Those of all rows, each times the square of its residual, cut at the corner: how the slope varies by chance.
    Chance,
}

/// Weights and a scale to be tried on all rows.
pub(super) struct Pass<'a> {
    pub design: &'a Design,
    pub origin: &'a [f64],
    pub constant: f64,
    pub weights: Vec<f64>,
    pub scale: f64,
    pub epsilon: f64,
    pub products: Products,
    pub found: Option<Sums>,
}

/// Sums over rows.
pub(super) struct Sums {
    pub loss: f64,
    /// Derivatives by the weights and by the constant.
    pub gradient: Vec<f64>,
    pub by_scale: f64,
    /// Products of the columns, and of the residuals before the corner as a target.
    pub products: Gram,
    /// The weight of the rows beyond the corner.
    pub outliers: f64,
}

impl Pass<'_> {
    fn block(&self, block: &Block<'_, f64>, sums: &mut Sums) -> Result<()> {
        let (rows, width, corner) = (block.targets.len(), self.design.width(), self.epsilon * self.scale);
        let mut residuals = vec![self.constant; rows];
        add_rows(block.values, width, &self.weights, &mut residuals);
        let (mut slopes, mut shares) = (Vec::with_capacity(rows), Vec::with_capacity(rows));
        for ((residual, &y), &weight) in residuals.iter_mut().zip(block.targets).zip(block.weights) {
            *residual = if weight > 0.0 { y - *residual } else { 0.0 };
            let cut = residual.clamp(-corner, corner);
            let is_inside = residual.abs() <= corner;
            let (near, ratio) = (cut / self.scale, cut * cut / self.scale);
            sums.loss += weight
                * match is_inside {
                    true => self.scale + ratio,
                    false => self.scale + 2.0 * self.epsilon * residual.abs() - ratio,
                };
            sums.by_scale += weight * (1.0 - near * near);
            sums.outliers += if is_inside { 0.0 } else { weight };
            slopes.push(-2.0 * weight * near);
            shares.push(match self.products {
                Products::Bending | Products::Searching if is_inside => weight,
                Products::Bending => 0.0,
                Products::Searching => weight * A_LITTLE * corner / residual.abs(),
                Products::Chance => weight * cut * cut,
            });
        }
        // Beyond the corner, residuals do not bend the loss, whatever the scale is.
        residuals.iter_mut().filter(|residual| residual.abs() > corner).for_each(|residual| *residual = 0.0);
        sums.gradient[width] += slopes.iter().sum::<f64>();
        add_products(block.values, &slopes, &mut sums.gradient[..width]);
        let view = MatrixView::new(rows, width, Scalars::F64(block.values))?;
        sums.products.add(view, &residuals, Some(&shares))
    }
}

impl Query for Pass<'_> {
    type Statistic = Sums;

    fn empty(&self) -> Sums {
        let width = self.design.width();
        let products = Gram::new(width, 1);
        Sums { loss: 0.0, gradient: vec![0.0; width + 1], by_scale: 0.0, products, outliers: 0.0 }
    }

    fn add(&self, sums: &mut Sums, rows: &Dataset, _first: u64) -> Result<()> {
        for_blocks(self.design, rows, self.origin, &targets_of(rows)?, |block| self.block(block, sums))
    }

    fn merge(&self, into: &mut Sums, from: Sums) -> Result<()> {
        into.loss += from.loss;
        into.gradient.iter_mut().zip(from.gradient).for_each(|(a, b)| *a += b);
        into.by_scale += from.by_scale;
        into.outliers += from.outliers;
        into.products.merge(&from.products)
    }

    fn update(&mut self, sums: Sums) -> Result<Step> {
        self.found = Some(sums);
        Ok(Step::Done)
    }
}
