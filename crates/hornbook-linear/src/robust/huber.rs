//! What Huber's regression makes small.

use super::huber_pass::{HuberPass, HuberPassSums, HuberProducts};
use crate::standardized_parameters::StandardizedParameters;
use hornbook_core::{Error, Result, Run};
use hornbook_data::Matrix;
use hornbook_encoding::Encoder;
use hornbook_learner::RowSource;
use hornbook_math::algebra::HessianFactor;
use hornbook_math::optimize::{ConvexEvaluation, ConvexObjective};

/// The mean square of residuals before the corner, in squares of the scale, that a step expects at least: where there are
/// none, the loss has no curvature.
const LEAST_SQUARES: f64 = 1e-2;

/// How much more than it does the curvature in the scale is taken to be: where the columns can follow every row, residuals and
/// scale shrink together without curvature, and a step must go that way, too.
const STIFFER: f64 = 1.001;

/// The mean of $\sigma + \sigma H(r / \sigma)$ over the rows, in the variables of a frame and, behind them, the scale.
pub(super) struct HuberProblem<'a> {
    pub design: &'a Encoder,
    pub source: RowSource<'a>,
    pub run: &'a Run,
    pub parameters: StandardizedParameters,
    pub weight: f64,
    pub epsilon: f64,
}

impl HuberProblem<'_> {
    fn pass(&self, point: &[f64], products: HuberProducts) -> Result<HuberPassSums> {
        let (intercept, weights) = self.parameters.centered_weights(point);
        let mut pass = HuberPass {
            design: self.design,
            origin: &self.parameters.center,
            intercept,
            weights,
            scale: self.scale(point),
            epsilon: self.epsilon,
            products,
            found: None,
        };
        self.source.run_query(&mut pass, self.run)?;
        pass.found.ok_or_else(Error::no_rows)
    }

    /// The scale of a point.
    pub fn scale(&self, point: &[f64]) -> f64 {
        point[self.parameters.width() + 1]
    }

    /// The standard errors of the coefficients and of the intercept behind them, by the sandwich $A^{-1} B
    /// A^{-1}$ of the Hessian of the loss and how its gradient varies by chance. None if no degree of freedom is
    /// left.
    pub fn errors(&self, point: &[f64]) -> Result<Option<Vec<f64>>> {
        let bending =
            self.parameters.hessian(&self.pass(point, HuberProducts::Bending)?.products, self.weight);
        let chance = self.parameters.hessian(&self.pass(point, HuberProducts::Chance)?.products, self.weight);
        let hessian_factor = HessianFactor::new(&bending)?;
        let used = self.parameters.determined(hessian_factor.free_directions());
        if self.weight <= used {
            return Ok(None);
        }
        let mut errors = Vec::with_capacity(self.parameters.width() + 1);
        for place in 0..=self.parameters.width() {
            let combination = self.parameters.combination(place);
            let is_known =
                self.parameters.is_active(place) && hessian_factor.variance_of(&combination)?.is_some();
            errors.push(match is_known {
                false => f64::NAN,
                true => {
                    let solved = hessian_factor.solve(&combination)?;
                    let square: f64 = chance.times(&solved)?.iter().zip(&solved).map(|(a, b)| a * b).sum();
                    (square.max(0.0) / (self.weight - used)).sqrt()
                }
            });
        }
        Ok(Some(errors))
    }
}

impl ConvexObjective for HuberProblem<'_> {
    /// The weight of the rows beyond the corner.
    type Extra = f64;

    fn evaluate(&self, point: &[f64]) -> Result<ConvexEvaluation<f64>> {
        let (width, scale) = (self.parameters.width(), self.scale(point));
        if scale.is_nan() || scale <= 0.0 {
            let gradient = vec![0.0; width + 2];
            let hessian = Matrix::zeros(width + 2, width + 2);
            return Ok(ConvexEvaluation { value: f64::INFINITY, gradient, hessian, extra: 0.0 });
        }
        let HuberPassSums { loss, gradient, by_scale, products, outliers } =
            self.pass(point, HuberProducts::Searching)?;
        let mut gradients = self.parameters.gradient(&point[..=width], &gradient, self.weight);
        gradients.push(by_scale / self.weight);
        // With the scale, every residual has a second derivative of 2 over the scale.
        let bending = self.parameters.hessian(&products, 0.5 * scale * self.weight);
        let with_residuals = [products.products().column(0), products.target_sums()].concat();
        let nothing = vec![0.0; width + 1];
        let mixed = self.parameters.gradient(&nothing, &with_residuals, 0.5 * scale * scale * self.weight);
        let squares = products.target_products().at(0, 0) / (scale * scale * self.weight);
        let of_scale = (squares * STIFFER).max(LEAST_SQUARES) * 2.0 / scale;
        let hessian = Matrix::from_fn(width + 2, width + 2, |i, j| match (i > width, j > width) {
            (true, true) => of_scale,
            (true, false) => mixed[j],
            (false, true) => mixed[i],
            (false, false) => bending.at(i, j),
        });
        let value = loss / self.weight + self.parameters.cost(&point[..=width]);
        let value = if value.is_nan() { f64::INFINITY } else { value };
        Ok(ConvexEvaluation { value, gradient: gradients, hessian, extra: outliers })
    }

    /// No step takes more than half of the scale, which would leave every row beyond the corner.
    fn longest_step(&self, point: &[f64], direction: &[f64]) -> f64 {
        let (scale, change) = (self.scale(point), self.scale(direction));
        if change < 0.0 { -0.5 * scale / change } else { 1.0 }
    }
}
