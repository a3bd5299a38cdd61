//! What is known of a fit beside its weights.

use super::{ClassFit, Fitted, MeanFit, Posterior, RobustFit, ScoreFit};

/// What is known of the fit of a [`LinearModel`](super::LinearModel) beside its weights.
#[derive(Debug, Clone, PartialEq)]
pub enum Facts {
    /// Nothing.
    None,
    /// What least squares knows.
    Squares(Fitted),
    /// What is known of a fit to classes by their likelihood.
    Classes(ClassFit),
    /// What is known of a fit of means by their likelihood.
    Means(MeanFit),
    /// What Bayesian regression knows.
    Posterior(Posterior),
    /// What is known of a fit to classes without probabilities.
    Scores(ScoreFit),
    /// What is known of a fit by a robust loss.
    Robust(RobustFit),
}

impl Facts {
    /// How far a column spreads, in units that are the same for all columns of a fit; none where that is not known.
    pub(crate) fn length(&self, column: usize) -> Option<f64> {
        match self {
            Facts::None => None,
            // The inflation over the variance of a weight is one over the squares of its column.
            Facts::Squares(fitted) => {
                Some((fitted.inflation[column] / fitted.inverse.at(column, column)).sqrt())
            }
            Facts::Classes(fit) => Some(fit.deviations[column]),
            Facts::Means(fit) => Some(fit.deviations[column]),
            Facts::Posterior(posterior) => Some(posterior.deviations[column]),
            Facts::Scores(fit) => Some(fit.deviations[column]),
            Facts::Robust(fit) => Some(fit.deviations[column]),
        }
    }

    /// Whether there is a constant term. Where nothing is known, there may be one.
    pub(super) fn has_constant(&self) -> bool {
        match self {
            Facts::None => true,
            Facts::Squares(fitted) => fitted.intercept,
            Facts::Classes(fit) => fit.intercept,
            Facts::Scores(fit) => fit.intercept,
            Facts::Means(fit) => fit.intercept,
            Facts::Posterior(posterior) => posterior.intercept,
            Facts::Robust(fit) => fit.intercept,
        }
    }

    /// The letter of what weights are tested by: $z$ where it is normal, $t$ where a scale is estimated; none where they have
    /// a posterior instead.
    pub(super) fn statistic(&self) -> Option<&'static str> {
        match self {
            Facts::None | Facts::Squares(_) => Some("t"),
            Facts::Means(fit) if !fit.is_dispersion_known() => Some("t"),
            Facts::Robust(fit) if fit.degrees().is_some() => Some("t"),
            Facts::Means(_) | Facts::Classes(_) | Facts::Robust(_) => Some("z"),
            Facts::Posterior(_) | Facts::Scores(_) => None,
        }
    }
}
