//! One pass over the rows: the loss of given weights, its gradient and its expected Hessian.

use crate::blocks::{DesignBlock, add_products, codes_of, for_blocks};
use crate::model::ClassLink;
use hornbook_core::Result;
use hornbook_data::{Dataset, MatrixView, Scalars};
use hornbook_encoding::{Encoder, add_row_products};
use hornbook_learner::{PassOutcome, StatisticalQuery};
use hornbook_math::algebra::Gram;

/// Weights to be tried on all rows.
pub(super) struct BinomialPass<'a> {
    pub design: &'a Encoder,
    pub link: ClassLink,
    /// The code of the class whose probability grows with the sum.
    pub second: u32,
    /// What is taken off every row.
    pub origin: &'a [f64],
    /// The intercept at the origin.
    pub intercept: f64,
    pub weights: Vec<f64>,
    /// The column whose weight is 1 whatever is learned.
    pub offset: Option<usize>,
    pub found: Option<BinomialPassSums>,
}

/// Sums over rows.
pub(super) struct BinomialPassSums {
    /// The negative log likelihood.
    pub loss: f64,
    /// Its derivatives by the coefficients and by the intercept.
    pub gradient: Vec<f64>,
    /// Products of the columns and ones, each row times its expected second derivative.
    pub curvature: Gram,
    /// The largest sum of a row of the first class, without its offset, and the smallest of one of the second.
    pub reach: [f64; 2],
    /// The logarithm of the smallest probability of a class that a row is not of.
    pub least: f64,
}

impl BinomialPass<'_> {
    fn block(&self, block: &DesignBlock<'_, u32>, sums: &mut BinomialPassSums) -> Result<()> {
        let (rows, width) = (block.targets.len(), self.design.width());
        let mut gradients = vec![self.intercept; rows];
        add_row_products(block.values, width, &self.weights, &mut gradients);
        let mut curvatures = Vec::with_capacity(rows);
        for (row, (gradient, &code)) in gradients.iter_mut().zip(block.targets).enumerate() {
            let weight = block.weights[row];
            if weight == 0.0 {
                *gradient = 0.0;
                curvatures.push(0.0);
                continue;
            }
            let learned = *gradient - self.offset.map_or(0.0, |column| block.values[row * width + column]);
            let (logs, is_second) = (self.link.logs(*gradient), code == self.second);
            let (own, other, sign) = match is_second {
                true => (logs.second, logs.first, -1.0),
                false => (logs.first, logs.second, 1.0),
            };
            let reach = &mut sums.reach[usize::from(is_second)];
            *reach = if is_second { reach.min(learned) } else { reach.max(learned) };
            sums.least = sums.least.min(other);
            sums.loss -= weight * own;
            *gradient = sign * weight * (logs.rate - own).exp();
            curvatures.push(weight * (2.0 * logs.rate - own - other).exp());
        }
        sums.gradient[width] += gradients.iter().sum::<f64>();
        add_products(block.values, &gradients, &mut sums.gradient[..width]);
        let view = MatrixView::new(rows, width, Scalars::F64(block.values))?;
        sums.curvature.add(view, &[], Some(&curvatures))
    }
}

impl StatisticalQuery for BinomialPass<'_> {
    type Statistic = BinomialPassSums;

    fn empty(&self) -> BinomialPassSums {
        let width = self.design.width();
        BinomialPassSums {
            loss: 0.0,
            gradient: vec![0.0; width + 1],
            curvature: Gram::new(width, 0),
            reach: [f64::NEG_INFINITY, f64::INFINITY],
            least: 0.0,
        }
    }

    fn add(&self, sums: &mut BinomialPassSums, rows: &Dataset, _first: u64) -> Result<()> {
        for_blocks(self.design, rows, self.origin, &codes_of(rows)?, |block| self.block(block, sums))
    }

    fn merge(&self, into: &mut BinomialPassSums, from: BinomialPassSums) -> Result<()> {
        into.loss += from.loss;
        into.gradient.iter_mut().zip(from.gradient).for_each(|(a, b)| *a += b);
        into.curvature.merge(&from.curvature)?;
        into.reach = [into.reach[0].max(from.reach[0]), into.reach[1].min(from.reach[1])];
        into.least = into.least.min(from.least);
        Ok(())
    }

    fn update(&mut self, sums: BinomialPassSums) -> Result<PassOutcome> {
        self.found = Some(sums);
        Ok(PassOutcome::Done)
    }
}
