//! Families of several columns.

use super::answer::{ColumnsEstimate, NextRow};
use super::request::EstimationRequest;
use super::single::with_outcomes;
use crate::estimation::estimate::ConjugateEstimate;
use crate::estimation::multivariate::{MultivariateMean, MultivariateMeanPrecision};
use crate::estimation::outcomes::MultinomialDirichlet;
use hornbook_core::{Error, Result};
use hornbook_data::Feature;
use hornbook_math::distributions::{
    Multivariate as _, MultivariateNormal, Normal, NormalWishart, Student, Univariate,
};
use hornbook_math::matrix::Matrix;

pub(super) fn estimate(request: &EstimationRequest<'_>) -> Result<ColumnsEstimate> {
    let names = names(request)?;
    let d = names.len();
    let of_means = || names.iter().map(|name| format!("mean of {name}"));
    match request.family {
        "multinomial-dirichlet" => {
            let family = MultinomialDirichlet::new(request.trials()?, d)?;
            let belief = request.dirichlet(&family, d)?;
            let estimate = ConjugateEstimate::of(family, belief, request.data, request.run)?;
            let outcomes = names.iter().cloned().zip(estimate.expected()).collect();
            Ok(with_outcomes(&estimate, &names, outcomes))
        }
        "multivariate-normal-mean" => {
            let what = format!("{d} variances, or the {} covariances row by row", d * d);
            let family = MultivariateMean::new(&square(request.known_numbers(&[d, d * d], &what)?, d)?)?;
            let belief = request.belief(&family, &[2 * d, d + d * d], false, |n| {
                MultivariateNormal::new(&n[..d], &square(&n[d..], d)?)
            })?;
            let estimate = ConjugateEstimate::of(family, belief, request.data, request.run)?;
            let next = estimate.predictive()?;
            let marginals = next.mean().into_iter().zip(next.covariance().diagonal_values());
            let marginals = marginals.map(|(mean, variance)| Normal::new(mean, variance.sqrt()));
            let next = intervals(request, &names, marginals.collect::<Result<Vec<_>>>()?);
            Ok(ColumnsEstimate::named(estimate.summary(), of_means().collect(), next))
        }
        _ => {
            request.nothing_known()?;
            let family = MultivariateMeanPrecision::new(d)?;
            let belief = request.belief(&family, &[2 * d + 2, d + 2 + d * d], false, |n| {
                NormalWishart::new(&n[..d], n[d], n[d + 1], &square(&n[d + 2..], d)?)
            })?;
            let estimate = ConjugateEstimate::of(family, belief, request.data, request.run)?;
            let (next, mean) = (estimate.predictive()?, estimate.posterior().mean());
            let marginals = mean.iter().zip(next.scale().diagonal_values());
            let marginals =
                marginals.map(|(mean, square)| Student::new(next.degrees(), *mean, square.sqrt()));
            let next = intervals(request, &names, marginals.collect::<Result<Vec<_>>>()?);
            let precisions =
                names.iter().flat_map(|a| names.iter().map(move |b| format!("precision of {a}, {b}")));
            Ok(ColumnsEstimate::named(estimate.summary(), of_means().chain(precisions).collect(), next))
        }
    }
}

/// The names of the columns, which must hold numbers.
fn names(request: &EstimationRequest<'_>) -> Result<Vec<String>> {
    let names: Vec<String> = request.data.feature_names().into_iter().map(str::to_string).collect();
    for (at, name) in names.iter().enumerate() {
        if !matches!(request.data.feature(at), Feature::Number(_)) {
            return Err(Error::data(
                format!("column '{name}' holds categories, and '{}' is of numbers", request.family),
                "name columns of numbers, or another family",
            ));
        }
    }
    Ok(names)
}

/// A matrix by all of its numbers, row by row, or by its diagonal.
fn square(numbers: &[f64], d: usize) -> Result<Matrix> {
    match numbers.len() == d {
        true => Ok(Matrix::diagonal(numbers)),
        false => Matrix::new(d, d, numbers.to_vec()),
    }
}

/// Where each column of the next row is, whatever the others are.
fn intervals(request: &EstimationRequest<'_>, names: &[String], marginals: Vec<impl Univariate>) -> NextRow {
    let tail = 0.5 * (1.0 - request.level);
    let columns = names.iter().zip(marginals);
    let columns = columns.map(|(name, one)| (name.clone(), one.quantile(tail), one.upper_quantile(tail)));
    NextRow::Intervals { columns: columns.collect(), level: request.level }
}
