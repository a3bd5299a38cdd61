//! Normal rows of several columns.

use super::family::{ConjugateFamily, ConjugatePair};
use super::prior_statement::{PriorStatement, impossible, normal, one_for_each, worth};
use super::registry;
use super::statistics::{ScatterMoments, at_least_one_row};
use hornbook_core::format::significant;
use hornbook_core::{Error, Result};
use hornbook_math::algebra::Cholesky;
use hornbook_math::distributions::{
    Multivariate as _, MultivariateNormal, MultivariateStudent, NormalWishart, Univariate as _,
};
use hornbook_math::matrix::Matrix;
use hornbook_math::special::ln_multivariate_gamma;
use std::f64::consts::{PI, TAU};

/// Normal rows of known covariances and unknown means. Statements are about the mean of each column.
#[derive(Debug, Clone, PartialEq)]
pub struct MultivariateMean {
    covariance: Matrix,
    root: Cholesky,
}

/// Normal rows of unknown means and precision matrix. The parameters are the means, then the matrix row by row.
///
/// Statements are about the mean of each column, then about the *variance* of each; all are [`PriorStatement::WorthRows`],
/// those of the means of equally many rows, and those of the variances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MultivariateMeanPrecision {
    columns: usize,
}

impl MultivariateMean {
    /// Of these covariances, which are symmetric and positive definite.
    pub fn new(covariance: &Matrix) -> Result<MultivariateMean> {
        Ok(MultivariateMean { covariance: covariance.clone(), root: Cholesky::new(covariance)? })
    }

    /// The log-likelihood of rows by their scatter about a mean.
    fn ln_of_scatter(&self, weight: f64, scatter: &Matrix) -> Result<f64> {
        let trace = self.root.solve_matrix(scatter)?.trace()?;
        Ok(-0.5 * (weight * (self.columns() as f64 * TAU.ln() + self.root.log_determinant()) + trace))
    }
}

impl MultivariateMeanPrecision {
    /// Of so many columns, at least 1.
    pub fn new(columns: usize) -> Result<MultivariateMeanPrecision> {
        if columns > 0 {
            return Ok(MultivariateMeanPrecision { columns });
        }
        Err(Error::data("there are no columns", "give at least one"))
    }
}

/// The scatter about another point than the mean.
fn scatter_about(statistics: &ScatterMoments, point: &[f64]) -> Matrix {
    let gap: Vec<f64> = statistics.mean.iter().zip(point).map(|(m, p)| m - p).collect();
    let n = gap.len();
    Matrix::from_fn(n, n, |i, j| statistics.scatter.at(i, j) + statistics.weight * gap[i] * gap[j])
}

fn means(columns: usize) -> Vec<String> {
    (1..=columns).map(|column| format!("mean {column}")).collect()
}

impl ConjugateFamily for MultivariateMean {
    type Statistics = ScatterMoments;
    type ParameterDistribution = MultivariateNormal;
    type Predictive = MultivariateNormal;

