//! From sums to normal classes.

use super::normal_classes::{ClassCovariances, NormalClasses, factor};
use super::plan::{CovariancePlan, CovarianceStructure, SharedCovariance, Shrink, Singular};
use super::scatter::{Scatter, deviations};
use hornbook_core::{Error, Result};
use hornbook_data::{Matrix, Schema};
use hornbook_math::algebra::SymmetricEigen;

/// The fraction of each column's variance that is added where a covariance is singular.
const ADDED: f64 = 1e-6;

/// The normal classes that a plan makes of sums. Singular covariances get a little of each column's variance, and a sentence
/// says so.
pub(super) fn classes(
    plan: &CovariancePlan,
    scatter: &Scatter,
    schema: &Schema,
) -> Result<(NormalClasses, Option<String>)> {
    let mut maker = CovarianceEstimator { plan, scatter, schema, added: None };
    match maker.classes() {
        Err(Error::Data { problem, advice }) => {
            maker.added = Some(maker.little_variances());
            let said = format!(
                "{problem}; a millionth of each column's variance was added: {advice} if that is not what you want"
            );
            Ok((maker.classes()?, Some(said)))
        }
        found => Ok((found?, None)),
    }
}

struct CovarianceEstimator<'a> {
    plan: &'a CovariancePlan,
    scatter: &'a Scatter,
    schema: &'a Schema,
    /// What is added to the variance of each column.
    added: Option<Vec<f64>>,
}

