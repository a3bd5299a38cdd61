//! Standard errors of the coefficients of a quantile, which need the density of the target at the line.

use super::interior_point::QuantileLp;
use super::params::{QuantileErrors, QuantileRegression};
use crate::standardized_parameters::StandardizedParameters;
use hornbook_core::{Result, Run};
use hornbook_math::algebra::HessianFactor;
use hornbook_math::distributions::normal_quantile;
use hornbook_math::quantiles::{EmpiricalDistribution, QuantileMethod};
use std::f64::consts::TAU;

/// The level of the tests that the bandwidth is best for.
const TEST_LEVEL: f64 = 0.05;
/// The distance between the quartiles of the normal distribution.
const QUARTILES_APART: f64 = 1.34;
/// Lines that are no further apart than this fraction of the mean distance cross.
const CROSSING: f64 = 1e-9;

/// A fit whose errors are asked for.
pub(super) struct FittedQuantile<'a> {
    pub learner: &'a QuantileRegression,
    /// The rows, each times its weight.
    pub lp: &'a QuantileLp,
    pub row_weights: &'a [f64],
    /// The targets less the line.
    pub residuals: &'a [f64],
    pub parameters: &'a StandardizedParameters,
    /// Which variables of the frame those of the programme are.
    pub variables: &'a [usize],
    /// The weight of all rows.
    pub weight: f64,
}

/// What is known of the errors.
pub(super) struct QuantileStandardErrors {
    /// Those of the coefficients, and of the intercept behind them; NaN where there is none.
    pub of_weights: Vec<f64>,
    /// The weight of the rows less the free numbers.
    pub degrees: f64,
    pub warning: Option<String>,
}

