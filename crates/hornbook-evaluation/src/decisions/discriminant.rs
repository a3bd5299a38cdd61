//! Discriminant functions: the largest value names the class.

use crate::checks::{check_distribution, check_length};
use hornbook_core::{Error, Result};
use hornbook_learner::first_largest;

/// $\ln\frac{p}{1-p}$: infinite at 0 and 1, NaN outside of them.
pub fn log_odds(p: f64) -> f64 {
    p.ln() - (-p).ln_1p()
}

/// Bayes' rule: the probability of each class from its likelihood $p(x \mid C_k)$ and its prior $P(C_k)$.
///
/// ```
/// use hornbook_evaluation::decisions::posterior;
/// let p = posterior(&[0.9, 0.2], &[0.1, 0.9])?;
/// assert!((p[0] - 1.0 / 3.0).abs() < 1e-12);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn posterior(likelihoods: &[f64], priors: &[f64]) -> Result<Vec<f64>> {
    let joint = discriminants(likelihoods, priors)?;
    let total: f64 = joint.iter().sum();
    if total > 0.0 && total.is_finite() {
        return Ok(joint.into_iter().map(|g| g / total).collect());
    }
    Err(Error::data(
        format!("the likelihoods times the priors sum to {total}"),
        "give at least one class a likelihood and a prior above zero",
    ))
}

/// The discriminants $g_k = p(x \mid C_k) P(C_k)$. They name the same class as the posterior probabilities.
pub fn discriminants(likelihoods: &[f64], priors: &[f64]) -> Result<Vec<f64>> {
    check_distribution(priors, priors.len(), None)?;
    check_length(likelihoods.len(), "likelihood", priors.len(), "classes")?;
    if let Some(wrong) = likelihoods.iter().find(|l| !(**l >= 0.0 && l.is_finite())) {
        return Err(Error::data(format!("there is a likelihood of {wrong}"), "give numbers of zero or more"));
    }
    Ok(likelihoods.iter().zip(priors).map(|(likelihood, prior)| likelihood * prior).collect())
}

/// The discriminants $g_k = \ln p(x \mid C_k) + \ln P(C_k)$, for likelihoods too small to write down.
pub fn log_discriminants(log_likelihoods: &[f64], priors: &[f64]) -> Result<Vec<f64>> {
    check_distribution(priors, priors.len(), None)?;
    check_length(log_likelihoods.len(), "log-likelihood", priors.len(), "classes")?;
    if let Some(wrong) = log_likelihoods.iter().find(|l| l.is_nan() || **l == f64::INFINITY) {
        return Err(Error::data(format!("there is a log-likelihood of {wrong}"), "give numbers, or −∞"));
    }
    Ok(log_likelihoods.iter().zip(priors).map(|(log, prior)| log + prior.ln()).collect())
}

/// The one discriminant of two classes, $g = g_1 - g_2$: the first class if it is above zero.
pub fn binary_discriminant(first: f64, second: f64) -> f64 {
    first - second
}

/// The class of the largest discriminant; the first of those that are equal.
pub fn argmax_discriminant(discriminants: &[f64]) -> Result<usize> {
    if discriminants.is_empty() || discriminants.iter().any(|g| g.is_nan()) {
        return Err(Error::data("there is no discriminant, or one is NaN", "give a number for each class"));
    }
    Ok(first_largest(discriminants))
}
