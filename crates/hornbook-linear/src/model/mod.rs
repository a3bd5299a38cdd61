//! A weighted sum of columns for each target.

mod explain;
mod file;

use crate::design::Design;
use hornbook_core::{Error, Result};
use hornbook_data::{Features, Matrix, TargetSchema};
use hornbook_learner::{Contributions, Explanation, Model, ModelInfo, Predictions, Stored};
use hornbook_math::distributions::{fisher_upper, student_cdf};
use hornbook_math::estimates::student;
use rayon::prelude::*;

/// How often the intervals of weights hold the true ones.
const LEVEL: f64 = 0.95;
/// Rows predicted by one task.
const BLOCK: usize = 4096;

/// A linear model: for each target a constant and a weight for each column of its [`Design`].
#[derive(Debug)]
pub struct LinearModel {
    info: ModelInfo,
    design: Design,
    intercepts: Vec<f64>,
    /// A row for each target.
    weights: Matrix,
    /// The means of the columns in training.
    means: Vec<f64>,
    fitted: Option<Fitted>,
}

/// What least squares knows of its fit.
#[derive(Debug, Clone, PartialEq)]
pub struct Fitted {
    /// The weight of the rows; their number, if none was given.
    pub weight: f64,
    /// Whether there is a constant term.
    pub intercept: bool,
    /// The price of the squares of the weights.
    pub price: f64,
    /// Degrees of freedom that are left for the residuals.
    pub degrees: f64,
    /// Those that the weights use, without the constant term; with a price, not a whole number.
    pub used: f64,
    /// The condition of the columns in units of their deviations: how much they depend on each other, from 1.
    pub condition: f64,
    /// What is known of each target.
    pub targets: Vec<FittedTarget>,
    /// The inverse of the sums of products of the columns, about their means.
    pub(crate) inverse: Matrix,
    pub(crate) is_determined: Vec<bool>,
    pub(crate) inflation: Vec<f64>,
}

/// What least squares knows of one target.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FittedTarget {
    /// The sum of the squares of the residuals.
    pub residual_squares: f64,
    /// The sum of the squares of the target about its mean, or about zero without a constant term.
    pub total_squares: f64,
}

impl FittedTarget {
    /// The share of the target's squares that the fit explains; undefined if the target does not vary.
    pub fn r_squared(&self) -> f64 {
        1.0 - self.residual_squares / self.total_squares
    }
}

/// A weight with what is known about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Coefficient {
    /// The column; `(intercept)` for the constant term.
    pub name: String,
    /// The weight.
    pub estimate: f64,
    /// Its standard error; none where the rows do not determine it, where a price draws it to zero, or where no degree of
    /// freedom is left.
    pub error: Option<f64>,
    /// The weight over its standard error.
    pub statistic: Option<f64>,
    /// How often a weight of zero would look at least as far from zero by chance.
    pub p_value: Option<f64>,
    /// The 95 % interval.
    pub interval: Option<(f64, f64)>,
    /// How many times its variance is what it would be if the columns had nothing to do with each other.
    pub inflation: Option<f64>,
}

/// The fit as a whole against one of the mean only.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Test {
    pub statistic: f64,
    pub degrees: f64,
    pub p_value: f64,
}

impl Fitted {
    /// The standard deviation of the residuals of a target, if any degree of freedom is left.
    pub fn residual_error(&self, target: usize) -> Option<f64> {
        (self.degrees > 0.0).then(|| (self.targets[target].residual_squares / self.degrees).sqrt())
    }

    /// $R^2$ with a price on the number of weights, if any degree of freedom is left.
    pub fn adjusted_r_squared(&self, target: usize) -> Option<f64> {
        let all = self.weight - f64::from(u8::from(self.intercept));
        (self.degrees > 0.0).then(|| 1.0 - (1.0 - self.targets[target].r_squared()) * all / self.degrees)
    }

    pub(crate) fn test(&self, target: usize) -> Option<Test> {
        let FittedTarget { residual_squares, total_squares } = self.targets[target];
        if self.degrees <= 0.0 || self.used <= 0.0 || self.price > 0.0 {
            return None;
        }
        let statistic = ((total_squares - residual_squares) / self.used) / (residual_squares / self.degrees);
        let p_value = fisher_upper(statistic, self.used, self.degrees);
        Some(Test { statistic, degrees: self.used, p_value })
    }
}

