//! The coefficients of a model with their tests.

use super::{FitStatistics, LeastSquaresFit, LinearModel};
use hornbook_math::distributions::{normal_cdf, normal_quantile, student_cdf};
use hornbook_math::estimates::student;

/// How often the intervals of coefficients hold the true ones.
const LEVEL: f64 = 0.95;

/// A weight with what is known about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Coefficient {
    /// The column; `(intercept)` for the intercept.
    pub name: String,
    /// The weight.
    pub estimate: f64,
    /// Its standard error (of a posterior, its standard deviation); none where the rows do not determine
    /// it, where a penalty draws it to zero, or where no degree of freedom is left.
    pub error: Option<f64>,
    /// The weight over its standard error.
    pub statistic: Option<f64>,
    /// How often a coefficient of zero would look at least as far from zero by chance.
    pub p_value: Option<f64>,
    /// The 95 % interval.
    pub interval: Option<(f64, f64)>,
    /// How many times its variance is what it would be if the columns had nothing to do with each other.
    pub inflation: Option<f64>,
}

impl LinearModel {
    /// The coefficients of a target (of classes, of a sum) with their tests, the intercept first if there
    /// is one.
    pub fn coefficients(&self, target: usize) -> Vec<Coefficient> {
        match &self.fit_statistics {
            FitStatistics::Likelihood(fit) => {
                let errors = fit.errors.as_ref().map(|errors| errors.row(target));
                return self.tested(target, errors, None);
            }
            FitStatistics::Glm(fit) => {
                let degrees = fit.degrees().filter(|_| !fit.is_dispersion_known());
                return self.tested(target, fit.errors.as_deref(), degrees);
            }
            FitStatistics::Robust(fit) => return self.tested(target, fit.errors.as_deref(), fit.degrees()),
            FitStatistics::Posterior(posterior) => {
                let mut all = self.tested(target, Some(&posterior.errors(&self.means)), None);
                all.iter_mut().for_each(|one| (one.statistic, one.p_value) = (None, None));
                return all;
            }
            FitStatistics::None | FitStatistics::LeastSquares(_) | FitStatistics::Margin(_) => {}
        }
        let mut all = Vec::with_capacity(self.design.width() + 1);
        if self.fit_statistics.has_intercept() {
            let variance = self.fitted().and_then(|fitted| self.variance_of_constant(fitted));
            all.push(self.coefficient(
                "(intercept)".to_string(),
                self.intercepts[target],
                target,
                variance,
                None,
            ));
        }
        for column in 0..self.design.width() {
            let name = self.design.name(column);
            let known = self.fitted().filter(|fitted| fitted.is_determined[column]);
            let variance = known.map(|fitted| fitted.inverse.at(column, column));
            let inflation = known.map(|fitted| fitted.inflation[column]).filter(|x| x.is_finite());
            all.push(self.coefficient(name, self.weights.at(target, column), target, variance, inflation));
        }
        all
    }

    /// The variance of the intercept, in units of that of the residuals: that of the mean, and that of the
    /// coefficients at zero.
    fn variance_of_constant(&self, fitted: &LeastSquaresFit) -> Option<f64> {
        let is_known = |column: usize| fitted.is_determined[column] || self.means[column] == 0.0;
        let spread: f64 =
            fitted.inverse.times(&self.means).ok()?.iter().zip(&self.means).map(|(a, b)| a * b).sum();
        (0..self.means.len()).all(is_known).then_some(1.0 / fitted.weight + spread)
    }

    /// A weight of a target with its tests, given its variance in units of that of the residuals.
    pub(crate) fn coefficient(
        &self,
        name: String,
        estimate: f64,
        target: usize,
        variance: Option<f64>,
        inflation: Option<f64>,
    ) -> Coefficient {
        let plain = self.fitted().filter(|fitted| fitted.l2_penalty == 0.0);
        let error = plain.and_then(|fitted| Some(fitted.residual_error(target)? * variance?.max(0.0).sqrt()));
        let degrees = plain.map_or(f64::NAN, |fitted| fitted.degrees);
        let statistic = error.map(|error| estimate / error);
        Coefficient {
            name,
            estimate,
            statistic,
            p_value: statistic.map(|t| 2.0 * student_cdf(-t.abs(), degrees)),
            interval: error.map(|error| student(estimate, error, degrees, LEVEL)),
            error,
            inflation,
        }
    }

    /// Coefficients whose standard errors are known (that of the intercept behind them, NaN where there is
    /// none), tested by Student's distribution if their scale is estimated, and else by the normal one.
    fn tested(&self, output: usize, errors: Option<&[f64]>, degrees: Option<f64>) -> Vec<Coefficient> {
        let width = self.design.width();
        let coefficient = |name: String, estimate: f64, place: usize| {
            let error = errors.map(|errors| errors[place]).filter(|error| !error.is_nan());
            let statistic = error.map(|error| estimate / error);
            let tail = |z: f64| degrees.map_or_else(|| normal_cdf(z), |degrees| student_cdf(z, degrees));
            let interval = |error: f64| match degrees {
                Some(degrees) => student(estimate, error, degrees, LEVEL),
                None => {
                    let half = error * normal_quantile(0.5 + 0.5 * LEVEL);
                    (estimate - half, estimate + half)
                }
            };
            Coefficient {
                name,
                estimate,
                error,
                statistic,
                p_value: statistic.map(|z| 2.0 * tail(-z.abs())),
                interval: error.map(interval),
                inflation: None,
            }
        };
        let mut all = Vec::with_capacity(width + 1);
        if self.fit_statistics.has_intercept() {
            all.push(coefficient("(intercept)".to_string(), self.intercepts[output], width));
        }
        let offset = self.offset_column();
        all.extend(
            (0..width)
                .filter(|&column| Some(column) != offset)
                .map(|column| coefficient(self.design.name(column), self.weights.at(output, column), column)),
        );
        all
    }
}
