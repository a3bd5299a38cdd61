//! What Huber's regression makes small.

use super::huber_pass::{Pass, Products, Sums};
use crate::design::Design;
use crate::frame::Frame;
use crate::newton::{Evaluation, Loss};
use crate::source::Source;
use crate::system::System;
use hornbook_core::{Error, Result, Run};
use hornbook_data::Matrix;

/// The mean square of residuals before the corner, in squares of the scale, that a step expects at least: where there are
/// none, nothing bends the loss.
const LEAST_SQUARES: f64 = 1e-2;

/// How much more than it does the loss is taken to bend with the scale: where the columns can follow every row, residuals and
/// scale shrink together without a bend, and a step must go that way, too.
const STIFFER: f64 = 1.001;

/// The mean of $\sigma + \sigma H(r / \sigma)$ over the rows, in the variables of a frame and, behind them, the scale.
pub(super) struct Problem<'a> {
    pub design: &'a Design,
    pub source: Source<'a>,
    pub run: &'a Run,
    pub frame: Frame,
    pub weight: f64,
    pub epsilon: f64,
}

impl Problem<'_> {
    fn pass(&self, point: &[f64], products: Products) -> Result<Sums> {
        let (constant, weights) = self.frame.centred_weights(point);
        let mut pass = Pass {
            design: self.design,
            origin: &self.frame.origin,
            constant,
            weights,
            scale: self.scale(point),
            epsilon: self.epsilon,
            products,
            found: None,
        };
        self.source.ask(&mut pass, self.run)?;
        pass.found.ok_or_else(Error::no_rows)
    }

    /// The scale of a point.
    pub fn scale(&self, point: &[f64]) -> f64 {
        point[self.frame.width() + 1]
    }

    /// The standard errors of the weights and of the constant behind them, by the sandwich $A^{-1} B A^{-1}$ of how the loss
    /// bends and how its slope varies by chance. None if no degree of freedom is left.
    pub fn errors(&self, point: &[f64]) -> Result<Option<Vec<f64>>> {
        let bending = self.frame.hessian(&self.pass(point, Products::Bending)?.products, self.weight);
        let chance = self.frame.hessian(&self.pass(point, Products::Chance)?.products, self.weight);
        let system = System::new(&bending)?;
        let used = (self.frame.active() - system.free_directions()) as f64;
        if self.weight <= used {
            return Ok(None);
        }
        let mut errors = Vec::with_capacity(self.frame.width() + 1);
        for place in 0..=self.frame.width() {
            let combination = self.frame.combination(place);
            let is_known = self.frame.is_active(place) && system.variance_of(&combination)?.is_some();
            errors.push(match is_known {
                false => f64::NAN,
                true => {
                    let bent = system.solve(&combination)?;
                    let square: f64 = chance.times(&bent)?.iter().zip(&bent).map(|(a, b)| a * b).sum();
                    (square.max(0.0) / (self.weight - used)).sqrt()
                }
            });
        }
        Ok(Some(errors))
    }
}

impl Loss for Problem<'_> {
    /// The weight of the rows beyond the corner.
    type More = f64;

    fn evaluate(&self, point: &[f64]) -> Result<Evaluation<f64>> {
        let (width, scale) = (self.frame.width(), self.scale(point));
        if scale.is_nan() || scale <= 0.0 {
            let gradient = vec![0.0; width + 2];
            let hessian = Matrix::zeros(width + 2, width + 2);
            return Ok(Evaluation { value: f64::INFINITY, gradient, hessian, more: 0.0 });
        }
        let Sums { loss, gradient, by_scale, products, outliers } = self.pass(point, Products::Searching)?;
        let mut slopes = self.frame.gradient(&point[..=width], &gradient, self.weight);
        slopes.push(by_scale / self.weight);
        // With the scale, every residual bends by 2 over the scale.
        let bending = self.frame.hessian(&products, 0.5 * scale * self.weight);
        let with_residuals = [products.products().column(0), products.target_sums()].concat();
        let nothing = vec![0.0; width + 1];
        let mixed = self.frame.gradient(&nothing, &with_residuals, 0.5 * scale * scale * self.weight);
        let squares = products.target_products().at(0, 0) / (scale * scale * self.weight);
        let of_scale = (squares * STIFFER).max(LEAST_SQUARES) * 2.0 / scale;
        let hessian = Matrix::from_fn(width + 2, width + 2, |i, j| match (i > width, j > width) {
            (true, true) => of_scale,
            (true, false) => mixed[j],
            (false, true) => mixed[i],
            (false, false) => bending.at(i, j),
        });
        let value = loss / self.weight + self.frame.cost(&point[..=width]);
        let value = if value.is_nan() { f64::INFINITY } else { value };
        Ok(Evaluation { value, gradient: slopes, hessian, more: outliers })
    }

    /// No step takes more than half of the scale, which would leave every row beyond the corner.
    fn longest(&self, point: &[f64], direction: &[f64]) -> f64 {
        let (scale, change) = (self.scale(point), self.scale(direction));
        if change < 0.0 { -0.5 * scale / change } else { 1.0 }
    }
}