impl LinearModel {
    pub(crate) fn new(
        info: ModelInfo,
        design: Design,
        intercepts: Vec<f64>,
        weights: Matrix,
        means: Vec<f64>,
        fitted: Option<Fitted>,
    ) -> LinearModel {
        LinearModel { info, design, intercepts, weights, means, fitted }
    }

    /// The columns that the weights are for.
    pub fn design(&self) -> &Design {
        &self.design
    }

    /// The constant term of each target.
    pub fn intercepts(&self) -> &[f64] {
        &self.intercepts
    }

    /// The weights: a row for each target, a column for each column of the [`design`](LinearModel::design).
    pub fn weights(&self) -> &Matrix {
        &self.weights
    }

    /// What least squares knows of its fit.
    pub fn fitted(&self) -> Option<&Fitted> {
        self.fitted.as_ref()
    }

    /// The weights of a target with their tests, the constant term first if there is one.
    pub fn coefficients(&self, target: usize) -> Vec<Coefficient> {
        let constant = self.fitted.as_ref().is_none_or(|fitted| fitted.intercept);
        let mut all = Vec::with_capacity(self.design.width() + 1);
        if constant {
            let variance = self.fitted.as_ref().and_then(|fitted| self.variance_of_constant(fitted));
            all.push(self.coefficient(
                "(intercept)".to_string(),
                self.intercepts[target],
                target,
                variance,
                None,
            ));
        }
        for column in 0..self.design.width() {
            let name = self.design.name(&self.info.schema, column);
            let known = self.fitted.as_ref().filter(|fitted| fitted.is_determined[column]);
            let variance = known.map(|fitted| fitted.inverse.at(column, column));
            let inflation = known.map(|fitted| fitted.inflation[column]).filter(|x| x.is_finite());
            all.push(self.coefficient(name, self.weights.at(target, column), target, variance, inflation));
        }
        all
    }

    /// The variance of the constant term, in units of that of the residuals: that of the mean, and that of the weights at
    /// zero.
    fn variance_of_constant(&self, fitted: &Fitted) -> Option<f64> {
        let is_known = |column: usize| fitted.is_determined[column] || self.means[column] == 0.0;
        let spread: f64 =
            fitted.inverse.times(&self.means).ok()?.iter().zip(&self.means).map(|(a, b)| a * b).sum();
        (0..self.means.len()).all(is_known).then_some(1.0 / fitted.weight + spread)
    }

    fn coefficient(
        &self,
        name: String,
        estimate: f64,
        target: usize,
        variance: Option<f64>,
        inflation: Option<f64>,
    ) -> Coefficient {
        let plain = self.fitted.as_ref().filter(|fitted| fitted.price == 0.0);
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

    /// The weighted sums of some rows, target by target in each row.
    fn sums(&self, rows: &Features<'_>) -> Vec<f64> {
        let targets = self.intercepts.len();
        let mut by_target: Vec<Vec<f64>> = Vec::with_capacity(targets);
        for (target, &intercept) in self.intercepts.iter().enumerate() {
            let mut sums = vec![intercept; rows.rows()];
            let weights = self.weights.row(target);
            match rows {
                Features::Matrix(matrix) => {
                    sums.par_chunks_mut(BLOCK).enumerate().for_each(|(block, sums)| {
                        let part = Features::Matrix(matrix.part(block * BLOCK..block * BLOCK + sums.len()));
                        self.design.add_sums(&part, weights, &self.means, sums);
                    });
                }
                Features::Columns(..) => self.design.add_sums(rows, weights, &self.means, &mut sums),
            }
            by_target.push(sums);
        }
        match by_target.len() {
            1 => by_target.remove(0),
            _ => (0..rows.rows()).flat_map(|row| by_target.iter().map(move |sums| sums[row])).collect(),
        }
    }

    /// The same, or an error that names what is missing.
    fn checked_sums(&self, rows: &Features<'_>) -> Result<Vec<f64>> {
        let sums = self.sums(rows);
        match sums.iter().all(|sum| sum.is_finite()) {
            true => Ok(sums),
            false => Err(self.design.missing_number(rows, &self.info.schema)),
        }
    }
}

impl Model for LinearModel {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn info_mut(&mut self) -> &mut ModelInfo {
        &mut self.info
    }