    fn pair(&self) -> &'static ConjugatePair {
        &registry::MULTIVARIATE_MEAN
    }

    fn parameters(&self) -> Vec<String> {
        means(self.columns())
    }

    fn columns(&self) -> usize {
        self.covariance.rows()
    }

    fn empty(&self) -> ScatterMoments {
        ScatterMoments::empty(self.columns())
    }

    fn add(&self, statistics: &mut ScatterMoments, row: &[f64], weight: f64) -> Result<()> {
        statistics.add(row, weight)
    }

    fn most_likely(&self, statistics: &ScatterMoments) -> Result<Vec<f64>> {
        at_least_one_row(statistics)?;
        Ok(statistics.mean.clone())
    }

    fn ln_likelihood(&self, parameters: &[f64], statistics: &ScatterMoments) -> f64 {
        if parameters.len() != self.columns() {
            return f64::NAN;
        }
        self.ln_of_scatter(statistics.weight, &scatter_about(statistics, parameters)).unwrap_or(f64::NAN)
    }

    fn posterior(
        &self,
        prior: &MultivariateNormal,
        statistics: &ScatterMoments,
    ) -> Result<MultivariateNormal> {
        let (before, n) = (prior.mean(), statistics.weight);
        if before.len() != self.columns() {
            return Err(Error::data(
                format!("the prior is of {} columns, and the rows have {}", before.len(), self.columns()),
                "give a prior mean for each column",
            ));
        }
        if n == 0.0 {
            return Ok(prior.clone());
        }
        // Σₙ = Σ₀ − Σ₀ (Σ₀ + Σ/n)⁻¹ Σ₀ and μₙ = μ₀ + Σ₀ (Σ₀ + Σ/n)⁻¹ (x̄ − μ₀): nothing is inverted but a sum.
        let spread = prior.covariance();
        let total = Cholesky::new(&spread.plus(&self.covariance.scaled(n.recip()))?)?;
        let gap: Vec<f64> = statistics.mean.iter().zip(&before).map(|(x, m)| x - m).collect();
        let step = spread.times(&total.solve(&gap)?)?;
        let mean: Vec<f64> = before.iter().zip(&step).map(|(m, s)| m + s).collect();
        // The same as Σ₀ (Σ₀ + Σ/n)⁻¹ Σ/n, which has no difference in it.
        let after = spread.product(&total.solve_matrix(&self.covariance.scaled(n.recip()))?)?;
        MultivariateNormal::new(&mean, &symmetric(&after))
    }

    fn most_probable(&self, belief: &MultivariateNormal) -> Result<Vec<f64>> {
        Ok(belief.mean())
    }

    fn expected(&self, belief: &MultivariateNormal) -> Vec<f64> {
        belief.mean()
    }

    fn predictive(&self, belief: &MultivariateNormal) -> Result<MultivariateNormal> {
        MultivariateNormal::new(&belief.mean(), &belief.covariance().plus(&self.covariance)?)
    }

    fn ln_evidence(&self, prior: &MultivariateNormal, statistics: &ScatterMoments) -> Result<f64> {
        let (n, d) = (statistics.weight, self.columns() as f64);
        if n == 0.0 {
            return Ok(0.0);
        }
        // The rows about their mean, and their mean about the prior's.
        let of_mean = self.covariance.scaled(n.recip());
        let within = self.ln_of_scatter(n, &statistics.scatter)?
            + 0.5 * (d * TAU.ln() + Cholesky::new(&of_mean)?.log_determinant());
        let mean = MultivariateNormal::new(&prior.mean(), &prior.covariance().plus(&of_mean)?)?;
        Ok(within + mean.ln_density(&statistics.mean))
    }

    /// The mean over columns of known variance over that of the belief.
    fn worth_rows(&self, belief: &MultivariateNormal) -> f64 {
        let own = belief.covariance().diagonal_values();
        let ratios = self.covariance.diagonal_values().into_iter().zip(own).map(|(known, own)| known / own);
        ratios.sum::<f64>() / self.columns() as f64
    }

    fn stated(&self, statements: &[PriorStatement]) -> Result<MultivariateNormal> {
        one_for_each(statements, &self.parameters())?;
        let (mut mean, mut variances) = (Vec::new(), Vec::new());
        for (statement, known) in statements.iter().zip(self.covariance.diagonal_values()) {
            let (value, variance) = match worth(statement, f64::is_finite)? {
                Some((value, rows)) => (value, known / rows),
                None => {
                    let normal = normal(statement)?;
                    (normal.mean(), normal.variance())
                }
            };
            mean.push(value);
            variances.push(variance);
        }
        MultivariateNormal::new(&mean, &Matrix::diagonal(&variances))
    }

    fn describe(&self, belief: &MultivariateNormal) -> String {
        let deviations: Vec<f64> = belief.covariance().diagonal_values().iter().map(|v| v.sqrt()).collect();
        format!("normal(means {}, standard deviations {})", listed(&belief.mean()), listed(&deviations))
    }
}

fn listed(numbers: &[f64]) -> String {
    numbers.iter().map(|&x| significant(x)).collect::<Vec<_>>().join(", ")
}

/// The mean of a matrix and its mirror image, which rounding may have driven apart.
fn symmetric(matrix: &Matrix) -> Matrix {
    Matrix::from_fn(matrix.rows(), matrix.columns(), |i, j| 0.5 * (matrix.at(i, j) + matrix.at(j, i)))
}

impl MultivariateMeanPrecision {
    fn check(&self, belief: &NormalWishart) -> Result<()> {
        if belief.inverse_scale().rows() == self.columns {
            return Ok(());
        }
        Err(Error::data(
            format!(
                "the prior is of {} columns, and the rows have {}",
                belief.inverse_scale().rows(),
                self.columns
            ),
            "give a prior of as many columns",
        ))
    }

    fn joined(&self, mean: &[f64], precision: &Matrix) -> Vec<f64> {
        [mean, precision.values()].concat()
    }
}

impl ConjugateFamily for MultivariateMeanPrecision {
    type Statistics = ScatterMoments;
    type ParameterDistribution = NormalWishart;
    type Predictive = MultivariateStudent;

