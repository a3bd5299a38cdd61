//! What is known of a fit beside its weights.

use super::{ClassFit, Fitted, ScoreFit};

/// What is known of the fit of a [`LinearModel`](super::LinearModel) beside its weights.
#[derive(Debug, Clone, PartialEq)]
pub enum Facts {
    /// Nothing.
    None,
    /// What least squares knows.
    Squares(Fitted),
    /// What is known of a fit to classes by their likelihood.
    Classes(ClassFit),
    /// What is known of a fit to classes without probabilities.
    Scores(ScoreFit),
}

impl Facts {
    /// How far a column spreads, in units that are the same for all columns of a fit; none where that is not known.
    pub(super) fn length(&self, column: usize) -> Option<f64> {
        match self {
            Facts::None => None,
            // The inflation over the variance of a weight is one over the squares of its column.
            Facts::Squares(fitted) => {
                Some((fitted.inflation[column] / fitted.inverse.at(column, column)).sqrt())
            }
            Facts::Classes(fit) => Some(fit.deviations[column]),
            Facts::Scores(fit) => Some(fit.deviations[column]),
        }
    }

    /// Whether there is a constant term. Where nothing is known, there may be one.
    pub(super) fn has_constant(&self) -> bool {
        match self {
            Facts::None => true,
            Facts::Squares(fitted) => fitted.intercept,
            Facts::Classes(fit) => fit.intercept,
            Facts::Scores(fit) => fit.intercept,
        }
    }
}