    fn raw_predictions(&self, rows: &Features<'_>) -> Result<Predictions> {
        Ok(self.raw_predictions_of_all(rows)?.swap_remove(0))
    }

    fn raw_predictions_of_all(&self, rows: &Features<'_>) -> Result<Vec<Predictions>> {
        let (sums, targets) = (self.checked_sums(rows)?, self.intercepts.len());
        let of = |target: usize| sums.iter().skip(target).step_by(targets).copied().collect();
        Ok((0..targets).map(|target| Predictions::Numbers(of(target))).collect())
    }

    fn raw_probabilities(&self, rows: &Features<'_>) -> Result<Matrix> {
        Ok(Matrix::zeros(rows.rows(), 0))
    }

    fn raw_explanation(&self) -> Explanation {
        explain::model(self)
    }

    fn raw_row_explanation(&self, rows: &Features<'_>, row: usize) -> Result<Explanation> {
        explain::row(self, rows, row)
    }

    /// How far each input moves the predictions: the deviation of its part, over the sum of those of all inputs.
    fn importances(&self) -> Option<Vec<f64>> {
        let fitted = self.fitted.as_ref()?;
        let inputs = self.info.schema.inputs.len();
        let mut sizes = vec![0.0; inputs];
        for (column, part) in self.design.columns().iter().enumerate() {
            // The inflation over the variance of a weight is one over the squares of its column.
            let length = (fitted.inflation[column] / fitted.inverse.at(column, column)).sqrt();
            let size: f64 =
                (0..self.intercepts.len()).map(|target| self.weights.at(target, column).abs()).sum();
            sizes[part.input] += if length.is_finite() { size * length } else { 0.0 };
        }
        let total: f64 = sizes.iter().sum();
        Some(sizes.into_iter().map(|size| if total > 0.0 { size / total } else { 0.0 }).collect())
    }

    /// Exact: a weight times how far the column is from its mean, added up over the columns of an input.
    fn contributions(
        &self,
        rows: &Features<'_>,
        background: Option<&Features<'_>>,
    ) -> Result<Option<Contributions>> {
        self.checked_sums(rows)?;
        let means = match background {
            None => self.means.clone(),
            Some(background) if background.rows() == 0 => {
                return Err(Error::data("there are no background rows", "give at least one"));
            }
            Some(background) => (0..self.design.width())
                .map(|column| {
                    let values = (0..background.rows())
                        .map(|row| self.design.value(background, row, column, &self.means));
                    values.sum::<f64>() / background.rows() as f64
                })
                .collect(),
        };
        let (inputs, targets) = (self.info.schema.inputs.len(), self.intercepts.len());
        let base: Vec<f64> = (0..targets)
            .map(|target| {
                let parts = self.weights.row(target).iter().zip(&means).map(|(weight, mean)| weight * mean);
                self.intercepts[target] + parts.sum::<f64>()
            })
            .collect();
        let mut values = vec![0.0; rows.rows() * inputs * targets];
        for (column, part) in self.design.columns().iter().enumerate() {
            for row in 0..rows.rows() {
                let distance = self.design.value(rows, row, column, &self.means) - means[column];
                for target in 0..targets {
                    values[(row * inputs + part.input) * targets + target] +=
                        self.weights.at(target, column) * distance;
                }
            }
        }
        Ok(Some(Contributions::new(base, values, rows.rows(), inputs)))
    }

    fn size(&self) -> Option<f64> {
        Some((self.weights.values().len() + self.intercepts.len()) as f64)
    }

    fn to_bytes(&self) -> Result<Vec<u8>> {
        file::to_bytes(self)
    }
}

impl Stored for LinearModel {
    fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<LinearModel> {
        file::from_bytes(info, bytes)
    }
}

/// The targets of a model with their places.
fn targets(model: &LinearModel) -> impl Iterator<Item = (usize, &TargetSchema)> {
    model.info.schema.targets().enumerate()
}
