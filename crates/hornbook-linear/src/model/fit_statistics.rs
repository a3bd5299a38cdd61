//! What is known of a fit beside its coefficients.

use super::{CoefficientPosterior, GlmFit, LeastSquaresFit, LikelihoodFit, MarginFit, RobustFit};

/// What is known of the fit of a [`LinearModel`](super::LinearModel) beside its coefficients.
#[derive(Debug, Clone, PartialEq)]
pub enum FitStatistics {
    /// Nothing.
    None,
    /// What least squares knows.
    LeastSquares(LeastSquaresFit),
    /// What is known of a fit to classes by their likelihood.
    Likelihood(LikelihoodFit),
    /// What is known of a fit of means by their likelihood.
    Glm(GlmFit),
    /// What Bayesian regression knows.
    Posterior(CoefficientPosterior),
    /// What is known of a fit to classes without probabilities.
    Margin(MarginFit),
    /// What is known of a fit by a robust loss.
    Robust(RobustFit),
}

impl FitStatistics {
    /// How far a column spreads, in units that are the same for all columns of a fit; none where that is not known.
    pub(crate) fn length(&self, column: usize) -> Option<f64> {
        match self {
            FitStatistics::None => None,
            // The inflation over the variance of a weight is one over the squares of its column.
            FitStatistics::LeastSquares(fitted) => {
                Some((fitted.inflation[column] / fitted.inverse.at(column, column)).sqrt())
            }
            FitStatistics::Likelihood(fit) => Some(fit.deviations[column]),
            FitStatistics::Glm(fit) => Some(fit.deviations[column]),
            FitStatistics::Posterior(posterior) => Some(posterior.deviations[column]),
            FitStatistics::Margin(fit) => Some(fit.deviations[column]),
            FitStatistics::Robust(fit) => Some(fit.deviations[column]),
        }
    }

    /// Whether there is an intercept. Where nothing is known, there may be one.
    pub(super) fn has_intercept(&self) -> bool {
        match self {
            FitStatistics::None => true,
            FitStatistics::LeastSquares(fitted) => fitted.intercept,
            FitStatistics::Likelihood(fit) => fit.intercept,
            FitStatistics::Margin(fit) => fit.intercept,
            FitStatistics::Glm(fit) => fit.intercept,
            FitStatistics::Posterior(posterior) => posterior.intercept,
            FitStatistics::Robust(fit) => fit.intercept,
        }
    }

    /// The letter of what weights are tested by: $z$ where it is normal, $t$ where a scale is estimated; none where they have
    /// a posterior instead.
    pub(super) fn statistic(&self) -> Option<&'static str> {
        match self {
            FitStatistics::None | FitStatistics::LeastSquares(_) => Some("t"),
            FitStatistics::Glm(fit) if !fit.is_dispersion_known() => Some("t"),
            FitStatistics::Robust(fit) if fit.degrees().is_some() => Some("t"),
            FitStatistics::Glm(_) | FitStatistics::Likelihood(_) | FitStatistics::Robust(_) => Some("z"),
            FitStatistics::Posterior(_) | FitStatistics::Margin(_) => None,
        }
    }
}
