//! Families of one column.

use super::answer::{ColumnsEstimate, NextRow};
use super::request::EstimationRequest;
use crate::estimation::estimate::ConjugateEstimate;
use crate::estimation::family::ConjugateFamily;
use crate::estimation::normal::NormalMean;
use crate::estimation::normal_mean_precision::NormalMeanPrecision;
use crate::estimation::normal_variance::{NormalPrecision, NormalVariance};
use crate::estimation::outcomes::{BernoulliBeta, BinomialBeta, CategoricalDirichlet};
use crate::estimation::rates::{ExponentialGamma, PoissonGamma};
use hornbook_core::{Error, Result};
use hornbook_data::{Dataset, Feature};
use hornbook_math::distributions::{Beta, Gamma, InverseGamma, Normal, NormalGamma, Univariate};

pub(super) fn estimate(request: &EstimationRequest<'_>) -> Result<ColumnsEstimate> {
    let (family, data, run) = (request.family, request.data, request.run);
    let column = EstimatedColumn::of(family, data)?;
    match family {
        "bernoulli-beta" => {
            request.nothing_known()?;
            // With one level nobody knows whether it is the success.
            if let Some(levels) = column.levels.as_ref().filter(|levels| levels.len() != 2) {
                return Err(Error::data(
                    format!(
                        "the levels of column '{}' are {}, and '{family}' is of two",
                        column.name,
                        levels.join(", ")
                    ),
                    "name a column of two levels or of 0 and 1, or take categorical-dirichlet",
                ));
            }
            let belief = request.belief(&BernoulliBeta, &[2], true, |n| Beta::new(n[0], n[1]))?;
            let estimate = ConjugateEstimate::of(BernoulliBeta, belief, data, run)?;
            let names = column.levels.unwrap_or_else(|| ["0", "1"].map(str::to_string).to_vec());
            let p = estimate.predictive()?.mean();
            let outcomes = names.iter().cloned().zip([1.0 - p, p]).collect();
            Ok(with_outcomes(&estimate, &names[1..], outcomes))
        }
        "categorical-dirichlet" => {
            request.nothing_known()?;
            let Some(levels) = column.levels else {
                return Err(Error::data(
                    format!("column '{}' holds numbers, and '{family}' is of categories", column.name),
                    format!("read it as categories (--type {}=category)", column.name),
                ));
            };
            let dirichlet = CategoricalDirichlet::new(levels.len())?;
            let belief = request.dirichlet(&dirichlet, levels.len())?;
            let estimate = ConjugateEstimate::of(dirichlet, belief, data, run)?;
            let outcomes = levels.iter().cloned().zip(estimate.expected()).collect();
            Ok(with_outcomes(&estimate, &levels, outcomes))
        }
        _ if column.levels.is_some() => Err(Error::data(
            format!("column '{}' holds categories, and '{family}' is of numbers", column.name),
            "name a column of numbers, or another family",
        )),
        "binomial-beta" => {
            let trials = BinomialBeta::new(request.trials()?)?;
            numbers(request, trials, 2, true, |n| Beta::new(n[0], n[1]))
        }
        "poisson-gamma" => {
            request.nothing_known()?;
            numbers(request, PoissonGamma, 2, false, gamma)
        }
        "exponential-gamma" => {
            request.nothing_known()?;
            numbers(request, ExponentialGamma, 2, false, gamma)
        }
        "normal-mean" => {
            let known = NormalMean::new(request.known("the variance of the column")?)?;
            numbers(request, known, 2, false, |n| Normal::new(n[0], n[1].sqrt()))
        }
        "normal-precision" => {
            let known = NormalPrecision::new(request.known("the mean of the column")?)?;
            numbers(request, known, 2, false, gamma)
        }
        "normal-variance" => {
            let known = NormalVariance::new(request.known("the mean of the column")?)?;
            numbers(request, known, 2, false, |n| InverseGamma::new(n[0], n[1]))
        }
        _ => {
            request.nothing_known()?;
            numbers(request, NormalMeanPrecision, 4, false, |n| NormalGamma::new(n[0], n[1], n[2], n[3]))
        }
    }
}

fn gamma(numbers: &[f64]) -> Result<Gamma> {
    Gamma::new(numbers[0], numbers[1])
}

/// The estimate of probabilities, called by the names of the outcomes.
pub(super) fn with_outcomes<F: ConjugateFamily>(
    estimate: &ConjugateEstimate<F>,
    names: &[String],
    outcomes: Vec<(String, f64)>,
) -> ColumnsEstimate {
    let names = names.iter().map(|name| format!("P({name})")).collect();
    ColumnsEstimate::named(estimate.summary(), names, NextRow::Outcomes(outcomes))
}

/// The one feature of a dataset.
struct EstimatedColumn {
    name: String,
    /// What its codes mean, if it holds categories.
    levels: Option<Vec<String>>,
}

impl EstimatedColumn {
    fn of(family: &str, data: &Dataset) -> Result<EstimatedColumn> {
        let [name] = data.feature_names()[..] else {
            return Err(Error::data(
                format!("'{family}' is of one column, and {} are named", data.feature_names().len()),
                "name one column of numbers or categories, or a family of several columns",
            ));
        };
        let levels = match data.feature(0) {
            Feature::Code(_, levels) => Some(levels.to_vec()),
            _ => None,
        };
        Ok(EstimatedColumn { name: name.to_string(), levels })
    }
}

fn numbers<F: ConjugateFamily>(
    request: &EstimationRequest<'_>,
    family: F,
    width: usize,
    of_probabilities: bool,
    from_numbers: impl Fn(&[f64]) -> Result<F::ParameterDistribution>,
) -> Result<ColumnsEstimate>
where
    F::Predictive: Univariate,
{
    let belief = request.belief(&family, &[width], of_probabilities, from_numbers)?;
    let estimate = ConjugateEstimate::of(family, belief, request.data, request.run)?;
    let (predictive, tail) = (estimate.predictive()?, 0.5 * (1.0 - request.level));
    let next = NextRow::Interval {
        low: predictive.quantile(tail),
        high: predictive.quantile(1.0 - tail),
        level: request.level,
    };
    Ok(ColumnsEstimate { summary: estimate.summary(), next })
}
