//! What is known of a fit of means by their likelihood.

use hornbook_math::distributions::chi_square_upper;
use serde::{Deserialize, Serialize};

/// What is known of a generalized linear fit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GlmFit {
    /// The variance of a target is its dispersion times this power of its mean: 0 for the normal distribution, 1 for
    /// Poisson's, 2 for the gamma distribution, 3 for the inverse Gaussian.
    pub power: f64,
    /// The weight of the rows; their number, if none was given.
    pub weight: f64,
    /// Whether there is an intercept.
    pub intercept: bool,
    /// Whether the coefficients have a penalty.
    pub is_penalized: bool,
    /// The deviance of the mean alone (without an intercept, of a sum of zero; infinite if no mean belongs
    /// to that).
    pub null_deviance: f64,
    /// The deviance of the fit: twice what its log likelihood lacks of the largest there is, in units of the dispersion.
    pub deviance: f64,
    /// Pearson's statistic: squares of the errors, each over what the mean makes of its variance.
    pub pearson: f64,
    /// AIC, where the family has a likelihood for these targets and weights have no penalty.
    pub aic: Option<f64>,
    /// How many steps the search took.
    pub steps: u64,
    /// How many free numbers were learned; unknown with a penalty, and where the search did not end at a
    /// minimum.
    pub effective_dof: Option<f64>,
    /// The standard errors of the coefficients, and of the intercept behind them; NaN where there is none.
    pub(crate) errors: Option<Vec<f64>>,
    /// The standard deviations of the columns.
    pub(crate) deviations: Vec<f64>,
}

/// How rarely counts of Poisson would vary so much, for it to be said.
const RARE: f64 = 0.01;

impl GlmFit {
    /// Degrees of freedom that are left, the weight of the rows less the free numbers, if it is known how many those are.
    pub fn degrees(&self) -> Option<f64> {
        Some(self.weight - self.effective_dof?)
    }

    /// Whether the dispersion is known to be 1, as that of counts is.
    pub fn is_dispersion_known(&self) -> bool {
        self.power == 1.0
    }

    /// The dispersion: 1 of counts, else Pearson's statistic over the degrees of freedom, if any are left.
    pub fn dispersion(&self) -> Option<f64> {
        if self.is_dispersion_known() { Some(1.0) } else { self.pearson_ratio() }
    }

    /// How many times counts vary as much as Poisson's, where that is more than chance.
    pub fn over_dispersion(&self) -> Option<f64> {
        let ratio = self.pearson_ratio().filter(|&ratio| self.is_dispersion_known() && ratio > 1.0)?;
        (chi_square_upper(self.pearson, self.degrees()?) < RARE).then_some(ratio)
    }

    fn pearson_ratio(&self) -> Option<f64> {
        Some(self.pearson / self.degrees().filter(|&degrees| degrees > 0.0)?)
    }
}