impl CovarianceEstimator<'_> {
    fn classes(&self) -> Result<NormalClasses> {
        let priors = self.priors();
        let means = Matrix::new(self.scatter.weights.len(), self.scatter.width, self.scatter.means.clone())?;
        let (covariances, tolerance) = self.covariances(&priors)?;
        let singular = |problem: Error| match problem {
            Error::Data { .. } => self.singular("all classes"),
            other => other,
        };
        NormalClasses::leaving_out(priors, means, covariances, tolerance).map_err(singular)
    }

    /// A little of the variance of each column over all rows; a little of 1 for a column that does not vary.
    fn little_variances(&self) -> Vec<f64> {
        let (within, all) = (self.scatter.within(), self.scatter.weight());
        let of_column = |column: usize| {
            let means = || (0..self.scatter.weights.len()).map(|class| self.scatter.mean(class)[column]);
            let weighted = |f: &dyn Fn(f64) -> f64| -> f64 {
                let terms = means().zip(&self.scatter.weights).filter(|(_, weight)| **weight > 0.0);
                terms.map(|(mean, weight)| weight * f(mean)).sum::<f64>() / all
            };
            let center = weighted(&|mean| mean);
            let variance = within.at(column, column) / all + weighted(&|mean| (mean - center).powi(2));
            ADDED * if variance > 0.0 { variance } else { 1.0 }
        };
        (0..self.scatter.width).map(of_column).collect()
    }

    /// Sums of products over a weight, with what is added; an error if there is no weight and nothing is.
    fn divided(&self, products: Matrix, divisor: f64, of: impl Fn() -> String) -> Result<Matrix> {
        match (&self.added, divisor > 0.0) {
            (None, true) => Ok(products.scaled(1.0 / divisor)),
            (None, false) => Err(self.singular(&of())),
            (Some(added), has_weight) => {
                let plain = if has_weight { products.scaled(1.0 / divisor) } else { products.scaled(0.0) };
                plain.plus(&Matrix::diagonal(added))
            }
        }
    }

    fn present(&self) -> usize {
        self.scatter.weights.iter().filter(|weight| **weight > 0.0).count()
    }

    /// A class without rows is never predicted; its prior probability goes to the others.
    fn priors(&self) -> Vec<f64> {
        let weights = &self.scatter.weights;
        let said: Vec<f64> = match &self.plan.priors {
            None => weights.clone(),
            Some(given) => given.iter().zip(weights).map(|(p, w)| if *w > 0.0 { *p } else { 0.0 }).collect(),
        };
        let sum: f64 = said.iter().sum();
        said.iter().map(|p| p / sum).collect()
    }

    /// The weight that the squares of so many means and this weight are divided by.
    fn divisor(&self, weight: f64, means: usize) -> f64 {
        if self.plan.unbiased { weight - means as f64 } else { weight }
    }

    /// The covariance of all rows within their classes.
    fn pooled(&self) -> Result<Matrix> {
        let divisor = self.divisor(self.scatter.weight(), self.present());
        self.divided(self.scatter.within(), divisor, || "all classes".to_string())
    }

    fn of_class(&self, class: usize) -> Result<Matrix> {
        let divisor = self.divisor(self.scatter.weights[class], 1);
        self.divided(self.scatter.of_class(class), divisor, || self.name(class))
    }

    fn name(&self, class: usize) -> String {
        format!("the class '{}'", self.schema.target.classes[class])
    }

    fn covariances(&self, priors: &[f64]) -> Result<(ClassCovariances, Option<f64>)> {
        Ok(match &self.plan.shape {
            CovarianceStructure::Spherical => {
                let variance = self.pooled()?.trace()? / self.scatter.width.max(1) as f64;
                (ClassCovariances::Spherical(variance), None)
            }
            CovarianceStructure::Diagonal => {
                (ClassCovariances::Diagonal(self.pooled()?.diagonal_values()), None)
            }
            CovarianceStructure::Shared(shared) => {
                let tolerance = match shared.singular {
                    Singular::Refused => None,
                    Singular::LeftOut(tolerance) => Some(tolerance),
                };
                (ClassCovariances::Shared(self.shared(shared, priors)?), tolerance)
            }
            CovarianceStructure::Full { lambda, gamma, ridge, tolerance } => {
                let of = |class: usize| self.full(class, [*lambda, *gamma, *ridge], *tolerance);
                let matrices = (0..self.scatter.weights.len()).map(of).collect::<Result<_>>()?;
                (ClassCovariances::Full(matrices), None)
            }
        })
    }

    fn shared(&self, shared: &SharedCovariance, priors: &[f64]) -> Result<Matrix> {
        if !self.plan.needs_classes() || !self.scatter.is_by_class() {
            let pooled = self.pooled()?;
            return match shared.shrink {
                Shrink::By(share) => toward_sphere(&pooled, share),
                // A single class is all rows.
                Shrink::Ledoit => self.ledoit(0),
                Shrink::Not => Ok(pooled),
            };
        }
        let mut mean = Matrix::zeros(self.scatter.width, self.scatter.width);
        for (class, prior) in
            priors.iter().enumerate().filter(|(class, _)| self.scatter.weights[*class] > 0.0)
        {
            let own = match shared.shrink {
                Shrink::Not => self.of_class(class)?,
                Shrink::By(share) => toward_sphere(&self.of_class(class)?, share)?,
                Shrink::Ledoit => self.ledoit(class)?,
            };
            mean = mean.plus(&own.scaled(*prior))?;
        }
        Ok(mean)
    }

    /// The covariance of a class, drawn to a sphere in units of the standard deviations by the formula of
    /// Ledoit and Wolf.
    fn ledoit(&self, class: usize) -> Result<Matrix> {
        let (weight, width) = (self.scatter.weights[class], self.scatter.width);
        let plain = self.divided(self.scatter.of_class(class), weight, || self.name(class))?;
        let deviations = deviations(self.scatter, class);
        let scale = |i: usize, j: usize| deviations[i] * deviations[j];
        let scaled = Matrix::from_fn(width, width, |i, j| plain.at(i, j) / scale(i, j));
        let share = match (width, self.scatter.fourth.get(class)) {
            (0 | 1, _) | (_, None) => 0.0,
            (_, Some(&fourth)) => {
                let d = width as f64;
                let mean = scaled.trace()? / d;
                let squares: f64 = scaled.values().iter().map(|x| x * x).sum();
                let distance = (squares - d * mean * mean) / d;
                let error = ((fourth / weight - squares) / (d * weight)).min(distance);
                if error > 0.0 && distance > 0.0 { error / distance } else { 0.0 }
            }
        };
        let drawn = toward_sphere(&scaled, share)?;
        Ok(Matrix::from_fn(width, width, |i, j| drawn.at(i, j) * scale(i, j)))
    }

    fn full(&self, class: usize, [lambda, gamma, ridge]: [f64; 3], tolerance: f64) -> Result<Matrix> {
        let width = self.scatter.width;
        let weight = self.scatter.weights[class];
        if weight == 0.0 {
            // Of a class without rows nothing is known, and nothing is asked.
            return Ok(Matrix::identity(width));
        }
        let mut matrix = match lambda > 0.0 {
            false => self.of_class(class)?,
            true => {
                let all = self.divisor(self.scatter.weight(), self.present());
                let divisor = (1.0 - lambda) * self.divisor(weight, 1) + lambda * all;
                let own = self.scatter.of_class(class).scaled(1.0 - lambda);
                let both = own.plus(&self.scatter.within().scaled(lambda))?;
                self.divided(both, divisor, || self.name(class))?
            }
        };
        matrix = toward_sphere(&matrix, gamma)?;
        matrix = matrix.scaled(1.0 - ridge).plus(&Matrix::identity(width).scaled(ridge))?;
        // What was added is less than any tolerance.
        let least = match tolerance > 0.0 && self.added.is_none() {
            true => SymmetricEigen::new(&matrix)?.values.last().copied(),
            false => None,
        };
        if least.is_some_and(|least| least <= tolerance) || factor(&matrix).is_err() {
            return Err(self.singular(&self.name(class)));
        }
        Ok(matrix)
    }

    /// Why there is no inverse, with a column to blame if there is one.
    fn singular(&self, of: &str) -> Error {
        let within = self.scatter.within();
        let constant = (0..self.scatter.width).find(|&column| within.at(column, column) <= 0.0);
        let why = match constant {
            Some(column) => {
                format!("column '{}' does not vary within the classes", self.schema.inputs[column].name)
            }
            None => "columns are linear combinations of others (collinear), vary too little, or there are too few rows".to_string(),
        };
        let advice = match self.plan.shape {
            CovarianceStructure::Full { .. } => {
                "leave columns out, set reg_param or the covariance 'regularized', or use one shared covariance"
            }
            _ => "leave such columns out, set shrinkage, or use linear-discriminant with the solver 'svd'",
        };
        Error::data(format!("the covariance of {of} is singular (not full rank): {why}"), advice)
    }
}

/// $(1 - s) \Sigma + s \frac{\operatorname{tr}\Sigma}{d} I$.
fn toward_sphere(matrix: &Matrix, share: f64) -> Result<Matrix> {
    if share == 0.0 {
        return Ok(matrix.clone());
    }
    let size = matrix.rows();
    let variance = matrix.trace()? / size.max(1) as f64;
    matrix.scaled(1.0 - share).plus(&Matrix::identity(size).scaled(share * variance))
}