    fn pair(&self) -> &'static ConjugatePair {
        &registry::MULTIVARIATE_BOTH
    }

    fn parameters(&self) -> Vec<String> {
        let mut names = means(self.columns);
        for i in 1..=self.columns {
            names.extend((1..=self.columns).map(|j| format!("precision {i},{j}")));
        }
        names
    }

    fn columns(&self) -> usize {
        self.columns
    }

    fn empty(&self) -> ScatterMoments {
        ScatterMoments::empty(self.columns)
    }

    fn add(&self, statistics: &mut ScatterMoments, row: &[f64], weight: f64) -> Result<()> {
        statistics.add(row, weight)
    }

    fn most_likely(&self, statistics: &ScatterMoments) -> Result<Vec<f64>> {
        let precision = Cholesky::new(&statistics.covariance()?)?.inverse()?;
        Ok(self.joined(&statistics.mean, &precision))
    }

    fn ln_likelihood(&self, parameters: &[f64], statistics: &ScatterMoments) -> f64 {
        let d = self.columns;
        if parameters.len() != d + d * d {
            return f64::NAN;
        }
        let ln = || -> Result<f64> {
            let precision = Matrix::new(d, d, parameters[d..].to_vec())?;
            let trace = precision.product(&scatter_about(statistics, &parameters[..d]))?.trace()?;
            let ln_determinant = Cholesky::new(&precision)?.log_determinant();
            Ok(0.5 * (statistics.weight * (ln_determinant - d as f64 * TAU.ln()) - trace))
        };
        ln().unwrap_or(f64::NAN)
    }

    fn posterior(&self, prior: &NormalWishart, statistics: &ScatterMoments) -> Result<NormalWishart> {
        self.check(prior)?;
        let (k, n, d) = (prior.confidence(), statistics.weight, self.columns);
        if n == 0.0 {
            return Ok(prior.clone());
        }
        let before = &prior.mean()[..d];
        let gap: Vec<f64> = statistics.mean.iter().zip(before).map(|(x, m)| x - m).collect();
        let pull = k * n / (k + n);
        let scale = Matrix::from_fn(d, d, |i, j| {
            prior.inverse_scale().at(i, j) + statistics.scatter.at(i, j) + pull * gap[i] * gap[j]
        });
        let mean: Vec<f64> = before.iter().zip(&gap).map(|(m, g)| m + n / (k + n) * g).collect();
        NormalWishart::new(&mean, k + n, prior.precision().degrees() + n, &scale)
    }

    /// An error for at most as many degrees of freedom as columns.
    fn most_probable(&self, belief: &NormalWishart) -> Result<Vec<f64>> {
        self.check(belief)?;
        let rest = belief.precision().degrees() - self.columns as f64;
        if rest <= 0.0 {
            return Err(Error::data(
                format!("the density of {} has no mode", self.describe(belief)),
                "ask for the posterior mean, or take a prior of more degrees of freedom",
            ));
        }
        Ok(self.joined(&belief.mean()[..self.columns], &belief.precision().scale().scaled(rest)))
    }

    fn expected(&self, belief: &NormalWishart) -> Vec<f64> {
        belief.mean()
    }

    fn predictive(&self, belief: &NormalWishart) -> Result<MultivariateStudent> {
        belief.predictive()
    }

    fn ln_evidence(&self, prior: &NormalWishart, statistics: &ScatterMoments) -> Result<f64> {
        let after = self.posterior(prior, statistics)?;
        let (n, d) = (statistics.weight, self.columns as f64);
        let ln_determinant = |belief: &NormalWishart| {
            Ok::<f64, Error>(Cholesky::new(belief.inverse_scale())?.log_determinant())
        };
        let (before, degrees) = (prior.precision().degrees(), after.precision().degrees());
        Ok(ln_multivariate_gamma(self.columns, 0.5 * degrees)
            - ln_multivariate_gamma(self.columns, 0.5 * before)
            + 0.5 * (before * ln_determinant(prior)? - degrees * ln_determinant(&after)?)
            + 0.5 * d * ((prior.confidence() / after.confidence()).ln() - n * PI.ln()))
    }

    /// How many rows the means are worth.
    fn worth_rows(&self, belief: &NormalWishart) -> f64 {
        belief.confidence()
    }

    fn stated(&self, statements: &[PriorStatement]) -> Result<NormalWishart> {
        let mut names = means(self.columns);
        names.extend((1..=self.columns).map(|column| format!("variance {column}")));
        one_for_each(statements, &names)?;
        let worth_alike =
            |statements: &[PriorStatement], allowed: fn(f64) -> bool| -> Result<(Vec<f64>, f64)> {
                let mut values = Vec::with_capacity(statements.len());
                let mut common = None;
                for statement in statements {
                    let (value, rows) = worth(statement, allowed)?
                        .ok_or_else(|| impossible(statement, "say a value and how many rows it is worth"))?;
                    if *common.get_or_insert(rows) != rows {
                        return Err(impossible(statement, "let all columns be worth equally many rows"));
                    }
                    values.push(value);
                }
                Ok((values, common.unwrap_or(1.0)))
            };
        let (of_mean, of_variance) = statements.split_at(self.columns);
        let (mean, rows) = worth_alike(of_mean, f64::is_finite)?;
        let (variances, degrees) =
            worth_alike(of_variance, |variance| variance > 0.0 && variance.is_finite())?;
        let scatter: Vec<f64> = variances.iter().map(|variance| degrees * variance).collect();
        NormalWishart::new(&mean, rows, degrees, &Matrix::diagonal(&scatter))
    }

    fn describe(&self, belief: &NormalWishart) -> String {
        let mean = belief.mean();
        format!(
            "normal-Wishart(means {} worth {} rows, {} degrees of freedom)",
            listed(mean.get(..self.columns).unwrap_or(&mean)),
            significant(belief.confidence()),
            significant(belief.precision().degrees())
        )
    }
}
