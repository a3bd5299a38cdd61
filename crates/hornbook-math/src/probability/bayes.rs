//! Bayes' rule.

use crate::distributions::checks::probabilities;
use hornbook_core::{Error, Result};

/// What is known after something was seen.
#[derive(Debug, Clone, PartialEq)]
pub struct HypothesisPosterior {
    /// The probability of each hypothesis, now.
    pub probabilities: Vec<f64>,
    /// The probability of what was seen, over all hypotheses.
    pub evidence: f64,
}

/// Bayes' rule: the probabilities of hypotheses after something was seen, from their probabilities before and how likely
/// each makes what was seen.
///
/// $$P(h \mid x) = \frac{P(x \mid h)\, P(h)}{\sum_{h'} P(x \mid h')\, P(h')}$$
///
/// Likelihoods may be densities, and so above 1. What no hypothesis allows is an error.
///
/// ```
/// use hornbook_math::probability::posterior;
/// // A test that finds 98 % of the ill and 97 % of the well; 0.8 % are ill.
/// let found = posterior(&[0.008, 0.992], &[0.98, 0.03])?;
/// assert!((found.probabilities[0] - 0.00784 / 0.0376).abs() < 1e-15);
/// assert!((found.evidence - 0.0376).abs() < 1e-15);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn posterior(prior: &[f64], likelihood: &[f64]) -> Result<HypothesisPosterior> {
    let prior = probabilities("prior", prior)?;
    if likelihood.len() != prior.len() || likelihood.iter().any(|l| !(*l >= 0.0 && l.is_finite())) {
        return Err(Error::data(
            format!("the likelihoods {likelihood:?} do not fit {} hypotheses", prior.len()),
            "give each hypothesis a finite likelihood of at least 0",
        ));
    }
    let joint: Vec<f64> = prior.iter().zip(likelihood).map(|(p, l)| p * l).collect();
    let evidence: f64 = joint.iter().sum();
    if evidence <= 0.0 {
        return Err(Error::data(
            "no hypothesis that is possible allows what was seen",
            "check the likelihoods, or give every hypothesis a probability above 0",
        ));
    }
    Ok(HypothesisPosterior { probabilities: joint.iter().map(|p| p / evidence).collect(), evidence })
}
