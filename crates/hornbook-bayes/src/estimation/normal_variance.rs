//! Normal variables whose spread is unknown.

use super::family::{ConjugateFamily, ConjugatePair};
use super::normal::{first, ln_likelihood};
use super::prior_statement::{PriorStatement, member, one_for_each, worth};
use super::rates::{describe_gamma, gamma_of_mean, ln_mean_of_powers};
use super::registry;
use super::statistics::{ScatterMoments, at_least_one_row};
use hornbook_core::format::significant;
use hornbook_core::{Error, Result};
use hornbook_math::distributions::{Gamma, InverseGamma, Student, Univariate as _};
use std::f64::consts::TAU;

/// A normal variable of known mean and unknown precision (one over the variance). Statements are about the precision.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NormalPrecision {
    mean: f64,
}

/// A normal variable of known mean and unknown variance. Statements are about the variance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NormalVariance {
    mean: f64,
}

fn known_mean(mean: f64) -> Result<f64> {
    if mean.is_finite() {
        return Ok(mean);
    }
    Err(Error::data(format!("the known mean is {mean}"), "give a finite number"))
}

impl NormalPrecision {
    /// Of this mean.
    pub fn new(mean: f64) -> Result<NormalPrecision> {
        Ok(NormalPrecision { mean: known_mean(mean)? })
    }
}

impl NormalVariance {
    /// Of this mean.
    pub fn new(mean: f64) -> Result<NormalVariance> {
        Ok(NormalVariance { mean: known_mean(mean)? })
    }
}

/// The variance about a known mean with divisor n, which must not be zero.
fn variance_about(statistics: &ScatterMoments, mean: f64) -> Result<f64> {
    at_least_one_row(statistics)?;
    let variance = statistics.squares_about(mean) / statistics.weight;
    if variance > 0.0 {
        return Ok(variance);
    }
    Err(Error::data(
        "all values are the known mean: their variance is zero",
        "give values that differ, or ask for the MAP estimate with a prior",
    ))
}

impl ConjugateFamily for NormalPrecision {
    type Statistics = ScatterMoments;
    type ParameterDistribution = Gamma;
    type Predictive = Student;

    fn pair(&self) -> &'static ConjugatePair {
        &registry::NORMAL_PRECISION
    }

    fn parameters(&self) -> Vec<String> {
        vec!["precision".to_string()]
    }

    fn empty(&self) -> ScatterMoments {
        ScatterMoments::empty(1)
    }

    fn add(&self, statistics: &mut ScatterMoments, row: &[f64], weight: f64) -> Result<()> {
        statistics.add(row, weight)
    }

    fn most_likely(&self, statistics: &ScatterMoments) -> Result<Vec<f64>> {
        Ok(vec![variance_about(statistics, self.mean)?.recip()])
    }

    fn ln_likelihood(&self, parameters: &[f64], statistics: &ScatterMoments) -> f64 {
        ln_likelihood(statistics.weight, statistics.squares_about(self.mean), first(parameters))
    }

    fn posterior(&self, prior: &Gamma, statistics: &ScatterMoments) -> Result<Gamma> {
        prior.posterior(0.5 * statistics.weight, 0.5 * statistics.squares_about(self.mean))
    }

    fn most_probable(&self, belief: &Gamma) -> Result<Vec<f64>> {
        Ok(vec![belief.mode()])
    }

    fn expected(&self, belief: &Gamma) -> Vec<f64> {
        vec![belief.mean()]
    }

    fn predictive(&self, belief: &Gamma) -> Result<Student> {
        InverseGamma::new(belief.shape(), belief.rate())?.predictive(self.mean)
    }

    fn ln_evidence(&self, prior: &Gamma, statistics: &ScatterMoments) -> Result<f64> {
        let (events, time) = (0.5 * statistics.weight, 0.5 * statistics.squares_about(self.mean));
        Ok(ln_mean_of_powers(prior, events, time) - events * TAU.ln())
    }

    fn worth_rows(&self, belief: &Gamma) -> f64 {
        2.0 * belief.shape()
    }

    fn stated(&self, statements: &[PriorStatement]) -> Result<Gamma> {
        one_for_each(statements, &self.parameters())?;
        match worth(&statements[0], |precision| precision > 0.0 && precision.is_finite())? {
            Some((precision, rows)) => Gamma::new(0.5 * rows, 0.5 * rows / precision),
            None => member(&statements[0], (0.0, f64::INFINITY), gamma_of_mean),
        }
    }

    fn describe(&self, belief: &Gamma) -> String {
        describe_gamma(belief)
    }
}

/// The inverse gamma distribution of a variance of which a statement is true.
pub(super) fn variance_stated(statement: &PriorStatement) -> Result<InverseGamma> {
    match worth(statement, |variance| variance > 0.0 && variance.is_finite())? {
        Some((variance, rows)) => InverseGamma::new(0.5 * rows, 0.5 * rows * variance),
        None => {
            member(statement, (0.0, f64::INFINITY), |mean, size| InverseGamma::new(1.0 + size, mean * size))
        }
    }
}

/// By the precision, which is one over the variance: only densities and modes differ.
impl ConjugateFamily for NormalVariance {
    type Statistics = ScatterMoments;
    type ParameterDistribution = InverseGamma;
    type Predictive = Student;

    fn pair(&self) -> &'static ConjugatePair {
        &registry::NORMAL_VARIANCE
    }

    fn parameters(&self) -> Vec<String> {
        vec!["variance".to_string()]
    }

    fn empty(&self) -> ScatterMoments {
        ScatterMoments::empty(1)
    }

    fn add(&self, statistics: &mut ScatterMoments, row: &[f64], weight: f64) -> Result<()> {
        statistics.add(row, weight)
    }

    fn most_likely(&self, statistics: &ScatterMoments) -> Result<Vec<f64>> {
        Ok(vec![variance_about(statistics, self.mean)?])
    }

    fn ln_likelihood(&self, parameters: &[f64], statistics: &ScatterMoments) -> f64 {
        ln_likelihood(statistics.weight, statistics.squares_about(self.mean), first(parameters).recip())
    }

    fn posterior(&self, prior: &InverseGamma, statistics: &ScatterMoments) -> Result<InverseGamma> {
        InverseGamma::new(
            prior.shape() + 0.5 * statistics.weight,
            prior.scale() + 0.5 * statistics.squares_about(self.mean),
        )
    }

    fn most_probable(&self, belief: &InverseGamma) -> Result<Vec<f64>> {
        Ok(vec![belief.mode()])
    }

    /// Infinite for a shape of at most 1.
    fn expected(&self, belief: &InverseGamma) -> Vec<f64> {
        vec![belief.mean()]
    }

    fn predictive(&self, belief: &InverseGamma) -> Result<Student> {
        belief.predictive(self.mean)
    }

    fn ln_evidence(&self, prior: &InverseGamma, statistics: &ScatterMoments) -> Result<f64> {
        let precision = NormalPrecision { mean: self.mean };
        precision.ln_evidence(&Gamma::new(prior.shape(), prior.scale())?, statistics)
    }

    fn worth_rows(&self, belief: &InverseGamma) -> f64 {
        2.0 * belief.shape()
    }

    fn stated(&self, statements: &[PriorStatement]) -> Result<InverseGamma> {
        one_for_each(statements, &self.parameters())?;
        variance_stated(&statements[0])
    }

    fn describe(&self, belief: &InverseGamma) -> String {
        format!("inverse gamma({}, scale {})", significant(belief.shape()), significant(belief.scale()))
    }
}