impl FittedQuantile<'_> {
    /// The errors; none where no degree of freedom is left, or no density can be told.
    pub fn errors(&self, run: &Run) -> Result<Option<QuantileStandardErrors>> {
        let ones: Vec<f64> = self.row_weights.iter().map(|weight| 1.0 / weight).collect();
        // Rows are multiplied by their weights, and products of columns are to have them once.
        let products = self.lp.weighted_products(&ones)?;
        let plain = HessianFactor::new(&products)?;
        let used = self.variables.len() - plain.free_directions();
        let degrees = self.weight - used as f64;
        if degrees <= 0.0 {
            return Ok(None);
        }
        let Some((densities, warning)) = self.densities(run)? else { return Ok(None) };
        let curvatures: Vec<f64> = densities.iter().zip(&ones).map(|(density, one)| density * one).collect();
        let hessian = HessianFactor::new(&self.lp.weighted_products(&curvatures)?)?;
        let level = self.learner.quantile;
        let mut of_weights = Vec::with_capacity(self.parameters.width() + 1);
        for place in 0..=self.parameters.width() {
            let all = self.parameters.combination(place);
            let combination: Vec<f64> = self.variables.iter().map(|&variable| all[variable]).collect();
            let is_known = self.parameters.is_active(place)
                && plain.variance_of(&combination)?.is_some()
                && hessian.variance_of(&combination)?.is_some();
            of_weights.push(match is_known {
                true => {
                    let u = hessian.solve(&combination)?;
                    let middle: f64 = products.times(&u)?.iter().zip(&u).map(|(a, b)| a * b).sum();
                    (level * (1.0 - level) * middle.max(0.0)).sqrt()
                }
                false => f64::NAN,
            });
        }
        Ok(Some(QuantileStandardErrors { of_weights, degrees, warning }))
    }

    /// The density of the target at the line, for each row.
    fn densities(&self, run: &Run) -> Result<Option<(Vec<f64>, Option<String>)>> {
        let level = self.learner.quantile;
        // Rows of hardly any weight would have an infinite one, which halving does not make smaller.
        let mut bandwidth = hall_sheather(level, self.weight).min(1.0);
        while level - bandwidth <= 0.0 || level + bandwidth >= 1.0 {
            bandwidth *= 0.5;
        }
        let (low, high) = (level - bandwidth, level + bandwidth);
        if self.learner.errors == QuantileErrors::Nid {
            return self.between_lines(low, high, run).map(Some);
        }
        let reach = (normal_quantile(high) - normal_quantile(low)) * self.spread();
        if reach.is_nan() || reach <= 0.0 {
            return Ok(None);
        }
        let normal = |r: &f64| (-0.5 * (r / reach).powi(2)).exp() / (TAU.sqrt() * reach);
        if self.learner.errors == QuantileErrors::Kernel {
            return Ok(Some((self.residuals.iter().map(normal).collect(), None)));
        }
        // One density for all rows: Epanechnikov's kernel.
        let near = |r: &f64| 0.75 * (1.0 - (r / reach).powi(2)).max(0.0) / reach;
        let sum: f64 = self.residuals.iter().zip(self.row_weights).map(|(r, v)| v * near(r)).sum();
        let density = sum / self.weight;
        Ok((density > 0.0).then(|| (vec![density; self.residuals.len()], None)))
    }

    /// How fast the line moves with the level, at each row: from the lines of two levels nearby.
    fn between_lines(&self, low: f64, high: f64, run: &Run) -> Result<(Vec<f64>, Option<String>)> {
        let residuals = |level: f64| -> Result<Vec<f64>> {
            let rows = self.lp.at_level(level);
            let hessian_factor = HessianFactor::new(&rows.products()?)?;
            // Whoever watches sees the fit itself.
            let found = self.learner.search_independent(&rows, &hessian_factor, self.weight, &run.part(0))?;
            Ok(rows.residuals(&found.weights))
        };
        let (of_low, of_high) = (residuals(low)?, residuals(high)?);
        let apart: Vec<f64> =
            of_low.iter().zip(&of_high).zip(self.row_weights).map(|((a, b), v)| (a - b) / v).collect();
        let mean = apart.iter().map(|x| x.abs()).sum::<f64>() / apart.len().max(1) as f64;
        let crossing = apart.iter().filter(|&&x| x <= CROSSING * mean).count();
        let density = |&x: &f64| if x <= CROSSING * mean { 0.0 } else { (high - low) / x };
        let warning = (crossing > 0).then(|| {
            format!(
                "quantile crossing: the fits of the quantiles {low:.4} and {high:.4} cross in {crossing} of {} rows, whose density is taken as \
                 zero for the errors",
                apart.len()
            )
        });
        Ok((apart.iter().map(density).collect(), warning))
    }

    /// How far the residuals spread: their standard deviation, or what the distance between their quartiles
    /// would make it.
    fn spread(&self) -> f64 {
        let weighted = || self.residuals.iter().zip(self.row_weights);
        let mean = weighted().map(|(r, v)| v * r).sum::<f64>() / self.weight;
        let squares: f64 = weighted().map(|(r, v)| v * (r - mean) * (r - mean)).sum();
        let sample = EmpiricalDistribution::of(weighted().map(|(r, v)| (*r, *v)));
        let quartile = |level: f64| sample.quantile(level, QuantileMethod::Linear);
        (squares / (self.weight - 1.0)).sqrt().min((quartile(0.75) - quartile(0.25)) / QUARTILES_APART)
    }
}

/// How far the levels nearby should be for tests of a level, by Hall and Sheather (1988).
fn hall_sheather(level: f64, weight: f64) -> f64 {
    let x = normal_quantile(level);
    let density_squared = (-x * x).exp() / TAU;
    let tail = normal_quantile(1.0 - 0.5 * TEST_LEVEL);
    weight.powf(-1.0 / 3.0)
        * tail.powf(2.0 / 3.0)
        * (1.5 * density_squared / (2.0 * x * x + 1.0)).powf(1.0 / 3.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bandwidth_of_quantreg() {
        // bandwidth.rq(0.5, 235) and bandwidth.rq(0.9, 1000)
        assert!((hall_sheather(0.5, 235.0) - 0.157_439_331_420_237).abs() < 1e-12);
        assert!((hall_sheather(0.9, 1000.0) - 0.034_599_462_547_394).abs() < 1e-12);
    }
}
